"""Training: the same settings make the same agent, interrupted or not, and it does learn."""

import errno
from pathlib import Path

import pytest
import torch
from sb3_contrib import MaskablePPO

from critter_envs import agent, play_match
from training import league, loop
from training import run as training_run
from training.config import ConfigError
from training.run import Run


class Quiet:
    """A watcher that may break the training off."""

    def __init__(self, stop_at=None):
        self.stop_at = stop_at
        self.evaluations = []
        self.exploited = []

    def at(self, steps):
        if self.stop_at is not None and steps >= self.stop_at:
            raise KeyboardInterrupt

    def evaluated(self, steps, results):
        self.evaluations.append(steps)

    def imitating(self, done, total):
        pass

    def exploiting(self, done, total):
        self.exploited.append(done)

    def playing(self, done, total):
        pass


def weights(path):
    return MaskablePPO.load(path, device="cpu").policy.state_dict()


def test_the_same_settings_make_the_same_file(small, tmp_path, game):
    config = small(game=game)
    for name in ("one", "two"):
        loop.train(config, Run(tmp_path / name), Quiet())
    loop.train(small(game=game, seed=6), Run(tmp_path / "other"), Quiet())
    one, two, other = (tmp_path / name / "ppo.zip" for name in ("one", "two", "other"))
    assert one.read_bytes() == two.read_bytes()
    assert not torch.equal(weights(one)["action_net.weight"], weights(other)["action_net.weight"])


@pytest.mark.parametrize(
    "more",
    [{}, {"imitation": {"decisions": 1000}, "temperature": 0.5}, {"exploiters": {"every": 512, "steps": 300}}, {"average": 768}],
    ids=["alone", "taught", "exploited", "averaged"],
)
@pytest.mark.parametrize("stop_at", [100, 600, 900])
def test_an_interrupted_training_ends_as_an_unbroken_one(small, tmp_path, stop_at, more):
    config = small(**more)
    whole, first, then = Quiet(), Quiet(stop_at), Quiet()
    loop.train(config, Run(tmp_path / "whole"), whole)
    with pytest.raises(KeyboardInterrupt):
        loop.train(config, Run(tmp_path / "broken"), first)
    torch.manual_seed(1234)  # a new process would have other chance as well
    loop.train(config, Run(tmp_path / "broken"), then)
    assert (tmp_path / "whole/ppo.zip").read_bytes() == (tmp_path / "broken/ppo.zip").read_bytes()
    assert first.evaluations + then.evaluations == whole.evaluations == [512, 1024]


def test_the_finished_policy_is_the_mean_of_the_last_ones(small, tmp_path):
    settings = {"snapshot_every": 256}
    loop.train(small(**settings), Run(tmp_path / "last"), Quiet())
    loop.train(small(**settings, average=512), Run(tmp_path / "mean"), Quiet())
    files = [tmp_path / "mean/snapshots" / f"{steps:010}.zip" for steps in (512, 768)]
    counted = [weights(file) for file in (*files, tmp_path / "last/ppo.zip")]
    for name, mean in weights(tmp_path / "mean/ppo.zip").items():
        torch.testing.assert_close(mean, torch.stack([one[name] for one in counted]).mean(0))
    assert not torch.equal(weights(tmp_path / "mean/ppo.zip")["action_net.weight"], counted[-1]["action_net.weight"])


def test_exploiters_and_snapshots_are_met_and_their_games_counted(small, tmp_path, monkeypatch):
    watcher, state, seeds, made = Quiet(), {}, set(), []

    def exploit(challenge, watch):
        seeds.add(challenge.seed)
        made.append(league.exploit(challenge, watch))
        return made[-1]

    monkeypatch.setattr(loop, "exploit", exploit)
    run = Run(tmp_path / "run")
    run.save = lambda config, given: state.update(given)
    loop.train(small(steps=2048, snapshot_every=10**6, exploiters={"every": 512, "steps": 256}), run, watcher)
    snapshots = state["env"].opponents.snapshots
    assert watcher.exploited.count(256) == len(snapshots.players) == 3  # none when it is all over
    assert snapshots.players == made
    assert len(seeds) == 3
    assert (snapshots.hardness != 0.25).any()


