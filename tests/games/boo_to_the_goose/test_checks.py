"""The checks that every game has to pass, at the table sizes that the shared tests leave out."""

import pytest

from critter_envs import testing
from critter_envs.envs.aec import AECGame

CHECKS = [
    testing.check_clones,
    testing.check_observe,
    testing.check_no_leak,
    testing.check_masks,
]


@pytest.mark.parametrize("check", CHECKS)
@pytest.mark.parametrize("num_players", [3, 5])
def test_it_passes(check, num_players):
    check(lambda: AECGame("boo_to_the_goose", num_players=num_players), seed=num_players, share=0.05)


@pytest.mark.parametrize("num_players", [3, 5])
def test_it_conserves_cards(num_players):
    testing.check_conservation(lambda: AECGame("boo_to_the_goose", num_players=num_players), seed=num_players)


def test_pictures_leak_nothing():
    testing.check_no_leak(lambda: AECGame("boo_to_the_goose", num_players=3, render_mode="rgb_array"), share=0.03, redeals=2)
