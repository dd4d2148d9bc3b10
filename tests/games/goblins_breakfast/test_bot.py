"""The rule-based player: strong enough, and sensible where it is clear what is sensible."""

import numpy as np
import pytest
from games.goblins_breakfast.table import SMALL_DECK, discard, eat, fight, steal, table, take

import critter_envs
from critter_envs import Batch

RULES = critter_envs.agent("rules", "goblins_breakfast")


def choice(batch):
    """What it does in the game of a batch of one."""
    return int(RULES.act(batch.observation, batch.mask)[0])


@pytest.mark.parametrize("num_players", range(2, 7))
def test_it_beats_random_players(num_players):
    opponents = ["random"] * (num_players - 1)
    result = critter_envs.play_match("goblins_breakfast", ["rules", *opponents], num_players, 3000, seed=1)
    assert result["rules"].wins.low > 0.95


@pytest.mark.parametrize("parameters", [{}, {"memory": False}, {"deck": SMALL_DECK}])
def test_it_plays_legally_at_every_table(parameters):
    batch = Batch("goblins_breakfast", 200, range(2, 7), **parameters)
    for _ in range(150):
        batch.step(RULES.act(batch.observation, batch.mask))  # an illegal action raises


def test_it_brings_games_to_an_end():
    batch = Batch("goblins_breakfast", 500, range(2, 7), autoreset=False)
    while (batch.player >= 0).any():
        running = np.flatnonzero(batch.player >= 0)
        batch.step_some(running, RULES.act(batch.observation[running], batch.mask[running]))
    assert (batch.states.over == 1).all()
    assert batch.states.decisions.max() < 250


def test_it_always_does_the_same_in_the_same_position():
    batch = Batch("goblins_breakfast", 100, 4, seed=4)
    first = RULES.act(batch.observation, batch.mask)
    assert (critter_envs.agent("rules", "goblins_breakfast", seed=9).act(batch.observation, batch.mask) == first).all()


def test_it_takes_the_best_food_when_nothing_else_matters():
    batch = table(["", "", ""], "food 1, food 2, big food 6, weapon 1", "2 weapon 2, 6 food 2")
    assert choice(batch) == take("big food 6", batch)


def test_it_eats_when_its_hands_are_full():
    batch = table(["big food 6", "weapon 2", ""], "food 1, food 2, big food 5, weapon 1", "2 weapon 3, 5 food 2")
    assert choice(batch) == eat("big food 6", batch)


def test_it_steals_the_best_food_when_it_is_stronger():
    batch = table(["weapon 2", "food 3, food 1", "food 2, weapon 1"], "grab-berries 1, food 1, 2 weapon 1", "6 food 2")
    assert choice(batch) == steal(1, "food 3", batch)


def test_it_takes_the_extra_turn_first():
    batch = table(["", "", ""], "Feeding Frenzy, food 1, food 2, weapon 1", "6 food 2")
    assert choice(batch) == take("Feeding Frenzy", batch)


def test_it_counts_only_what_hands_can_hold():
    """The best food would cost it both cards."""
    batch = table(["2 food 2", "", ""], "big food 6, 3 weapon 1", "6 food 3")
    assert choice(batch) == eat("food 2", batch)
    batch = table(["", "", ""], "big food 6, 3 weapon 1", "6 food 3")
    assert choice(batch) == take("big food 6", batch)


def test_it_throws_away_what_is_worth_least():
    batch = table(["food 1, food 3", "", ""], "food 3, 3 food 2", "4 food 2, weapon 3")
    batch.step([take("food 3", batch)])
    assert choice(batch) == discard("food 1", batch)


def test_it_throws_at_the_one_who_leads():
    stomachs = ["", "food 1", "big food 6, big food 5, food 3"]
    batch = table(["", "food 3", "food 3"], "food 1, 2 food 2", "4 food 2", special="food fight", stomachs=stomachs)
    assert choice(batch) == fight(2, "food 3", batch)


def test_it_ends_the_game_as_its_winner():
    """The deck is gone: a card taken ends the game, and food in hand counts."""
    batch = table(["food 3", "food 1", ""], "3 food 2, weapon 1", stomachs=["food 3", "big food 5", ""])
    assert choice(batch) == take("food 2", batch)


def test_it_does_not_end_the_game_as_its_loser():
    batch = table(["food 3", "food 1", ""], "3 food 2, weapon 1", stomachs=["food 3", "big food 6, big food 5", ""])
    assert choice(batch) == eat("food 3", batch)


def test_it_looks_at_nothing_but_the_observation():
    """Another order of what it can't know, the same choice."""
    batch = Batch("goblins_breakfast", 1, 4, seed=8, memory=False)
    rng = np.random.default_rng(1)
    for _ in range(90):
        chosen = choice(batch)
        other = batch.clone()
        other.redeal(0, int(batch.player[0]))
        assert choice(other) == chosen
        batch.step([int(rng.choice(np.flatnonzero(batch.mask[0])))])
