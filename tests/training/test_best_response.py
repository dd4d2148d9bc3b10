"""Best responses: a fresh agent that learns against a fixed one, as that one learned itself."""

import json
from hashlib import sha256
from pathlib import Path

import pytest

import critter_envs
from critter_envs.agents import AgentError
from critter_envs.agents.checkpoint import CheckpointAgent, read_card
from critter_envs.arena import MatchResult
from critter_envs.arena.match import AgentResult
from critter_envs.arena.statistics import Estimate
from training import best_response, loop, remote, responses
from training.config import ConfigError
from training.run import Run

GAME = critter_envs.game("greedy_goose")


class Silent:
    """A watcher that looks away."""

    def __getattr__(self, name):
        return lambda *_: None


@pytest.fixture
def checkpoint(small, tmp_path):
    run = Run(tmp_path / "fixed")
    loop.train(small(parameters={"reward": "score"}, steps=512), run, Silent())
    return f"ppo:{run.checkpoint}"


def test_it_learns_as_the_fixed_agent_did_against_it_alone(small, checkpoint):
    config = responses.settings(GAME, checkpoint, 2, None, 100, 7)
    same = ("parameters", "slots", "hidden", "threads", "learning")
    assert [getattr(config, name) for name in same] == [getattr(small(parameters={"reward": "score"}), name) for name in same]
    assert config.opponents == {checkpoint: 1.0}
    assert config.evaluation.against == (checkpoint,)
    assert config.imitation is None
    assert (config.steps, config.players, config.seed, config.evaluation.final_games) == (512, (2,), 7, 100)
    assert responses.settings(GAME, checkpoint, 2, 900, 100, 7).steps == 900


def test_it_need_not_be_unpredictable_where_the_fixed_agent_is(small, tmp_path):
    run = Run(tmp_path / "fixed")
    learning = small().learning
    loop.train(small(temperature=1.0, learning={**learning.model_dump(), "entropy": 0.2}), run, Silent())
    config = responses.settings(GAME, f"ppo:{run.checkpoint}", 2, None, 100, 7)
    assert config.learning == learning.model_copy(update={"entropy": 0.01})
    assert config.temperature == 0.3


def test_how_far_it_comes_above_its_share():
    agents = tuple(
        AgentResult(name, 1, Estimate(wins, None, None), Estimate(0.0, None, None)) for name, wins in (("a", 0.5), ("b", 0.3))
    )
    match = MatchResult("greedy_goose", 4, 0, {}, 100, 50, 0, agents)
    assert responses.Response(1, 0, match).times_even == 2


def test_an_agent_without_a_file_is_met_with_the_usual_settings():
    config = responses.settings(GAME, "rules", 4, None, 100, 0)
    assert config.steps == responses.STEPS
    assert config.parameters == {}
    assert config.opponents == {"rules": 1.0}
    assert (config.imitation.teacher, config.imitation.decisions) == ("rules", responses.LESSONS)


def test_it_begins_by_imitating_if_the_fixed_agent_did(small, tmp_path):
    run = Run(tmp_path / "taught")
    loop.train(small(imitation={"decisions": 700, "careless": 0.5}), run, Silent())
    config = responses.settings(GAME, f"ppo:{run.checkpoint}", 2, None, 100, 7)
    assert config.imitation.teacher == f"ppo:{run.checkpoint}"
    assert (config.imitation.decisions, config.imitation.careless) == (700, 0.5)
    assert responses.settings(GAME, f"ppo:{run.checkpoint}", 2, 600, 100, 7).imitation.decisions == 600


def test_impossible_settings_are_told_in_a_sentence():
    with pytest.raises(AgentError, match="there is no agent"):
        responses.settings(GAME, "ruels", 2, None, 100, 0)
    with pytest.raises(ConfigError, match=r"^a best response to rules: .*players"):
        responses.settings(GAME, "rules", 9, None, 100, 0)
    with pytest.raises(ConfigError, match="steps"):
        responses.settings(GAME, "rules", 2, -1, 100, 0)


@pytest.mark.parametrize(
    ("told", "message"),
    [({"steps": "many"}, "steps"), ({"steps": 0}, "steps"), ({"config": [1]}, "config"), ({"config": {"hidden": 3}}, "hidden")],
)
def test_a_strangers_card_is_told_in_a_sentence(checkpoint, monkeypatch, told, message):
    monkeypatch.setattr(CheckpointAgent, "__init__", lambda self, *_: setattr(self, "card", {"training": told}))
    with pytest.raises(ConfigError, match=message):
        responses.settings(GAME, checkpoint, 2, None, 100, 0)


