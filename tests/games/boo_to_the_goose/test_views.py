"""An observation in words and as a picture."""

import subprocess
import sys

import numpy as np
import pytest
from games.boo_to_the_goose.table import PLAY_FOX, act, random_action, table, turn, view

from critter_envs import Batch
from critter_envs.games.boo_to_the_goose import GAME, picture, text
from critter_envs.games.boo_to_the_goose.position import reveal
from critter_envs.games.boo_to_the_goose.rules import STOP, TURN

FOX = "1 fox, 4 goose"


def records(num_players, **parameters):
    """Observations of all seats through a random game, the end included."""
    rng = np.random.default_rng(num_players)
    batch = Batch("boo_to_the_goose", 1, num_players, seed=num_players, autoreset=False, **parameters)
    while True:
        yield from (view(batch, seat) for seat in range(num_players))
        if batch.player[0] < 0:
            return
        may_stop = batch.mask[0, STOP] and rng.random() < 0.5
        batch.step([STOP if may_stop else random_action(batch, rng)])


@pytest.mark.parametrize("num_players", [2, 3, 5])
def test_observations_with_the_same_text_are_equal(num_players):
    by_text = {}
    for o in records(num_players):
        assert by_text.setdefault(text.describe(o), o.tobytes()) == o.tobytes()


@pytest.mark.parametrize("num_players", [2, 5])
def test_whatever_changes_in_an_observation_its_text_changes(num_players):
    for o in list(records(num_players))[:: 60 * num_players + 1]:
        for other in changed(o, num_players):
            assert text.describe(other) != text.describe(o), other


def changed(o, num_players):
    """Copies of an observation, each with one number changed, or with another turn or target."""
    for field in ("hand", "hand_size", "pile_size", "turns", "won_geese", "won_foxes", "won_dogs"):
        for place in np.ndindex(o[field].shape):
            if max(place[:2] if field.startswith("won") else place[:1]) < num_players:
                other = o.copy()
                other[field][place] += 1
                yield other
    lying = np.argwhere(o.face_down).tolist()
    for place in map(tuple, lying[::5]):
        for field in ("laid", "kind", "face_down"):
            other = o.copy()
            other[field][place] = o[field][place] ^ 1
            yield other
    other = o.copy()
    other.remove_four ^= 1
    yield other
    if o.target.any():
        other = o.copy()
        other.flips += 1
        yield other
    for field in ("turn", "target"):
        for place in range(num_players):
            if not o[field][place]:
                other = o.copy()
                other[field] = np.arange(5) == place
                yield other


def test_the_text_of_a_position():
    batch = table(["goose dog", "goose dog goose"], [FOX], played=3)
    act(batch, PLAY_FOX, turn(3))
    assert text.describe(view(batch, 0)).splitlines() == [
        "Turn: you",
        "Chase: the next card is of +1; 1 goose turned so far",
        "you: 4 cards in hand (4 geese), 16 in the pile, 4 played",
        "  row of you: 1 goose face down (turn 1), 2 dog face down (turn 2)",
        "  win pile of you: 1 card: 1 goose of you",
        "+1: 5 cards in hand, 16 in the pile, 3 played",
        "  row of +1: 1 face down (turn 1), 2 face down (turn 2), 3 goose turned (turn 3)",
        "  win pile of +1: 0 cards",
        "Each set: 15 geese, 5 foxes, 4 dogs",
    ]
    act(batch, STOP)
    assert text.describe(view(batch, 1)).splitlines() == [
        "Turn: you",
        "you: 5 cards in hand (5 geese), 16 in the pile, 3 played",
        "  row of you: 1 goose face down (turn 1), 2 dog face down (turn 2)",
        "  win pile of you: 0 cards",
        "+1: 5 cards in hand, 15 in the pile, 4 played",
        "  row of +1: 1 face down (turn 1), 2 face down (turn 2)",
        "  win pile of +1: 3 cards: 1 goose of you, 1 goose of +1, 1 fox of +1",
        "Each set: 15 geese, 5 foxes, 4 dogs",
    ]


