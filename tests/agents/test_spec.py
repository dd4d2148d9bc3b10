import builtins
import dataclasses
import subprocess
import sys
from hashlib import sha256

import pytest

import critter_envs
from critter_envs.agents import AgentError, RandomAgent, RulesAgent, agent, spec
from critter_envs.core.errors import ParameterError

GAME = critter_envs.game("greedy_goose")
CHECKPOINT = spec.shipped(GAME).read_bytes()
STYLED = dataclasses.replace(GAME, bots={**GAME.bots, "bold": GAME.bots["rules"]})


@pytest.fixture
def no_shipped(monkeypatch, tmp_path):
    monkeypatch.setattr(spec, "PACKAGE", tmp_path / "package")
    return tmp_path


def test_the_simple_ones():
    assert isinstance(agent("random", "greedy_goose"), RandomAgent)
    assert isinstance(agent("rules", GAME), RulesAgent)
    assert agent("rules", GAME).style == "rules"
    assert agent("rules:bold", STYLED).style == "bold"


def test_the_seed_is_handed_on():
    masks = critter_envs.Batch(GAME, 200, 4).mask
    first, same, other = (agent("random", GAME, seed=seed).act(masks, masks) for seed in (1, 1, 2))
    assert (first == same).all()
    assert (first != other).any()


@pytest.mark.parametrize("name", ["ruels", "", "rules:", "rules:bald", "rules:rules", "random:1", "Random", "ppo2"])
def test_an_unknown_one_lists_what_there_is(name):
    with pytest.raises(AgentError, match=r"random, rules, rules:bold.* ppo:PATH"):
        agent(name, STYLED)


def test_the_nearest_is_proposed():
    with pytest.raises(AgentError, match="did you mean rules:bold"):
        agent("rules:bald", STYLED)
    with pytest.raises(AgentError, match="did you mean random"):
        agent("randm", GAME)


def test_a_file_without_its_kind(tmp_path):
    file = tmp_path / "mine.zip"
    file.touch()
    with pytest.raises(AgentError, match=f"did you mean ppo:{file}"):
        agent(str(file), GAME)


def test_not_a_string():
    with pytest.raises(AgentError, match="string"):
        agent(3, GAME)


def test_a_game_without_rules_does_not_offer_them(no_shipped):
    with pytest.raises(AgentError, match=r"are random, search:N .* and ppo:PATH"):
        agent("rules", dataclasses.replace(GAME, bots={}))


def test_no_shipped_checkpoint_says_how_to_train_one(no_shipped):
    with pytest.raises(AgentError, match=r"training.train configs/greedy_goose.yaml"):
        agent("ppo", GAME)
    assert "ppo" not in spec.specs(GAME)


@pytest.mark.parametrize("folder", ["package/checkpoints", "checkpoints"])
def test_shipped_checkpoints_are_found_in_a_package_and_beside_one(no_shipped, folder):
    file = no_shipped / folder / "greedy_goose" / "ppo.zip"
    file.parent.mkdir(parents=True)
    file.touch()
    assert spec.shipped(GAME) == file
    assert "ppo" in spec.specs(GAME)


@pytest.mark.parametrize("name", ["ppo:", "ppo:no/such.zip", "ppo:~nobody.has.this.name/ppo.zip"])
def test_a_missing_file(name):
    with pytest.raises(AgentError, match=r"is no file: write ppo:"):
        agent(name, GAME)


def test_a_missing_extra_is_named(monkeypatch, tmp_path):
    file = tmp_path / "ppo.zip"
    file.touch()
    real = builtins.__import__

    def without_torch(name, *args, **kwargs):
        if name.endswith("checkpoint"):
            raise ModuleNotFoundError("No module named 'torch'", name="torch")
        return real(name, *args, **kwargs)

    monkeypatch.setattr(builtins, "__import__", without_torch)
    with pytest.raises(AgentError, match=r"needs torch.*critter-envs\[train\]"):
        agent(f"ppo:{file}", GAME)


def test_a_home_is_found(monkeypatch, tmp_path):
    monkeypatch.setenv("HOME", str(tmp_path))
    (tmp_path / "ppo.zip").touch()
    assert spec.file_of("ppo:~/ppo.zip", GAME) == tmp_path / "ppo.zip"
    assert spec.anywhere("ppo:~/ppo.zip") == f"ppo:{tmp_path}/ppo.zip"


def test_an_unknown_game():
    with pytest.raises(ParameterError, match="there is no game"):
        agent("random", "chess")


def test_nothing_heavy_is_imported():
    code = "import sys, critter_envs.agents; print([m for m in ('torch', 'stable_baselines3', 'matplotlib') if m in sys.modules])"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"


def test_the_files_of_agents_are_told_by_what_is_in_them(no_shipped, tmp_path):
    shipped, other = no_shipped / "checkpoints" / "greedy_goose" / "ppo.zip", tmp_path / "other.zip"
    shipped.parent.mkdir(parents=True)
    shipped.write_bytes(CHECKPOINT)
    other.write_bytes(CHECKPOINT + b"!")
    names = ["rules", "ppo", f"ppo:{other}", "search:20", "random"]
    told = {"ppo": sha256(CHECKPOINT).hexdigest(), f"ppo:{other}": sha256(CHECKPOINT + b"!").hexdigest()}
    assert spec.digests(names, GAME) == told
    other.write_bytes(CHECKPOINT + b"anew")
    assert spec.digests(names, GAME)[f"ppo:{other}"] == sha256(CHECKPOINT + b"anew").hexdigest()
    with pytest.raises(AgentError, match="is no file"):
        spec.digests(["ppo:no/such.zip"], GAME)


def test_the_same_agent_comes_from_the_same_file(tmp_path):
    file = tmp_path / "one.zip"
    name, told = f"ppo:{file}", sha256(CHECKPOINT).hexdigest()
    assert spec.same_agent(name, GAME, told) is None
    file.write_bytes(CHECKPOINT)
    one, same, other = (spec.same_agent(name, GAME, told, seed) for seed in (1, 1, 2))
    batch = critter_envs.Batch(GAME, 200, 4)
    actions = [made.act(batch.observation, batch.mask).tolist() for made in (one, same, other)]
    assert actions[0] == actions[1] != actions[2]
    file.write_bytes(CHECKPOINT + b"!")
    assert spec.same_agent(name, GAME, told) is None
    assert spec.same_agent("rules", GAME, told) is None
    file.write_bytes(b"!")
    with pytest.raises(AgentError, match="is no checkpoint, or is damaged"):
        spec.same_agent(name, GAME, told)
