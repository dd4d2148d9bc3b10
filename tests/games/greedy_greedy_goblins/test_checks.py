"""The checks that every game has to pass, in short games."""

import pytest

from critter_envs import testing
from critter_envs.envs.aec import AECGame

CHECKS = [
    testing.check_clones,
    testing.check_observe,
    testing.check_no_leak,
    testing.check_masks,
]


def game(num_players, **more):
    return AECGame("greedy_greedy_goblins", num_players=num_players, target=12, max_decisions=300, **more)


@pytest.mark.parametrize("check", CHECKS)
@pytest.mark.parametrize("num_players", [2, 3, 4])
def test_it_passes(check, num_players):
    check(lambda: game(num_players), seed=num_players, share=0.05)


@pytest.mark.parametrize("num_players", [2, 3, 4])
def test_it_conserves_everything(num_players):
    testing.check_conservation(lambda: game(num_players), seed=num_players)


def test_without_memory_it_leaks_nothing_either():
    testing.check_no_leak(lambda: game(3, memory=False), share=0.05)


def test_pictures_leak_nothing():
    testing.check_no_leak(lambda: game(3, render_mode="rgb_array"), share=0.02, redeals=2)
