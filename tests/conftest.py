"""What all tests share: a second game beside those of the package, to see that nothing is made for one game alone."""

import random
import sys
from itertools import count
from pathlib import Path

import gymnasium
import pytest
from gymnasium.utils import seeding

from critter_envs.core.registry import REGISTRY
from critter_envs.envs import registration, single, table, vector

sys.path.insert(0, str(Path(__file__).parent))


@pytest.fixture(autouse=True)
def chance(monkeypatch):
    """What nobody seeds draws the same in each run, so that a test that passes once passes always."""
    seeds, seeded = count(), seeding.np_random
    monkeypatch.setattr(seeding, "np_random", lambda seed=None: seeded(next(seeds) if seed is None else seed))
    for module in (single, table, vector):
        monkeypatch.setattr(module, "randbits", random.Random(0).getrandbits)


@pytest.fixture
def toy(monkeypatch):
    """The toy game's name, registered as those of the package are."""
    monkeypatch.setitem(REGISTRY, "toy", "toy_game")
    registration.register("toy")
    yield "toy"
    del gymnasium.registry[registration.gymnasium_id("toy")]
    del sys.modules["critter_envs.toy_v0"]


@pytest.fixture(params=["greedy_goose", "boo_to_the_goose", "goblins_breakfast", "toy"])
def game(request):
    """The name of each of these games."""
    return request.getfixturevalue("toy") if request.param == "toy" else request.param
