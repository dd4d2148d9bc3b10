"""An observation in words and as a picture."""

import subprocess
import sys

import numpy as np
import pytest
from games.goblins_breakfast.table import random_action, table, view

from critter_envs import Batch
from critter_envs.games.goblins_breakfast import GAME, picture, text
from critter_envs.games.goblins_breakfast.cards import COPIES, GRAB, WEAPON, WIDTH


def records(num_players, **parameters):
    """Observations of all seats through a random game, the end included."""
    rng = np.random.default_rng(num_players)
    batch = Batch("goblins_breakfast", 1, num_players, seed=num_players, autoreset=False, **parameters)
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
    for o in list(records(num_players))[::307]:
        for other in changed(o, num_players):
            assert text.describe(other) != text.describe(o), other


def changed(o, num_players):
    """Copies of an observation, each with one number changed, or with another turn or special card."""
    numbers = {"supply": 19, "discard": 19, "hand": num_players * 16, "stomach_size": num_players, "stomach": num_players * 16}
    for field, places in {**numbers, "deck": 5 * 19}.items():
        for place in range(places):
            if field == "deck" and unseen(o, place, place % 19):
                continue
            other = o.copy()
            other[field].flat[place] += 1
            yield other
    for field in "pile_size", "extra":
        other = o.copy()
        other[field] += 1
        yield other
    for field, places in (("turn", num_players), ("special", 3)):
        for place in range(places):
            if not o[field][place]:
                other = o.copy()
                other[field] = np.arange(len(o[field])) == place
                yield other


def unseen(o, place, kind):
    """What is on cards that aren't there, or special, and what no card has: three hands, two effects, berries on a weapon."""
    there = kind < 16 and o.deck[COPIES + kind]
    weapon = o.deck[WEAPON + kind] > 0 and place == GRAB + kind
    more = place in (WIDTH + kind, GRAB + kind) and o.deck[place] == (2 if place == WIDTH + kind else 1)
    return place != COPIES + kind and (not there or weapon or more)


def test_the_text_of_a_position():
    batch = table(
        ["food 1, weapon 2", "big food 4", ""],
        "food 1, 2 food 2",
        "2 food 3",
        turn=1,
        special="feeding frenzy",
        extra=1,
        stomachs=["food 3", "2 food 2", ""],
    )
    lines = text.describe(view(batch, 0)).splitlines()
    assert lines[:8] == [
        "Turn: +1",
        "Being played: Feeding Frenzy",
        "After this action: an extra turn",
        "Supply: 1 × food 1, 2 × food 2",
        "Deck: 2 cards",
        "You: 1 × food 1, 1 × weapon 2; weapons 2; has eaten 1 card, 3 points: 1 × food 3",
        "+1: 1 × two-handed food 4; weapons 0; has eaten 2 cards, 4 points: 2 × food 2",
        "+2: nothing; weapons 0; has eaten 0 cards",
    ]
    assert lines[8].startswith("Discard pile: 4 × grab-berries 1, 3 × food 1, 4 × food 2, 3 × food 3, ")
    assert lines[9].startswith("All cards: 4 × grab-berries 1, 5 × food 1, ")
    assert lines[9].endswith("4 × Feeding Frenzy, 3 × Food Fight, 3 × Snatch")
    assert len(lines) == 10


def test_without_memory_a_stomach_is_a_number_of_cards():
    batch = table(["", ""], "food 1, 2 food 2", stomachs=["food 3, food 2", "food 2"], memory=False)
    lines = text.describe(view(batch, 0)).splitlines()
    assert lines[3:5] == ["You: nothing; weapons 0; has eaten 2 cards", "+1: nothing; weapons 0; has eaten 1 card"]


def test_the_painter_is_told_the_colours():
    batch = table(["food 1", "weapon 2"], "food 1, food 2, Snatch")
    painted = text.describe(view(batch, 0), lambda words, style: f"<{style}>{words}</>")
    assert "Supply: <green>1 × food 1</>, <green>1 × food 2</>, <yellow>1 × Snatch</>" in painted
    assert "+1: <red>1 × weapon 2</>" in painted
    assert "<strong>you</>" in painted


