"""The rules run as plain Python too, for debuggers and coverage, and play the same games."""

import importlib
import os
import subprocess
import sys
from hashlib import sha256
from pathlib import Path

import numpy as np
import pytest

import critter_envs
from critter_envs.core.registry import REGISTRY, find

HERE = Path(__file__)


def fingerprint(name):
    """A hash of a few games: states, views, redeals, and the choices of the rule-based players."""
    found = sha256()
    game, parameters = find(name), importlib.import_module(f"games.{name}.golden").PARAMETERS
    bots = [critter_envs.agent("rules" if style == "rules" else f"rules:{style}", name) for style in game.bots]
    for num_players in game.min_players, game.max_players:
        batch = critter_envs.Batch(name, 2, num_players, seed=3, **parameters)
        rng = np.random.default_rng(num_players)
        for decision in range(100):
            sensible = bots[decision % len(bots)].act(batch.observation, batch.mask)
            uniform = np.where(batch.mask, rng.random(batch.mask.shape), -1).argmax(axis=1)
            outcome = batch.step(uniform if decision % 3 == 2 else sensible)
            redealt = batch.clone()
            redealt.redeal(0, decision % num_players)
            for array in (*outcome, batch.states, batch.mask, batch.observation, redealt.states, *batch.standings()):
                found.update(array.tobytes())
        batch.play_random(40)
        found.update(batch.states.tobytes())
    return found.hexdigest()


def run_uncompiled(*command):
    environment = dict(os.environ, NUMBA_DISABLE_JIT="1", PYTHONPATH=str(HERE.parents[1]))
    done = subprocess.run(
        [sys.executable, *command], env=environment, capture_output=True, text=True, cwd=HERE.parents[2], check=False
    )
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    return done.stdout.strip()


@pytest.mark.parametrize("name", REGISTRY)
def test_the_uncompiled_rules_play_the_same_games(name):
    code = f"from games.test_uncompiled import fingerprint; print(fingerprint({name!r}))"
    assert run_uncompiled("-c", code) == fingerprint(name)


def searched():
    """What a search tries."""
    batch = critter_envs.Batch("greedy_goose", 2, 3, seed=3)
    batch.play_random(5)
    return critter_envs.agent("search:12:random", "greedy_goose").visits(batch, np.arange(2)).tolist()


def test_the_uncompiled_search_tries_the_same():
    assert run_uncompiled("-W", "error", "-c", "from games.test_uncompiled import searched; print(searched())") == str(searched())


@pytest.mark.parametrize("name", REGISTRY)
def test_a_sample_of_the_tests_passes_uncompiled(name):
    sample = [HERE.with_name(name) / file for file in ("test_turns.py", "test_resolution.py")]
    run_uncompiled("-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", *(str(file) for file in sample if file.exists()))
