"""The compiled game and a slow, plain one play the same games: states, masks, observations and results are equal."""

import numpy as np
import pytest
from games.greedy_goose.slow_goose import ACTION_CARDS, COLOURS, SlowGoose
from games.greedy_goose.table import legal, random_action, view

import critter_envs
from critter_envs import Batch
from critter_envs.core.generator import start

STRANGE = {"blue": 4, "red": 7, "yellow": 2, "green": 9, "purple": 9, "gift": 6, "steal": 9, "gift or steal": 5}


@pytest.mark.parametrize(
    ("num_players", "parameters"),
    [(n, {}) for n in range(2, 7)] + [(3, {"memory": False}), (4, {"first_player": 2}), (4, {"deck": STRANGE})],
)
def test_both_play_the_same_game(num_players, parameters):
    batch = Batch("greedy_goose", 1, num_players, autoreset=False, **parameters)
    rules = critter_envs.agent("rules", "greedy_goose")
    for seed in range(16):
        batch.reset(seed)
        slow = slow_game(batch, seed)
        rng = np.random.default_rng(seed)
        compare(batch, slow)
        while not slow.over:
            sensible = seed % 2 and rng.random() < 0.7  # random players seldom hold full hands
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
    return SlowGoose(parameters["num_players"], parameters["deck"], rng, parameters["first_player"])


def compare(batch, slow):
    """Everything that both of them know."""
    s = batch.states[0]
    assert (batch.player[0] == -1) == slow.over
    assert s.turn == slow.turn
    assert s.centre.tolist() == [slow.centre.count(kind) for kind in COLOURS + ACTION_CARDS]
    assert s.out.tolist() == [slow.out.count(kind) for kind in COLOURS + ACTION_CARDS]
    assert s.rng.tolist() == slow.rng.tolist()
    if not slow.over:
        assert legal(batch) == slow.options()
    for seat in range(slow.players):
        o = view(batch, seat)
        for field, value in slow.observation(seat, bool(s.memory)).items():
            seen = o[field].tolist()
            assert (seen[: len(value)] if isinstance(value, list) else seen) == value, (field, seat)
            assert not np.any(o[field].flat[np.size(value) :])
