"""The rule-based player: strong enough, and sensible where it is clear what is sensible."""

import numpy as np
import pytest
from games.greedy_goose.table import give, steal, table, view

import critter_envs
from critter_envs import Batch
from critter_envs.games.greedy_goose.bot import count_cards
from critter_envs.games.greedy_goose.rules import DECLINE, FLIP, PASS, STOP

RULES = critter_envs.agent("rules", "greedy_goose")


def choice(batch):
    """What it does in the game of a batch of one."""
    return int(RULES.act(batch.observation, batch.mask)[0])


@pytest.mark.parametrize(("num_players", "share"), [(2, 0.82), (3, 0.68), (4, 0.60), (5, 0.55), (6, 0.52)])
def test_it_beats_random_players(num_players, share):
    opponents = ["random"] * (num_players - 1)
    result = critter_envs.play_match("greedy_goose", ["rules", *opponents], num_players, 3000, seed=1)
    assert result["rules"].wins.low > share


@pytest.mark.parametrize(
    "parameters", [{}, {"memory": False}, {"deck": {"purple": 90, "gift": 40}}, {"deck": {"blue": 9, "red": 40}}]
)
def test_it_plays_legally_at_every_table(parameters):
    batch = Batch("greedy_goose", 200, range(2, 5), **parameters)
    for _ in range(150):
        batch.step(RULES.act(batch.observation, batch.mask))  # an illegal action raises


def test_it_plays_large_tables_legally():
    batch = Batch("greedy_goose", 200, [5, 6])
    for _ in range(150):
        batch.step(RULES.act(batch.observation, batch.mask))


def test_it_always_does_the_same_in_the_same_position():
    batch = Batch("greedy_goose", 100, 4, seed=4)
    first = RULES.act(batch.observation, batch.mask)
    assert (critter_envs.agent("rules", "greedy_goose", seed=9).act(batch.observation, batch.mask) == first).all()


def test_it_counts_what_is_left_in_the_centre():
    """Where it knows all hands, it knows the centre."""
    known = [(0, 1, "1 blue, 2 green"), (0, 2, "3 purple")]
    centre = "2 blue, 3 yellow, 1 gift, 1 steal, 3 gift or steal"
    batch = table(["1 red", "1 blue, 2 green", "3 purple"], centre, "1 purple", action_card="steal", known=known)
    hidden, chance = count_cards(view(batch, 0))
    np.testing.assert_allclose(hidden, [0.4, 0, 0.6, 0, 0])
    np.testing.assert_allclose(chance, [0.2, 0, 0.3, 0, 0, 0.1, 0.1, 0.3])


def test_it_spreads_the_unknown_cards_over_centre_and_hands():
    """Three of the ten hidden snacks are in the hand, action cards are not: four of eleven cards in the centre."""
    batch = table(
        ["1 red", "1 blue, 2 purple"],
        "2 blue, 5 purple, 4 gift or steal",
        deck={"red": 5, "blue": 3, "purple": 7, "gift or steal": 4},
    )
    hidden, chance = count_cards(view(batch, 0))
    np.testing.assert_allclose(hidden, [0.3, 0, 0, 0, 0.7])
    np.testing.assert_allclose(chance, np.array([2.1, 0, 0, 0, 4.9, 0, 0, 4]) / 11)


def test_it_flips_where_no_flip_can_hurt():
    """All that is left are colours of which it has none, and none lies face up."""
    assert choice(table(["1 blue", "1 red"], "2 green, 2 yellow", "1 purple")) == FLIP


def test_it_stops_before_a_flip_that_would_burst():
    assert choice(table(["1 red", "1 green"], "5 red", "1 red, 1 yellow, 1 purple")) == STOP


def test_it_passes_rather_than_take_what_bursts():
    assert choice(table(["1 blue, 1 green", "1 blue"], "5 blue", "1 blue")) == PASS


def test_it_takes_the_last_cards():
    assert choice(table(["1 green", "1 purple"], "", "1 red")) == STOP


def test_it_leaves_the_last_cards_if_they_cost_more_than_they_bring():
    assert choice(table(["1 blue", "1 purple"], "", "1 red, 1 blue")) == PASS


def test_it_bursts_another_player_with_a_gift():
    """Three greens for one."""
    known = [(0, 1, "3 green")]
    batch = table(["1 green, 1 red", "3 green", "1 red"], action_card="gift", known=known)
    assert choice(batch) == give("green", 1)


def test_it_bursts_the_player_whom_it_costs_most():
    known = [(0, 1, "1 red"), (0, 2, "4 purple"), (0, 3, "2 red")]
    batch = table(["1 purple, 1 red", "1 red", "4 purple", "2 red"], action_card="gift", known=known)
    assert choice(batch) == give("purple", 2)


def test_it_steals_what_it_knows_to_be_worth_most():
    known = [(0, 1, "1 red"), (0, 2, "1 blue")]
    batch = table(["1 yellow", "1 red", "1 blue"], action_card="steal", known=known)
    assert choice(batch) == steal(2)


def test_it_declines_to_steal_what_would_burst_it():
    batch = table(["4 purple", "1 purple"], action_card="steal", known=[(0, 1, "1 purple")])
    assert choice(batch) == DECLINE


def test_it_declines_to_give_a_card_that_helps():
    batch = table(["1 blue", ""], action_card="gift")
    assert choice(batch) == DECLINE


def test_it_looks_at_nothing_but_the_observation():
    """Another deal of what it can't know, the same choice."""
    batch = Batch("greedy_goose", 1, 4, seed=8)
    rng = np.random.default_rng(1)
    for _ in range(200):
        chosen = choice(batch)
        other = batch.clone()
        other.redeal(0, int(batch.player[0]))
        assert choice(other) == chosen
        batch.step([int(rng.choice(np.flatnonzero(batch.mask[0])))])
