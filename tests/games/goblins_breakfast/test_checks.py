"""The checks that every game has to pass, at the table sizes that the shared tests leave out, and with another deck."""

import pytest
from games.goblins_breakfast.table import SMALL_DECK

from critter_envs import testing
from critter_envs.envs.aec import AECGame

CHECKS = [testing.check_clones, testing.check_observe, testing.check_no_leak, testing.check_masks]


@pytest.mark.parametrize("check", CHECKS)
@pytest.mark.parametrize(
    "arguments", [{"num_players": 3}, {"num_players": 6}, {"num_players": 2, "deck": SMALL_DECK, "memory": False}]
)
def test_it_passes(check, arguments):
    check(lambda: AECGame("goblins_breakfast", **arguments), seed=3, games=1, share=0.04)


@pytest.mark.parametrize("num_players", range(2, 7))
def test_it_conserves_cards(num_players):
    testing.check_conservation(lambda: AECGame("goblins_breakfast", num_players=num_players), seed=num_players, games=2)


def test_pictures_leak_nothing():
    make = lambda: AECGame("goblins_breakfast", num_players=3, memory=False, render_mode="rgb_array")  # noqa: E731
    testing.check_no_leak(make, share=0.04, redeals=2)
