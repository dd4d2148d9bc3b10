"""Positions are checked on the way in: whatever is wrong is named, and nothing changes."""

import copy

import numpy as np
import pytest

from critter_envs import Batch
from critter_envs.core.errors import CritterError, PositionError


def _set(path, value):
    def edit(position):
        *above, last = path
        for key in above:
            position = position[key]
        position[last] = value

    return edit


def _drop(path):
    def edit(position):
        *above, last = path
        for key in above:
            position = position[key]
        del position[last]

    return edit


def _over(over, decisions):
    def edit(position):
        position["state"].update(over=over, pending=0, decisions=decisions)

    return edit


BAD = [
    (_set(["game"], "chess"), "of 'chess' version 1, not of 'greedy_goose' version 1"),
    (_set(["version"], 0), "version 0, not of"),
    (_set(["version"], True), "version True, not of"),
    (_drop(["rng"]), r"missing: \['rng'\]"),
    (_set(["extra"], 1), r"unknown: \['extra'\]"),
    (_set(["parameters"], []), "must be a mapping with num_players"),
    (_drop(["parameters", "num_players"]), "must be a mapping with num_players"),
    (_set(["parameters", "num_players"], 9), "can't be played by 9 players"),
    (_set(["parameters", "spare"], 9), "has no parameter 'spare'"),
    (_set(["seed"], -1), "seed is -1, but must be a whole number from 0"),
    (_set(["seed"], 0.5), "seed is 0.5"),
    (_set(["seed"], True), "seed is True"),
    (_set(["rng"], [1, 2, 3]), "must be 4 whole numbers"),
    (_set(["rng"], [0, 0, 0, 0]), "all zeros"),
    (_set(["rng"], [1, 2, 3, 2**32]), "rng is"),
    (_set(["state"], None), "the state of a position must be a mapping"),
    (_drop(["state", "hand"]), r"missing: \['hand'\]"),
    (_set(["rng"], [True, 2, 3, 4]), r"rng is \[True, 2, 3, 4\], but must be 4 whole numbers"),
    (_set(["state", "hand"], [[False] * 5] + [[0] * 5] * 5), r"hand is .* must be 6 × 5 whole numbers"),
    (_set(["state", "hand"], [[0] * 5] * 5), "must be 6 × 5 whole numbers"),
    (_set(["state", "hand"], [[0] * 5] * 5 + [[0]]), "hand is"),
    (_set(["state", "hand"], [np.zeros((2, 2), int), np.zeros((2, 3), int)]), "hand is"),
    (_set(["state", "hand"], "none"), "hand is 'none'"),
    (_set(["state", "turn"], 6), "turn is 6, but each value must be from 0 to 5"),
    (_set(["state", "turn"], 70000), "turn is 70000"),
    (_set(["state", "pending"], 0), "a running game waits for at least one"),
    (_set(["state", "pending"], 16), "a running game waits for at least one of its seats"),
    (_set(["state", "over"], 1), "over is 1"),
    (_set(["state", "decisions"], 100), "decisions is 100 and max_decisions is 100: a game that has reached its limit is over"),
    (_over(2, 99), "decisions is 99 and max_decisions is 100: a game is truncated exactly at its limit"),
    (_over(2, 101), "decisions is 101 and max_decisions is 100: a game is truncated exactly at its limit"),
    (_over(1, 101), "decisions is 101 and max_decisions is 100: .* none goes beyond it"),
    (_set(["state", "pending"], 3), "pending must be"),
    (_set(["state", "centre"], [0] * 8), "the deck has"),
]


@pytest.mark.parametrize(("edit", "message"), BAD)
def test_a_bad_position_is_refused_and_changes_nothing(edit, message):
    batch = Batch("greedy_goose", 1, seed=1, first_player=0)
    position = batch.position(0)
    edit(position)
    before = batch.states.tobytes(), batch.mask.tobytes(), batch.observation.tobytes()
    with pytest.raises(CritterError, match=message):
        batch.set_position(0, position)
    assert (batch.states.tobytes(), batch.mask.tobytes(), batch.observation.tobytes()) == before


def test_a_game_truncated_at_its_limit_is_a_position():
    position = Batch("greedy_goose", 1, seed=1).position(0)
    _over(2, 100)(position)
    Batch("greedy_goose", 1).set_position(0, position)


@pytest.mark.parametrize("position", [None, [], "x", 3, {}])
def test_what_is_no_position_at_all_is_refused(position):
    with pytest.raises(PositionError, match="a position"):
        Batch("greedy_goose", 1).set_position(0, position)


def test_every_number_of_a_position_matters():
    """Another value anywhere in the state of a good position is either refused or changes the bytes of the state."""
    batch = Batch("greedy_goose", 1, seed=1)
    position = batch.position(0)
    for name, value in position["state"].items():
        for change in (1, -1):
            other = copy.deepcopy(position)
            if isinstance(value, int):
                other["state"][name] = value + change
            else:
                row = other["state"][name]
                while isinstance(row[0], list):
                    row = row[0]
                row[0] += change
            fresh = Batch("greedy_goose", 1, seed=1)
            try:
                fresh.set_position(0, other)
            except PositionError:
                continue
            assert fresh.states.tobytes() != batch.states.tobytes(), name
