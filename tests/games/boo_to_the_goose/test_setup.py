"""How a game is prepared, and how long it takes: many games at once."""

import numpy as np
import pytest

from critter_envs import Batch
from critter_envs.games.boo_to_the_goose.cards import CARD_SET


@pytest.mark.parametrize("num_players", range(2, 6))
def test_everybody_draws_five_cards_of_a_set_of_their_own(num_players):
    states = Batch("boo_to_the_goose", 200, num_players).states
    assert (states.hand[:, :num_players].sum(axis=2) == 5).all()
    assert (states.hand[:, :num_players] + states.pile[:, :num_players] == CARD_SET).all()
    assert not states.removed.any()
    assert not states.row.any()


def test_each_hand_is_equally_likely():
    """Of five cards, a fraction of 15/24 are geese, 5/24 foxes and 4/24 dogs."""
    drawn = Batch("boo_to_the_goose", 4000, 5).states.hand.reshape(-1, 3).sum(axis=0)
    np.testing.assert_allclose(drawn / drawn.sum(), CARD_SET / 24, atol=0.006)


def test_the_variation_removes_four_cards_of_each_set():
    states = Batch("boo_to_the_goose", 400, 3, remove_four=True).states
    assert (states.removed[:, :3].sum(axis=2) == 4).all()
    assert (states.hand[:, :3] + states.pile[:, :3] + states.removed[:, :3] == CARD_SET).all()
    np.testing.assert_allclose(states.removed.sum(axis=(0, 1)) / states.removed.sum(), CARD_SET / 24, atol=0.03)


def test_the_first_player_is_drawn_from_the_seed():
    turns = Batch("boo_to_the_goose", 400, 4).states.turn
    assert np.bincount(turns, minlength=4).min() > 70


@pytest.mark.parametrize("seat", range(3))
def test_first_player_fixes_it(seat):
    assert (Batch("boo_to_the_goose", 20, 3, first_player=seat).player == seat).all()


@pytest.mark.parametrize(("remove_four", "cards"), [(False, 24), (True, 20)])
@pytest.mark.parametrize("num_players", range(2, 6))
def test_all_win_piles_together_hold_all_cards_in_play(num_players, remove_four, cards):
    batch = Batch("boo_to_the_goose", 30, num_players, autoreset=False, remove_four=remove_four)
    rng = np.random.default_rng(num_players)
    while (batch.player >= 0).any():
        batch.step(np.where(batch.mask, rng.random(batch.mask.shape), -1).argmax(axis=1))
    assert (batch.states.over == 1).all()
    assert (batch.standings()[0].sum(axis=1) == cards * num_players).all()


@pytest.mark.parametrize("num_players", range(2, 6))
def test_a_game_takes_at_most_44_decisions_a_player(num_players):
    """24 cards, 15 geese turned, and five chases, each of which ends with a dog or with a stop."""
    rng = np.random.default_rng(0)
    batch = Batch("boo_to_the_goose", 200, num_players, autoreset=False)
    while (batch.player >= 0).any():
        batch.step(np.where(batch.mask, rng.random(batch.mask.shape), -1).argmax(axis=1))
    assert 30 * num_players < batch.states.decisions.max() <= 44 * num_players
    assert (batch.states.over == 1).all()