def test_the_text_of_a_table_without_memory_and_with_the_variation():
    o = view(table(["goose dog", "goose"], ["5 goose"], played=2, memory=False, remove_four=True), 0)
    assert "  row of you: 1 face down, 2 face down" in text.describe(o).splitlines()
    assert text.describe(o).endswith("Each set: 15 geese, 5 foxes, 4 dogs, 4 of them removed unseen")


def test_labels_of_actions():
    assert [GAME.label(action) for action in range(4)] == ["lay a goose", "send out a fox", "lay a dog", "stop the chase"]
    assert GAME.label(TURN + 6) == "turn card 7 of the row"
    assert GAME.label(TURN + 6, looking_on=True) == "turn card 7 of the row"


def test_those_who_look_on_are_not_told_which_card_was_laid():
    assert [GAME.label(action, looking_on=True) for action in range(3)] == ["lay a card", "send out a fox", "lay a card"]


def test_the_painter_is_told_what_matters():
    batch = table(["goose", "goose goose"], [FOX], played=2)
    act(batch, PLAY_FOX, turn(1))
    painted = text.describe(view(batch, 0), lambda words, style: f"<{style}>{words}</>")
    assert "<yellow>goose turned</>" in painted
    assert painted.startswith("Turn: <strong>you</>")


@pytest.mark.parametrize("num_players", range(2, 6))
def test_every_observation_can_be_drawn(num_players):
    for o in list(records(num_players))[:: 50 * num_players + 1]:
        image = picture.draw(o)
        assert (image.size, image.mode) == ((960, 640), "RGB")


def test_the_picture_depends_on_each_part_of_the_observation():
    batch = table(["goose dog", "goose dog goose", "goose"], [FOX], played=3)
    act(batch, PLAY_FOX, turn(3))
    o = view(batch, 0)
    before = picture.draw(o).tobytes()
    assert picture.draw(o).tobytes() == before
    for field, place in [
        ("hand", (0, 2)),
        ("hand_size", 1),
        ("pile_size", 2),
        ("turns", 1),
        ("face_down", (1, 2)),
        ("kind", (1, 0)),
        ("laid", (2, 0)),
        ("won_geese", (1, 2)),
        ("won_foxes", (2, 0)),
        ("won_dogs", 0),
    ]:
        other = o.copy()
        np.asarray(other[field])[place] ^= 1
        assert picture.draw(other).tobytes() != before, field
    whole = {"turn": [0, 1, 0, 0, 0], "target": [0, 1, 0, 0, 0], "present": [1, 1, 0, 0, 0], "flips": 2, "remove_four": 1}
    for field, value in whole.items():
        other = o.copy()
        other[field] = value
        assert picture.draw(other).tobytes() != before, field


def test_the_strips_of_the_chaser_and_the_hunted_are_framed():
    batch = table(["goose", "goose goose", "goose goose"], [FOX], played=2)
    act(batch, PLAY_FOX, turn(1))
    pixels = np.asarray(picture.draw(view(batch, 0)))
    height = (640 - picture.TOP - picture.MARGIN - 2 * picture.GAP) / 3
    frames = [pixels[round(picture.TOP + line * (height + picture.GAP) + height / 2), picture.MARGIN + 1] for line in range(3)]
    colours = (picture.PANEL, picture.INK, picture.ACCENT)  # +1, +2 and below them the observer
    assert [frame.tolist() for frame in frames] == [[int(colour[k : k + 2], 16) for k in (1, 3, 5)] for colour in colours]


def test_a_full_table_stays_inside_its_strips():
    """Nineteen cards in each of five rows, all hands open: the ground between the strips stays free."""
    batch = table(["goose " * 15 + "dog " * 4] * 5, ["5 fox"] * 5)
    reveal(batch.states[0])
    pixels = np.asarray(picture.draw(view(batch, 0)))
    ground = np.array([int(picture.GROUND[k : k + 2], 16) for k in (1, 3, 5)])
    height = (640 - picture.TOP - picture.MARGIN - 4 * picture.GAP) / 5
    for line in range(1, 5):
        middle = round(picture.TOP + line * (height + picture.GAP) - picture.GAP / 2)
        assert (pixels[middle, :] == ground).all()
    assert (pixels[:, 960 - 5] == ground).all()


def test_playing_needs_no_drawing_library():
    code = "import sys, critter_envs; critter_envs.Batch('boo_to_the_goose'); print('PIL' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "False\n"
