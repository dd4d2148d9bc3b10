"""An observation in words and as a picture."""

import subprocess
import sys

import numpy as np
import pytest
from games.greedy_goose.table import random_action, table, view

from critter_envs import Batch
from critter_envs.games.greedy_goose import GAME, picture, text


def records(num_players, **parameters):
    """Observations of all seats through a random game, the end included."""
    rng = np.random.default_rng(num_players)
    batch = Batch("greedy_goose", 1, num_players, seed=num_players, autoreset=False, **parameters)
    while True:
        yield from (view(batch, seat) for seat in range(num_players))
        if batch.player[0] < 0:
            return
        batch.step([random_action(batch, rng)])


@pytest.mark.parametrize("num_players", [2, 4, 6])
def test_observations_with_the_same_text_are_equal(num_players):
    by_text = {}
    for o in records(num_players):
        assert by_text.setdefault(text.describe(o), o.tobytes()) == o.tobytes()


@pytest.mark.parametrize("num_players", [2, 4, 6])
def test_whatever_changes_in_an_observation_its_text_changes(num_players):
    for o in list(records(num_players))[::37]:
        for other in changed(o, num_players):
            assert text.describe(other) != text.describe(o), other


def changed(o, num_players):
    """Copies of an observation, each with one number changed, or with another turn or action card."""
    of_others = (num_players - 1) * 5
    numbers = {"table": 5, "out": 8, "deck": 8, "own_hand": 5, "hand_size": num_players, "known": of_others, "shown": of_others}
    for field, places in numbers.items():
        for place in range(places):
            other = o.copy()
            other[field].flat[place] += 1
            yield other
    other = o.copy()
    other.centre_size += 1
    yield other
    for field, places in (("turn", num_players), ("action_card", 3)):
        for place in range(places):
            if not o[field][place]:
                other = o.copy()
                other[field] = np.arange(len(o[field])) == place
                yield other


def test_the_text_of_a_position():
    known = [(0, 1, "2 green"), (1, 0, "1 blue")]
    batch = table(["1 blue, 2 yellow", "2 green, 1 purple"], "1 red", "1 red, 1 purple", action_card="gift", known=known)
    assert text.describe(view(batch, 0)).splitlines() == [
        "Turn: you",
        "Action card: gift",
        "Face up: 1 red, 1 purple",
        "Centre: 1 card face down",
        "Your hand: 1 blue, 2 yellow (3 cards, worth 5)",
        "+1: 3 cards, known to you 2 green; knows of yours 1 blue",
        "Seen out of play: 7 blue, 6 red, 10 yellow, 6 green, 14 purple, 2 gift, 3 steal, 3 gift or steal",
        "Deck at the start: 8 blue, 8 red, 12 yellow, 8 green, 16 purple, 3 gift, 3 steal, 3 gift or steal",
        "Limits: 1 blue, 2 red, 3 yellow, 3 green, 4 purple",
    ]
    assert text.describe(view(batch, 1)).startswith("Turn: +1\n")


def test_the_painter_is_told_the_colours():
    painted = text.describe(view(table(["1 blue", "2 green"], "1 red"), 0), lambda words, style: f"<{style}>{words}</>")
    assert "Your hand: <blue>1 blue</> (1 card, worth 3)" in painted
    assert "<strong>you</>" in painted


@pytest.mark.parametrize("num_players", range(2, 7))
def test_every_observation_can_be_drawn(num_players):
    for o in list(records(num_players))[::29]:
        image = picture.draw(o)
        assert (image.size, image.mode) == ((960, 640), "RGB")


def test_the_picture_depends_on_each_part_of_the_observation():
    batch = table(["1 blue, 1 red", "2 green", "3 purple"], "2 red", "1 purple", known=[(0, 1, "1 green"), (1, 0, "1 red")])
    o = view(batch, 0)
    before = picture.draw(o).tobytes()
    assert picture.draw(o).tobytes() == before
    changes = {
        "turn": [0, 1, 0, 0, 0, 0],
        "action_card": [0, 1, 0],
        "table": [1, 0, 0, 0, 1],
        "centre_size": 3,
        "deck": [8, 8, 12, 8, 16, 4, 3, 3],
        "out": [0] * 8,
        "own_hand": [1, 2, 0, 0, 0],
        "hand_size": [2, 3, 3, 0, 0, 0],
        "known": [[0, 0, 0, 2, 0]] + [[0] * 5] * 4,
        "shown": [[1, 1, 0, 0, 0]] + [[0] * 5] * 4,
        "present": [1, 1, 0, 0, 0, 0],
    }
    assert set(changes) == set(GAME.observation_dtype.names)
    for field, value in changes.items():
        other = o.copy()
        other[field] = value
        assert picture.draw(other).tobytes() != before, field


def test_a_full_table_stays_inside_its_panels():
    """Thirteen cards in each of five hands: the ground between the panels stays free."""
    full = "1 blue, 2 red, 3 yellow, 3 green, 4 purple"
    deck = {"blue": 20, "red": 20, "yellow": 30, "green": 30, "purple": 40}
    o = view(table([full] * 6, "1 blue", "1 purple", known=[(0, k, full) for k in range(1, 6)], deck=deck), 0)
    pixels = np.asarray(picture.draw(o))
    ground = np.array([int(picture.GROUND[k : k + 2], 16) for k in (1, 3, 5)])
    panel_ends = np.arange(1, 5) * (176 + 12) + 16 - 6  # the middle of the gaps
    assert (pixels[16:200, panel_ends] == ground).all()


def test_playing_needs_no_drawing_library():
    code = "import sys, critter_envs; critter_envs.Batch('greedy_goose'); print('PIL' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "False\n"