@pytest.mark.parametrize("num_players", range(2, 7))
def test_every_observation_can_be_drawn(num_players):
    for o in list(records(num_players))[::53]:
        image = picture.draw(o)
        assert (image.size, image.mode) == ((960, 640), "RGB")


def test_the_picture_depends_on_each_part_of_the_observation():
    batch = table(["food 1, weapon 2", "big food 4", ""], "food 1, 2 food 2, Snatch", "2 food 3", stomachs=["food 3", "2 food 2"])
    o = view(batch, 0)
    before = picture.draw(o).tobytes()
    assert picture.draw(o).tobytes() == before
    changes = {
        "present": [1, 1, 0, 0, 0, 0],
        "turn": [0, 0, 1, 0, 0, 0],
        "extra": 1,
        "special": [0, 1, 0],
        "pile_size": 3,
        "supply": np.roll(o.supply, 1),
        "hand": np.roll(o.hand, 1, axis=0),
        "discard": o.discard + 1,
        "stomach_size": [1, 2, 1, 0, 0, 0],
        "stomach": np.roll(o.stomach, 1, axis=1),
        "deck": o.deck + 1,
    }
    assert set(changes) == set(GAME.observation_dtype.names)
    for field, value in changes.items():
        other = o.copy()
        other[field] = value
        assert picture.draw(other).tobytes() != before, field


def test_the_picture_shows_what_has_been_eaten():
    """Not only how much: here it is two cards, four points."""
    o = view(table(["", ""], "food 1, food 3, weapon 1", "food 2", stomachs=["food 1, food 3", "2 food 2"]), 0)
    before = picture.draw(o).tobytes()
    for seat in range(2):
        other = o.copy()
        other.stomach[seat] = o.stomach[1 - seat]
        assert picture.draw(other).tobytes() != before


@pytest.mark.parametrize("hand", ["2 food 1, big food 4", "3 food 1", "2 big weapon 5"])
def test_full_hands_stay_inside_their_panels(hand):
    """Five others with too many cards and full stomachs: the ground between the panels stays free."""
    eaten = "grab-berries 1, food 1, 2 food 2, food 3, big food 4, big food 5, big food 6"
    o = view(table(["", "", "", "", "", ""], "food 1, 6 food 2", stomachs=[eaten]), 0)
    over_full = table([hand, "", "", "", "", ""], "food 1, 5 food 2")
    for k in range(6):
        o.hand[k] = over_full.states[0].hand[0]
        o.stomach[k], o.stomach_size[k] = o.stomach[0], 60
    pixels = np.asarray(picture.draw(o))
    ground = np.array([int(picture.GROUND[k : k + 2], 16) for k in (1, 3, 5)])
    gaps = np.arange(1, 5)[:, None] * (176 + 12) + 16 - 6 + np.arange(-4, 5)
    assert (pixels[16:216, gaps] == ground).all()
    assert (pixels[216 + 4 : 230] == ground).all()


def test_stomachs_of_a_deck_with_many_kinds_stay_inside_their_panels():
    deck = [{"kind": "food", "value": 5 + k, "hands": 1, "copies": 6} for k in range(16)]
    o = view(Batch("goblins_breakfast", 1, 6, deck=deck), 0)
    o.turn[:] = 0  # a turn is marked on the edge of a panel
    o.stomach[:], o.stomach_size[:] = 6, 96
    pixels = np.asarray(picture.draw(o))
    ground = np.array([int(picture.GROUND[k : k + 2], 16) for k in (1, 3, 5)])
    assert (pixels[216 + 4 : 230] == ground).all()
    gaps = np.arange(1, 5)[:, None] * (176 + 12) + 16 - 6 + np.arange(-4, 5)
    assert (pixels[16:216, gaps] == ground).all()
    assert (pixels[404:640, 479:486] == ground).all()
    assert (pixels[628:] == ground).all()


def test_playing_needs_no_drawing_library():
    code = "import sys, critter_envs; critter_envs.Batch('goblins_breakfast'); print('PIL' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "False\n"
