"""The deck, the deal, and how long games are."""

import numpy as np
import pytest
from games.goblins_breakfast.table import is_food, random_action

from critter_envs import Batch
from critter_envs.games.goblins_breakfast.cards import COPIES, FOOD, GOODS, WEAPON, of_kinds


def test_the_deck_has_thirty_food_twenty_weapon_and_ten_special_cards():
    deck = Batch("goblins_breakfast").states[0].deck
    assert of_kinds(deck, COPIES).sum() == 60
    assert of_kinds(deck, COPIES)[of_kinds(deck, FOOD) > 0].sum() == 30
    assert of_kinds(deck, COPIES)[of_kinds(deck, WEAPON) > 0].sum() == 20
    assert of_kinds(deck, COPIES)[GOODS:].tolist() == [4, 3, 3]


@pytest.mark.parametrize("num_players", range(2, 7))
def test_one_card_more_than_players_is_dealt_and_hands_are_empty(num_players):
    states = Batch("goblins_breakfast", 300, num_players).states
    assert (states.supply.sum(axis=1) == num_players + 1).all()
    assert not states.hand.any()
    assert not states.stomach.any()
    assert (states.supply.sum(axis=1) + states.discard.sum(axis=1) + states.pile_size == 60).all()


def test_the_whole_deck_is_shuffled():
    """Each kind is as often next as its number says, and at the bottom."""
    states = Batch("goblins_breakfast", 12_000, 2, seed=3).states
    expected = of_kinds(states.deck[0], COPIES) / 60
    for place in (0, 20, 40):
        found = np.bincount(states.pile[:, place] - 1, minlength=expected.size) / 12_000
        assert np.abs(found - expected).max() < 0.01


def test_the_matron_looks_after_setup():
    """Seldom the first supply has no food: it goes, and another one is dealt."""
    batch = Batch("goblins_breakfast", 3000, 2, seed=1)
    states = batch.states
    assert (states.supply[:, is_food(batch)].sum(axis=1) > 0).all()
    came = states.discard.any(axis=1)
    assert 100 < came.sum() < 600  # half of the cards are food: about one in eight
    assert not states.discard[:, is_food(batch)].any()
    assert (states.discard.sum(axis=1) == 57 - states.pile_size).all()
    assert states.discard.sum(axis=1).max() > 3  # she came twice


def test_a_deck_with_the_least_food_always_gives_a_first_turn():
    deck = [
        {"kind": "food", "value": 1, "hands": 1, "copies": 4},
        *({"kind": "weapon", "value": v, "hands": 1, "copies": 30} for v in (1, 2, 3)),
    ]
    batch = Batch("goblins_breakfast", 3000, 3, deck=deck)
    assert (batch.states.over == 0).all()
    assert (batch.states.supply[:, 0] > 0).all()
    assert batch.states.pile_size.min() < 40


def test_the_first_player_is_drawn_from_the_seed():
    assert np.bincount(Batch("goblins_breakfast", 400, 4).states.turn, minlength=4).min() > 70


@pytest.mark.parametrize("seat", range(3))
def test_first_player_fixes_it(seat):
    assert (Batch("goblins_breakfast", 20, 3, first_player=seat).player == seat).all()


@pytest.mark.parametrize("num_players", [2, 6])
def test_no_game_is_long(num_players):
    rng = np.random.default_rng(num_players)
    for seed in range(20):
        batch = Batch("goblins_breakfast", 1, num_players, seed, autoreset=False)
        while batch.player[0] >= 0:
            batch.step([random_action(batch, rng)])
        assert batch.states[0].over == 1
        assert batch.states[0].decisions < 200
