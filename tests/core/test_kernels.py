"""The cache of compiled functions: found again in a new process, and never stale."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import critter_envs
from critter_envs.core.kernels import _PARTS, kernels_of
from critter_envs.core.registry import REGISTRY, find

DEAL = """
import critter_envs
from critter_envs.core.kernels import kernels_of
batch = critter_envs.Batch("greedy_goose", 1, seed=1)
compiled = kernels_of(batch.game).reset
hits = sum(compiled.stats.cache_hits.values())
print(critter_envs.__file__, batch.states[0].hand.sum(), hits)
"""


@pytest.fixture
def package(tmp_path):
    """A copy of the package, and a way to deal cards with it in a new process."""
    source = Path(critter_envs.__file__).parent
    shutil.copytree(source, tmp_path / "critter_envs", ignore=shutil.ignore_patterns("__pycache__", "checkpoints"))

    def deal():
        environment = dict(os.environ, NUMBA_CACHE_DIR=str(tmp_path / "cache"), PYTHONPATH=str(tmp_path), NUMBA_OPT="1")
        output = subprocess.run(
            [sys.executable, "-c", DEAL], cwd=tmp_path, env=environment, capture_output=True, text=True, check=True
        ).stdout
        file, cards, hits = output.split()
        assert Path(file).is_relative_to(tmp_path)
        return int(cards), int(hits)

    deal.root = tmp_path / "critter_envs"
    return deal


def test_an_edited_rule_takes_effect_in_the_next_process_and_an_unchanged_one_is_not_compiled_again(package):
    assert package() == (12, 0)
    assert package() == (12, 1)
    rules = package.root / "games/greedy_goose/rules.py"
    text = rules.read_text()
    edited = text.replace("for _ in range(DEALT):", "for _ in range(DEALT - 1):")
    assert edited != text
    rules.write_text(edited)
    assert package() == (8, 0)
    rules.write_text(text)
    assert package() == (12, 1)


def test_no_two_games_have_a_compiled_function_of_the_same_name():
    """Their machine code may come from different processes, and a call ends up in the first function of its name."""
    scopes = [kernels_of(find(name)).reset.py_func.__globals__ for name in REGISTRY]
    names = [scope[part.__name__].py_func.__qualname__ for scope in scopes for part in _PARTS]
    assert len(set(names)) == len(REGISTRY) * len(_PARTS)


def test_importing_takes_no_heavy_library():
    heavy = ("torch", "stable_baselines3", "sb3_contrib", "matplotlib", "PIL", "rich", "fastapi", "pydantic")
    code = f"import sys, critter_envs; print([name for name in {heavy!r} if name in sys.modules])"
    output = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert output.strip() == "[]"
