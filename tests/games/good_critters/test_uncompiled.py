"""The rules run as plain Python too, for debuggers and coverage, and play the same games."""

import os
import subprocess
import sys
from hashlib import sha256
from pathlib import Path

import numpy as np

import critter_envs

HERE = Path(__file__)


def fingerprint():
    """A hash of a few games: states, views, redeals, and the choices of the rule-based player."""
    found = sha256()
    rules = critter_envs.agent("rules", "good_critters")
    for num_players in 4, 7:
        batch = critter_envs.Batch("good_critters", 2, num_players, seed=3, payoffs=num_players == 4)
        rng = np.random.default_rng(num_players)
        for decision in range(60):
            sensible = rules.act(batch.observation, batch.mask)
            uniform = np.where(batch.mask, rng.random(batch.mask.shape), -1).argmax(axis=1)
            outcome = batch.step(sensible if decision % 2 else uniform)
            redealt = batch.clone()
            redealt.redeal(0, decision % num_players)
            for array in (*outcome, batch.states, batch.mask, batch.observation, redealt.states, *batch.standings()):
                found.update(array.tobytes())
        batch.play_random(40)
        found.update(batch.states.tobytes())
    return found.hexdigest()


def test_the_uncompiled_rules_play_the_same_games():
    environment = dict(os.environ, NUMBA_DISABLE_JIT="1", PYTHONPATH=str(HERE.parents[2]))
    code = "from games.good_critters.test_uncompiled import fingerprint; print(fingerprint())"
    uncompiled = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    assert uncompiled.stdout.strip() == fingerprint()


def test_a_sample_of_the_tests_passes_uncompiled():
    tests = [HERE.with_name(name) for name in ("test_resolution.py", "test_vote.py", "test_payoffs.py", "test_golden.py")]
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", *map(str, tests)]
    environment = dict(os.environ, NUMBA_DISABLE_JIT="1")
    result = subprocess.run(command, env=environment, capture_output=True, text=True, cwd=HERE.parents[3], check=False)
    assert result.returncode == 0, result.stdout[-2000:]