def test_it_wins_more_than_its_share_of_one_who_has_hardly_learned(checkpoint, tmp_path, monkeypatch, capsys):
    """The margin was set before the first run: the whole interval lies above even."""
    monkeypatch.chdir(tmp_path)
    arguments = ["greedy_goose", checkpoint, "--players", "2", "--steps", "30000", "--games", "2000"]
    assert best_response.main(arguments) == 0
    out = capsys.readouterr().out
    assert best_response.main([*arguments, "--json"]) == 0  # it is finished, and only told again
    [result] = json.loads(capsys.readouterr().out)
    assert (result["steps"], result["seed"]) == (30_000, 0)
    assert [one["agent"] for one in result["match"]["agents"]] == ["best response", checkpoint]
    wins = result["match"]["agents"][0]["wins"]
    assert wins["low"] > 0.5
    assert out.startswith("players")  # how the training goes is told on standard error
    assert f"Times its fair share: 2 players {2 * wins['mean']:.2f}" in out
    assert (tmp_path / "runs/best_response/greedy_goose/2_players/ppo.zip").exists()


def test_each_table_size_has_an_agent_of_its_own(checkpoint, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    arguments = ["greedy_goose", checkpoint, "--steps", "500", "--games", "12", "--out", "here", "--json", "--players"]
    assert best_response.main([*arguments, "3", "2", "3"]) == 0
    together = json.loads(capsys.readouterr().out)
    assert [one["match"]["num_players"] for one in together] == [3, 2]
    assert [read_card(tmp_path / f"here/{size}_players/ppo.zip")["parameters"]["num_players"] for size in (2, 3)] == [[2], [3]]
    assert best_response.main([*arguments, "2", "--fresh"]) == 0
    assert json.loads(capsys.readouterr().out) == together[1:]


def test_an_agent_that_was_replaced_is_not_taken_for_the_one_that_was_met(small, checkpoint, tmp_path, capsys):
    arguments = ["greedy_goose", checkpoint, "--steps", "500", "--games", "12", "--out", str(tmp_path / "here"), "--players", "2"]
    assert best_response.main([*arguments, "--json"]) == 0
    [result] = json.loads(capsys.readouterr().out)
    file = Path(checkpoint.removeprefix("ppo:"))
    assert result["match"]["checkpoints"] == {checkpoint: sha256(file.read_bytes()).hexdigest()}
    loop.train(small(parameters={"reward": "score"}, temperature=0.5, steps=512, seed=6), Run(tmp_path / "other"), Silent())
    file.write_bytes((tmp_path / "other/ppo.zip").read_bytes())
    assert best_response.main(arguments) == 2
    assert f"a finished training with other agents ({checkpoint} is another file now)" in capsys.readouterr().err
    assert best_response.main([*arguments, "--fresh"]) == 0


class Interrupted:
    """Workers of whom the second is done with its task when Ctrl-C is pressed."""

    def map(self, function, tasks, ordered=True):
        outcomes = [None, function(list(tasks)[1])]
        if not ordered:
            yield outcomes[1]
        raise KeyboardInterrupt


def test_a_training_that_is_done_elsewhere_is_kept_while_others_go_on(small, tmp_path):
    runs, configs = [Run(tmp_path / name) for name in ("one", "two")], [small(players=[2]), small(players=[3])]
    told = []
    with pytest.raises(KeyboardInterrupt):
        remote.train_all(list(zip(runs, configs, strict=True)), Interrupted(), lambda *progress: told.append(progress))
    assert (runs[0].finished(configs[0]), told) == (None, [(1, 2)])
    assert runs[1].finished(configs[1])[0].num_players == 3


def test_who_trains_elsewhere_needs_the_same_checkpoints(small):
    with pytest.raises(ConfigError, match="ppo is missing on a machine that is to train, or another file there"):
        remote.train_away(remote.Task(0, small(opponents={"ppo": 1.0}), {"ppo": "the SHA-256 of another one"}))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["gredy_goose", "ppo"], "gredy_goose"),
        (["greedy_goose", "ppo:nowhere.zip"], "nowhere.zip"),
        (["greedy_goose", "rules", "--players", "1"], "players"),
        (["greedy_goose", "rules", "--games", "0"], "final_games"),
        (["greedy_goose", "rules", "--steps", "0"], "steps"),
    ],
)
def test_bad_input_is_one_line_and_code_2(arguments, message, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert best_response.main(arguments) == 2
    [line] = capsys.readouterr().err.splitlines()
    assert message in line
    assert not list(tmp_path.iterdir())
