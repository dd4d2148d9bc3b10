"""The compiled game and a slow, plain one play the same games: views, masks, chance and results are equal."""

import numpy as np
import pytest
from games.good_critters.slow_critters import SlowCritters
from games.good_critters.table import legal, view

import critter_envs
from critter_envs import Batch
from critter_envs.core.generator import start

VARIANTS = [(n, {}) for n in range(4, 9)] + [
    (4, {"payoffs": True}),
    (5, {"payoffs": True, "deals": 3, "talk_rounds": 2, "boss_terms": 2}),
    (8, {"payoffs": True, "deals": 1, "talk_rounds": 3}),
    (4, {"payoffs": True, "memory": False}),
    (6, {"boss_terms": 1, "fuzz": "anywhere", "first_player": 3}),
    (5, {"boss_terms": 3, "fuzz": "top", "fuzz_parts": 2, "talk_rounds": 0}),
    (7, {"fuzz": "middle", "fuzz_parts": 5, "memory": False}),
]


@pytest.mark.parametrize(("num_players", "parameters"), VARIANTS)
def test_both_play_the_same_game(num_players, parameters):
    batch = Batch("good_critters", 1, num_players, autoreset=False, **parameters)
    rules = critter_envs.agent("rules", "good_critters")
    for seed in range(3):
        batch.reset(seed)
        slow = slow_game(batch, seed)
        rng = np.random.default_rng(seed)
        while not slow.over:
            compare(batch, slow, rng)
            sensible = seed == 1 and rng.random() < 0.7
            action = int(rules.act(batch.observation, batch.mask)[0]) if sensible else choice(batch, rng)
            batch.step([action])
            slow.choose(action)
        compare(batch, slow, rng)
        assert batch.player[0] == -1


def choice(batch, rng):
    """Random, but more games and deals get somewhere: players pass more often, vote no more often, accept most trades."""
    options = np.flatnonzero(batch.mask[0])
    weights = np.where(np.isin(options, (57, 61, 116)), 3.0, 1.0)
    return int(rng.choice(options, p=weights / weights.sum()))


def slow_game(batch, seed):
    """The same game from the same seed."""
    rng = np.zeros(4, np.int64)
    start(rng, seed, 0)
    parameters = batch.game.parameters_of(batch.states[0])
    players = parameters.pop("num_players")
    return SlowCritters(players, rng, **{k: v for k, v in parameters.items() if k not in ("reward", "memory", "max_decisions")})


def compare(batch, slow, rng):
    """Everything that both of them know; of the seats' views, one at a time, and all at the end."""
    s = batch.states[0]
    assert batch.player[0] == slow.to_act()
    assert s.rng.tolist() == slow.rng.tolist()
    assert batch.standings()[0][0, : slow.n].tolist() == slow.scores()
    if not slow.over:
        assert legal(batch) == slow.options()
    for seat in range(slow.n) if slow.over else [int(rng.integers(slow.n))]:
        o, expected = view(batch, seat), slow.observation(seat, bool(s.memory))
        for field in batch.game.observation_dtype.names:
            assert o[field].tolist() == padded(expected.get(field, 0), o[field].shape).tolist(), (field, seat)


def padded(value, shape):
    """Nested lists, filled up with zeros."""
    array = np.zeros(shape, int)
    if isinstance(value, list):
        for k, part in enumerate(value):
            array[k] = padded(part, shape[1:])
    else:
        array[...] = value
    return array
