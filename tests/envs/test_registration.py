"""The names under which the games are found."""

import importlib
import subprocess
import sys

import gymnasium
import pytest

import critter_envs
from critter_envs.envs.registration import gymnasium_id


def test_every_game_is_known_to_gymnasium_and_pettingzoo():
    for name in critter_envs.games():
        assert gymnasium.spec(gymnasium_id(name)).kwargs == {"game": name}
        assert importlib.import_module(f"critter_envs.{name}_v0") is getattr(critter_envs, f"{name}_v0")


def test_gymnasium_ids():
    assert gymnasium_id("greedy_goose") == "critter_envs/GreedyGoose-v0"
    assert gymnasium_id("toy") == "critter_envs/Toy-v0"


def test_modules_follow_pettingzoos_convention(game):
    module = getattr(critter_envs, f"{game}_v0")
    aec, raw = module.env(num_players=3, max_decisions=9), module.raw_env(num_players=2)
    parallel = module.parallel_env(num_players=2, render_mode="ansi")
    assert aec.unwrapped.batch.states.max_decisions[0] == 9
    assert str(aec) == str(raw) == str(parallel) == aec.metadata["name"] == f"{game}_v0"
    assert raw.unwrapped is raw
    assert aec.unwrapped is not aec
    assert parallel.render_mode == "ansi"


def test_a_new_game_needs_a_line_in_the_registry_only(toy):
    assert toy in critter_envs.games()
    assert critter_envs.game(toy).title == "Toy"
    assert critter_envs.toy_v0.env().unwrapped.game is critter_envs.game(toy)
    assert gymnasium.make(gymnasium_id(toy), opponents="rules").unwrapped.game.name == toy


@pytest.mark.parametrize("name", ["nothing", "nothing_v0", "greedy_goose", "greedy_goose_v9", "_v0"])
def test_other_names_are_attribute_errors(name):
    with pytest.raises(AttributeError, match=name):
        getattr(critter_envs, name)


def test_all_public_names_are_there():
    for name in critter_envs.__all__:
        assert getattr(critter_envs, name) is not None


def run(code):
    return subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout.strip()


def test_games_are_registered_by_the_import_alone():
    code = """
import gymnasium, critter_envs.greedy_goose_v0
from critter_envs import greedy_goose_v0 as module
print(module is critter_envs.greedy_goose_v0, gymnasium.spec("critter_envs/GreedyGoose-v0").id)
"""
    assert run(code) == "True critter_envs/GreedyGoose-v0"


def test_the_import_brings_in_nothing_heavy():
    heavy = "torch", "stable_baselines3", "matplotlib", "PIL", "scipy.stats", "rich", "pettingzoo"
    assert run(f"import sys, critter_envs; print([name for name in {heavy} if name in sys.modules])") == "[]"
