"""The compiled game and a slow, plain one play the same games: states, masks, observations and results are equal."""

import numpy as np
import pytest
from games.boo_to_the_goose.slow_boo import SlowBoo
from games.boo_to_the_goose.table import legal, random_action, view

import critter_envs
from critter_envs import Batch
from critter_envs.core.generator import start

KINDS = ("goose", "fox", "dog")


@pytest.mark.parametrize(
    ("num_players", "parameters"),
    [(n, {}) for n in range(2, 6)]
    + [(3, {"memory": False}), (4, {"first_player": 2}), (2, {"remove_four": True}), (5, {"remove_four": True})],
)
def test_both_play_the_same_game(num_players, parameters):
    batch = Batch("boo_to_the_goose", 1, num_players, autoreset=False, **parameters)
    rules = critter_envs.agent("rules", "boo_to_the_goose")
    for seed in range(4):
        batch.reset(seed)
        slow = slow_game(batch, seed)
        rng = np.random.default_rng(seed)
        compare(batch, slow)
        while not slow.over:
            sensible = seed % 2 and rng.random() < 0.7  # random players seldom stop
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
    return SlowBoo(parameters["num_players"], rng, parameters["remove_four"], parameters["first_player"])


def compare(batch, slow):
    """Everything that both of them know."""
    s = batch.states[0]
    assert (batch.player[0] == -1) == slow.over
    assert s.turn == slow.turn
    assert s.rng.tolist() == slow.rng.tolist()
    if not slow.over:
        assert legal(batch) == slow.options()
    for seat in range(slow.players):
        for heap, cards in (("hand", slow.hands), ("pile", slow.piles), ("removed", slow.removed)):
            assert s[heap][seat].tolist() == [sum(card.kind == kind for card in cards[seat]) for kind in KINDS]
        o = view(batch, seat)
        for field, value in slow.observation(seat, bool(s.memory)).items():
            expected = np.zeros(o[field].shape, int)
            fill(expected, value)
            assert o[field].tolist() == expected.tolist(), (field, seat)


def fill(places, value):
    """Write nested lists into an array that has room for more."""
    if not isinstance(value, list):
        places[...] = value
        return
    for place, part in enumerate(value):
        if isinstance(part, list):
            fill(places[place], part)
        else:
            places[place] = part