def test_a_folder_keeps_to_its_settings(small, tmp_path):
    run = Run(tmp_path / "run")
    with pytest.raises(KeyboardInterrupt):
        loop.train(small(), run, Quiet(300))
    with pytest.raises(
        ConfigError, match=r"an interrupted training with other settings \(learning.epochs is 2 there and 3 here\)"
    ):
        loop.train(small(learning={"rollout": 16, "minibatch": 64, "epochs": 3}), run, Quiet())
    results = loop.train(small(), run, Quiet())
    assert run.finished(small()) == results
    with pytest.raises(ConfigError, match="a finished training with other settings"):
        run.finished(small(seed=6))
    run.clear()
    assert run.finished(small(seed=6)) is None


@pytest.mark.parametrize("content", [b"", b"PK", b"\x80\x02]."], ids=["empty", "cut off", "a list"])
def test_a_damaged_state_is_refused(small, tmp_path, content):
    (tmp_path / "state.pt").write_bytes(content)
    with pytest.raises(ConfigError, match=r"state.pt is damaged: give another folder with --out, or begin anew with --fresh"):
        Run(tmp_path).load(small())


@pytest.mark.parametrize("evaluation", [[{}], [3], [{"game": "greedy_goose", "agents": 5}]])
def test_a_finished_training_with_results_that_are_none_is_refused(small, tmp_path, monkeypatch, evaluation):
    (tmp_path / "ppo.zip").touch()
    card = {"training": {"config": small().model_dump(mode="json"), "checkpoints": {}}, "evaluation": evaluation}
    monkeypatch.setattr(training_run, "read_card", lambda path: card)
    with pytest.raises(ConfigError, match=r"ppo.zip is damaged"):
        Run(tmp_path).finished(small())


@pytest.mark.parametrize("told", [{}, {"config": 3, "checkpoints": []}])
def test_a_card_that_tells_nothing_of_its_training_is_of_another_one(small, tmp_path, monkeypatch, told):
    (tmp_path / "ppo.zip").touch()
    monkeypatch.setattr(training_run, "read_card", lambda path: {"training": told, "evaluation": []})
    with pytest.raises(ConfigError, match="with other settings"):
        Run(tmp_path).finished(small())


def test_a_full_disk_is_called_one_and_the_last_state_stays(small, tmp_path, monkeypatch):
    def write(self, content):
        raise OSError(errno.ENOSPC, "No space left on device")

    run = Run(tmp_path)
    run.save(small(), {"steps": 1})
    monkeypatch.setattr(Path, "write_bytes", write)
    with pytest.raises(OSError, match="No space"):
        run.save(small(), {"steps": 2})
    assert torch.load(tmp_path / "state.pt")["steps"] == 1
    assert [file.name for file in tmp_path.iterdir()] == ["state.pt"]


def test_what_a_training_leaves_plays(small, tmp_path):
    run = Run(tmp_path / "run")
    loop.train(small(), run, Quiet())
    assert run.curve.read_bytes().startswith(b"\x89PNG")
    assert list(run.tensorboard.iterdir())
    assert [file.name for file in sorted(run.snapshots.iterdir())] == ["0000000512.zip", "0000000768.zip"]
    for file in (run.checkpoint, *run.snapshots.iterdir()):
        play_match("greedy_goose", [f"ppo:{file}", "random"], 2, 4)
    assert agent(f"ppo:{run.checkpoint}", "greedy_goose").card["training"]["steps"] == 1024


def test_a_short_training_beats_the_random_player(small, tmp_path, game):
    """The margin was set before the first run: the whole 95 % interval lies above even, as that of a coin would in 1 of 40."""
    config = small(
        game=game,
        players=[2],
        parameters={"reward": "score"},
        steps=30_000,
        slots=64,
        hidden=[64],
        opponents={"current": 1},
        learning={"rollout": 32, "minibatch": 256, "learning_rate": 3e-3, "gae_lambda": 0.9},
        snapshot_every=10**6,
        evaluation={"every": 10**6, "final_games": 2000, "against": ["random"]},
    )
    [result] = loop.train(config, Run(tmp_path / "run"), Quiet())
    assert result.agents[0].wins.low > 0.5
