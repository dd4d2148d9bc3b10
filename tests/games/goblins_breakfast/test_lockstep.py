"""The compiled game and a slow, plain one play the same games: states, masks, observations and results are equal."""

import numpy as np
import pytest
from games.goblins_breakfast.slow_goblins import SlowGoblins
from games.goblins_breakfast.table import legal, random_action, view

import critter_envs
from critter_envs import Batch
from critter_envs.core.generator import start

STRANGE = [
    {"kind": "weapon", "value": 9, "hands": 2, "copies": 5},
    {"kind": "food", "value": 2, "hands": 2, "copies": 4, "effect": "grab-berries"},
    {"kind": "special", "copies": 9, "effect": "snatch"},
    {"kind": "food", "value": 7, "hands": 1, "copies": 3},
    {"kind": "weapon", "value": 1, "hands": 1, "copies": 20},
    {"kind": "special", "copies": 5, "effect": "feeding frenzy"},
    {"kind": "food", "value": 1, "hands": 2, "copies": 2},
]


@pytest.mark.parametrize(
    ("num_players", "parameters"),
    [(n, {}) for n in range(2, 7)]
    + [(3, {"memory": False}), (4, {"first_player": 2}), (2, {"deck": STRANGE}), (5, {"deck": STRANGE})],
)
def test_both_play_the_same_game(num_players, parameters):
    batch = Batch("goblins_breakfast", 1, num_players, autoreset=False, **parameters)
    rules = critter_envs.agent("rules", "goblins_breakfast")
    for seed in range(12):
        batch.reset(seed)
        slow = slow_game(batch, seed)
        rng = np.random.default_rng(seed)
        compare(batch, slow)
        while not slow.over:
            sensible = seed % 2 and rng.random() < 0.7  # random players seldom eat the last food
            action = int(rules.act(batch.observation, batch.mask)[0]) if sensible else random_action(batch, rng)
            batch.step([action])
            slow.choose(action)
            compare(batch, slow)
        scores, shares = batch.standings()
        expected, winners = slow.results()
        assert scores[0, :num_players].tolist() == expected
        assert (shares[0, :num_players] > 0).tolist() == winners


def slow_game(batch, seed):
    """The same game from the same seed."""
    rng = np.zeros(4, np.int64)
    start(rng, seed, 0)
    parameters = batch.game.parameters_of(batch.states[0])
    return SlowGoblins(parameters["num_players"], parameters["deck"], rng, parameters["first_player"])


def compare(batch, slow):
    """Everything that both of them know."""
    s = batch.states[0]
    assert (batch.player[0] == -1) == slow.over
    assert (s.pile[: s.pile_size] - 1).tolist() == slow.deck
    if not slow.over:
        assert batch.player[0] == slow.turn
        assert legal(batch) == slow.options()
    for seat in range(slow.players):
        o = view(batch, seat)
        for field, value in slow.observation(seat, bool(s.memory)).items():
            seen = o[field].tolist()
            assert (seen[: len(value)] if isinstance(value, list) else seen) == value, (field, seat)
            assert not np.any(o[field].flat[np.size(value) :])
