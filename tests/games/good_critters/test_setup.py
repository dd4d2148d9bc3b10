"""Setup: stashes, the pile, and where THE FUZZ! may lie."""

import numpy as np
import pytest

from critter_envs import Batch
from critter_envs.games.good_critters import actions as a

SIZES = range(4, 9)


@pytest.mark.parametrize("num_players", SIZES)
def test_everybody_starts_with_one_card_of_each_value_and_all_know_it(num_players):
    s = Batch("good_critters", 1, num_players).states[0]
    assert (s.stash[:num_players] == 1).all()
    for observer in range(num_players):
        for holder in range(num_players):
            assert (s.known[observer, holder] == (observer != holder)).all()


@pytest.mark.parametrize("num_players", SIZES)
def test_the_first_round_shows_a_card_for_each_player_and_two_more(num_players):
    states = Batch("good_critters", 50, num_players).states
    assert (states.loot.sum(axis=1) == num_players + 2).all()
    assert (states.pile.sum(axis=1) == 140 - 5 * num_players - 2).all()


def test_the_first_boss_is_drawn_from_the_seed():
    bosses = Batch("good_critters", 400, 4).states.boss
    assert np.bincount(bosses, minlength=4).min() > 70


@pytest.mark.parametrize("seat", range(5))
def test_first_player_fixes_the_boss(seat):
    batch = Batch("good_critters", 20, 5, first_player=seat)
    assert (batch.states.boss == seat).all()
    assert (batch.player == seat).all()
    assert (batch.states.phase == a.HANDING_OUT).all()


@pytest.mark.parametrize(
    ("parameters", "fewest", "most"),
    [
        ({}, 65, 98),  # of 98 cards, the parts hold 32, 33 and 33
        ({"fuzz": "middle"}, 32, 65),
        ({"fuzz": "top"}, 0, 32),
        ({"fuzz": "anywhere"}, 0, 98),
        ({"fuzz": "middle", "fuzz_parts": 4}, 24, 49),
        ({"fuzz": "bottom", "fuzz_parts": 20}, 93, 98),
        ({"fuzz": "top", "fuzz_parts": 1}, 0, 98),
    ],
)
def test_the_fuzz_is_shuffled_into_a_part_of_the_pile(parameters, fewest, most):
    above = Batch("good_critters", 3000, 8, **parameters).states.fuzz_above
    assert (above.min(), above.max()) == (fewest, most)
    seen = np.bincount(above - fewest)
    expected = 3000 / len(seen)
    assert ((seen - expected) ** 2 / expected).sum() < len(seen) + 4 * np.sqrt(2 * len(seen))  # chi-square


def test_with_payoffs_everybody_has_five_payoff_cards():
    assert (Batch("good_critters", 1, 4, payoffs=True).states[0].payoff_cards == [5, 5, 5, 5, 0, 0, 0, 0]).all()
    assert not Batch("good_critters", 1, 4).states[0].payoff_cards.any()
