"""The compiled game and a slow, plain one play the same games: states, masks, observations and results are equal."""

import numpy as np
import pytest
from games.greedy_greedy_goblins.slow_goblins import CARDS, TILES, SlowGoblins, tally
from games.greedy_greedy_goblins.table import GAME, LABELS, legal, random_action, view

import critter_envs
from critter_envs import Batch
from critter_envs.core.generator import start

NAMES = {action: label for label, action in LABELS.items()}


@pytest.mark.parametrize(
    ("num_players", "parameters"),
    [
        (2, {}),
        (3, {}),
        (4, {}),
        (3, {"memory": False}),
        (2, {"memory": False, "clans": ["Glittergreed", "Fangferalz"]}),
        (4, {"target": 25, "guildmaster_coins": 1}),
    ],
)
def test_both_play_the_same_game(num_players, parameters):
    batch = Batch(GAME, 1, num_players, autoreset=False, max_decisions=400, **parameters)
    rules = critter_envs.agent("rules", GAME)
    for seed in range(5):
        batch.reset(seed)
        slow = slow_game(batch, seed)
        rng = np.random.default_rng(seed)
        compare(batch, slow)
        while not slow.over and batch.player[0] >= 0:
            sensible = rng.random() < (0.0, 0.7, 0.95)[seed % 3]  # random players seldom fill caves or hold many cards
            action = int(rules.act(batch.observation, batch.mask)[0]) if sensible else random_action(batch, rng)
            batch.step([action])
            slow.choose(NAMES[action])
            compare(batch, slow)
        assert batch.standings()[0][0, :num_players].tolist() == slow.coins


def slow_game(batch, seed):
    """The same game from the same seed."""
    rng = np.zeros(4, np.int64)
    start(rng, seed, 0)
    parameters = batch.game.parameters_of(batch.states[0])
    names = ("clans", "target", "guildmaster_coins")
    return SlowGoblins(parameters["num_players"], rng, **{name: parameters[name] for name in names})


def compare(batch, slow):
    """Everything that both of them know."""
    s = batch.states[0]
    assert (s.over == 1) == slow.over
    assert s.rng.tolist() == slow.rng.tolist()
    assert s.pool.tolist() == tally(slow.pool, TILES)
    assert s.deck.tolist() == tally(slow.deck, CARDS)
    for seat in range(slow.players):
        assert s.hand[seat].tolist() == tally(slow.hands[seat], CARDS)
    if s.over:
        return
    assert batch.player[0] == slow.turn
    assert legal(batch) == slow.options
    for seat in range(slow.players) if s.decisions % 3 == 0 else ():  # looking takes the most time
        o = view(batch, seat)
        table, caves = slow.observation(seat, bool(s.memory))
        assert set(table) | {"caves"} == set(o.dtype.names)
        compare_fields(o, table, seat)
        for number, expected in enumerate(caves):
            assert set(expected) == set(o.caves[number].dtype.names)
            compare_fields(o.caves[number], expected, (seat, number))
        assert not any(o.caves[number].tobytes().strip(b"\0") for number in range(len(caves), 8))


def compare_fields(o, expected, where):
    """Each field of a record; what is beyond the seats that are taken must be zero."""
    for field, value in expected.items():
        seen, value = np.asarray(o[field]), np.asarray(value)
        inside = tuple(slice(size) for size in value.shape)
        assert (seen[inside] == value).all(), (field, where)
        assert seen.sum() == value.sum(), (field, where)
