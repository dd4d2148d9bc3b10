"""The variation, and positions that no game could be in."""

import numpy as np
import pytest
from games.boo_to_the_goose.table import PLAY_FOX, act, table, turn

from critter_envs import Batch
from critter_envs.core.errors import ParameterError, PositionError
from critter_envs.core.positions import state_from
from critter_envs.games.boo_to_the_goose import GAME
from critter_envs.games.boo_to_the_goose.position import reveal

FOX = "1 fox, 4 goose"


def test_the_variation_survives_the_next_game():
    batch = Batch("boo_to_the_goose", 4, 2, remove_four=True)
    assert batch.play_random(300) > 4
    assert (batch.states.removed[:, :2].sum(axis=2) == 4).all()


@pytest.mark.parametrize("value", [None, 4, 1, "yes"])
def test_the_variation_is_played_or_not(value):
    with pytest.raises(ParameterError, match=r"remove_four can't be .* True or False"):
        Batch("boo_to_the_goose", 1, 2, remove_four=value)


@pytest.mark.parametrize("num_players", [1, 6])
def test_two_to_five_can_play(num_players):
    with pytest.raises(ParameterError, match="from 2 to 5"):
        Batch("boo_to_the_goose", 1, num_players)


def broken(changes, in_chase=True, **parameters):
    """A position with some numbers changed: triples of field, place and value."""
    rows = ["goose dog", "goose dog goose", "goose goose dog"]
    batch = table(rows, [None, FOX], played=5, turn=1, **parameters)
    if in_chase:
        act(batch, PLAY_FOX, turn(1))
    s = batch.states[0]
    for field, place, value in changes:
        if place == ():
            s[field] = value
        else:
            s[field][place] = value
    return s


def test_the_position_that_is_broken_below_is_sound():
    GAME.check(broken([]))
    GAME.check(broken([], in_chase=False))


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ([("won_geese", (0, 0), 5)], "the set of seat 0 has .*'goose': 16"),
        ([("won_foxes", (2, 1), 1)], "the set of seat 1 has .*'fox': 6"),
        ([("won_dogs", 2, 1)], "the set of seat 2 has .*'dog': 5"),
        ([("row", (0, 0), 2)], "the set of seat 0 has"),
        ([("removed", (1, 0), 1), ("won_geese", (1, 1), 1)], "removed is .* for seat 1, but must hold 0 cards"),
        ([("hand", (3, 0), 1)], "a seat from 3 on"),
        ([("won_geese", (0, 3), 1)], "a seat from 3 on"),
        ([("laid", (4, 0), 1)], "a seat from 3 on"),
        ([("turn", (), 3)], "the turn is seat 3's"),
        ([("turn", (), 3), ("pending", (), 0), ("over", (), 2)], "the turn is seat 3's"),
        ([("turn", (), 0)], "pending must be 1"),
        ([("flips", (), 2)], "flips is 2, but 1 geese lie face up"),
        ([("target", (), -1)], "outside of a chase"),
        ([("target", (), 1)], "the target is seat 1; it must"),
        ([("target", (), 3)], "the target is seat 3; it must"),
        ([("row", (2, 0), 1), ("row", (1, 0), 3)], "in the row of the chaser"),
        ([("row", (0, 2), 1), ("row", (0, 0), 0)], "free places must come last"),
        ([("laid", (0, 1), 1)], "they must rise from 1 to 6 at most"),
        ([("laid", (0, 0), 0)], "they must rise from 1"),
        ([("laid", (1, 2), 6)], "they must rise from 1 to 5 at most"),
        ([("laid", (1, 4), 6)], "free places must come last"),
        ([("hand", (0, 0), 4), ("pile", (0, 0), 6)], "it must have 5 in hand"),
        ([("hand", (1, 0), 5), ("pile", (1, 0), 6)], "it must have 4 in hand"),
    ],
)
def test_a_position_that_no_game_could_be_in_is_refused(changes, message):
    with pytest.raises(PositionError, match=message):
        GAME.check(broken(changes))


@pytest.mark.parametrize(
    ("turned", "target", "sound"),
    [
        ("", 2, True),
        ("", 3, False),
        ("", 0, False),
        ("2", 3, True),
        ("2", 0, False),
        ("3", 0, False),
        ("23", 0, True),
        ("230", 3, True),  # the only card of seat 2 lies open
        ("230", 0, False),
        ("2303", 0, True),
        ("2300", 0, False),
    ],
)
def test_a_chase_has_come_to_its_target_clockwise(turned, target, sound):
    batch = table(["goose goose goose", "goose", "goose", "goose goose goose"], [None, FOX], played=4, turn=1)
    act(batch, PLAY_FOX)
    s = batch.states[0]
    s.target, s.flips = target, len(turned)
    for seat in map(int, turned):
        s.row[seat, np.flatnonzero(s.row[seat] == 1)[-1]] = 3
    if sound:
        GAME.check(s)
    else:
        with pytest.raises(PositionError, match="a chase goes clockwise round the table from the left neighbour of seat 1"):
            GAME.check(s)


def test_all_must_have_played_equally_often():
    with pytest.raises(PositionError, match=r"have played \[5, 6, 5, 0, 0\] cards, which can't be when the turn is seat 1's"):
        GAME.check(broken([("turns", 0, 5), ("pile", (0, 0), 6), ("won_geese", (0, 0), 3)]))


def test_nobody_can_have_played_twice_more_than_another():
    ahead = [("turns", 2, 7), ("pile", (2, 0), 4), ("won_geese", (2, 2), 4)]
    with pytest.raises(PositionError, match=r"have played \[6, 6, 7, 0, 0\] cards, which can't be when the turn is seat 1's"):
        GAME.check(broken(ahead))


def test_who_was_first_must_fit_the_parameter():
    s = broken([], first_player=None)
    GAME.check(s)
    s.first_player = 1
    with pytest.raises(PositionError, match="which can't be when the turn is seat 1's"):
        GAME.check(s)


@pytest.mark.parametrize("over", [0, 1])
def test_the_game_is_over_exactly_when_all_has_been_played(over):
    if over:
        s = broken([("over", (), 1), ("pending", (), 0)], in_chase=False)
    else:
        batch = Batch("boo_to_the_goose", 1, 2, seed=1, autoreset=False)
        while batch.player[0] >= 0:
            batch.step([int(batch.mask[0].argmax())])
        s = batch.states[0]
        GAME.check(s)
        s.over, s.pending = 0, 1 << s.turn
    with pytest.raises(PositionError, match="it must be 1 exactly when all have played their cards"):
        GAME.check(s)


def test_reveal_lets_every_seat_see_everything():
    batch = table(["goose dog", "dog goose goose"], ["5 goose", "1 fox, 3 goose, 1 dog"], played=3, memory=False)
    reveal(batch.states[0])
    observations, _ = batch.observe([0, 0], [0, 1])
    own, other = (o.view(GAME.observation_dtype)[0] for o in observations)
    assert own["hand"][:2].tolist() == [[5, 0, 0], [3, 1, 1]] == other["hand"][[1, 0]].tolist()
    assert own["kind"][:2, :3].tolist() == [[1, 2, 0], [2, 1, 1]] == other["kind"][[1, 0], :3].tolist()
    assert own["laid"][:2, :3].tolist() == [[1, 2, 0], [1, 2, 3]]
    state_from(GAME, batch.position(0))
