"""The deck, and positions that no game could be in."""

import json
import re

import numpy as np
import pytest
from games.goblins_breakfast.table import SMALL_DECK, table, take, view

import critter_envs
from critter_envs import Batch
from critter_envs.core.errors import ParameterError, PositionError
from critter_envs.core.records import record_of
from critter_envs.games.goblins_breakfast import GAME, cards, text
from critter_envs.games.goblins_breakfast.cards import (
    COPIES,
    FOOD,
    GOODS,
    GRAB,
    WEAPON,
    WIDTH,
    Card,
    default_deck,
    names,
    of_kinds,
)
from critter_envs.games.goblins_breakfast.position import reveal
from critter_envs.play.session import PERSON, Session

FOODS = {"kind": "food", "value": 2, "hands": 1, "copies": 9}


def deck_of(*rows):
    """The deck of a game for two players, as its state holds it."""
    return Batch("goblins_breakfast", 1, 2, deck=list(rows)).states[0].deck


# --- decks that are given --------------------------------------------------------------------------------------


def test_deck_replaces_the_cards_and_survives_the_next_game():
    batch = Batch("goblins_breakfast", 4, 2, deck=SMALL_DECK)
    before = batch.states[0].deck.tolist()
    assert batch.play_random(500) > 4
    assert (batch.states.deck == before).all()
    assert of_kinds(before, COPIES) == [4, 5, 3] + [0] * 13 + [2, 0, 2]
    assert of_kinds(before, FOOD)[:4] == [1, 3, 0, 0]
    assert of_kinds(before, WEAPON)[:4] == [0, 0, 2, 0]
    assert of_kinds(before, WIDTH)[:4] == [1, 2, 1, 0]
    assert of_kinds(before, GRAB)[:4] == [1, 0, 0, 0]


def test_a_deck_is_json_in_positions_and_records():
    batch = Batch("goblins_breakfast", 1, 2, deck=SMALL_DECK)
    position = json.loads(json.dumps(batch.position(0)))
    batch.set_position(0, position)
    parameters = position["parameters"]
    assert parameters["deck"][0] == SMALL_DECK[0]
    assert Batch("goblins_breakfast", 1, **parameters).game.parameters_of(batch.states[0]) == parameters
    record = record_of("goblins_breakfast", 2, 5, ["a", "b"], [], deck=SMALL_DECK)
    record.replay()


def test_the_default_is_the_table():
    assert GAME.parameters_of(Batch("goblins_breakfast").states[0])["deck"] == default_deck(4)
    assert [(row["value"], row["copies"]) for row in default_deck(2)] == [card[1:4:2] for card in cards.DECK]


def test_cards_that_do_the_same_are_one_kind_whatever_they_are_called():
    deck = deck_of(FOODS | {"name": "egg"}, FOODS | {"value": 3}, FOODS | {"name": "bacon", "copies": 2})
    assert of_kinds(deck, COPIES)[:3].tolist() == [11, 9, 0]


@pytest.mark.parametrize("other", [{"hands": 2}, {"value": 3}, {"kind": "weapon"}, {"effect": "grab-berries"}])
def test_cards_that_differ_in_anything_are_not(other):
    assert of_kinds(deck_of(FOODS, FOODS | other), COPIES)[:3].tolist() == [9, 9, 0]


def test_special_cards_have_their_places():
    deck = deck_of(
        {"kind": "special", "copies": 5, "effect": "snatch"}, FOODS, {"kind": "special", "copies": 1, "effect": "food fight"}
    )
    assert of_kinds(deck, COPIES)[GOODS:].tolist() == [0, 1, 5]


ROW = r"row 2 of deck is \{.*\}: "


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ({"kind": "drink"}, ROW + "kind must be food, weapon or special"),
        ({"kind": ["food"]}, ROW + "kind must be food, weapon or special"),
        ({"hands": 3}, ROW + "hands must be a whole number from 1 to 2 for food"),
        ({"hands": 0, "kind": "weapon"}, ROW + "hands must be a whole number from 1 to 2 for weapon"),
        ({"hands": "1"}, ROW + "hands must be"),
        ({"value": 0}, ROW + "value must be a whole number from 1 to 20 for food"),
        ({"value": 21}, ROW + "value must be"),
        ({"value": 1.5}, ROW + "value must be"),
        ({"copies": 0}, ROW + "copies must be a whole number from 1 to 30"),
        ({"copies": 31}, ROW + "copies must be"),
        ({"copies": True}, ROW + "copies must be"),
        ({"effect": "snatch"}, ROW + "effect must be none or grab-berries for food"),
        ({"effect": "grab-berries", "kind": "weapon"}, ROW + "effect must be none for weapon"),
        ({"effect": ["none"]}, ROW + "effect must be none or grab-berries for food"),
        ({"effect": np.array(["none", "snatch"])}, ROW + "effect must be none or grab-berries for food"),
        ({"kind": "special", "effect": "snatch"}, ROW + "value must be 0 for special"),
        ({"kind": "special", "value": 0, "hands": 0}, ROW + "effect must be feeding frenzy or food fight or snatch for special"),
        ({"name": 7}, ROW + "name must be a text"),
        ({"colour": "red"}, r"row 2 of deck is .*: it must be a mapping with kind, value, hands, copies and effect"),
        ({"copies": 22}, r"deck can't hold 31 cards like \{.*\}: there may be at most 30"),
    ],
)
def test_a_row_that_is_no_card_is_refused(row, message):
    with pytest.raises(ParameterError, match=message):
        Batch("goblins_breakfast", 1, 2, deck=[FOODS, FOODS | row])


@pytest.mark.parametrize("row", ["food", None, 3, ["food", 2, 1, 9], {}, {"kind": "food", "value": 2, "hands": 1}, {"copies": 4}])
def test_what_is_no_row_is_refused(row):
    with pytest.raises(ParameterError, match=r"row 1 of deck is .*: it must be a mapping"):
        Batch("goblins_breakfast", 1, 2, deck=[row])


@pytest.mark.parametrize("deck", [[], {}, FOODS, None, "all", 60])
def test_what_is_no_deck_is_refused(deck):
    with pytest.raises(ParameterError, match=r"deck can't be .*: it must be a list of rows, each a mapping with kind"):
        Batch("goblins_breakfast", 1, 2, deck=deck)


@pytest.mark.parametrize(("num_players", "food"), [(2, 3), (6, 7)])
def test_a_deck_needs_more_food_cards_than_there_are_players(num_players, food):
    weapons = {"kind": "weapon", "value": 1, "hands": 1, "copies": 9}
    Batch("goblins_breakfast", 1, num_players, deck=[FOODS | {"copies": food}, weapons]).play_random(200)
    with pytest.raises(ParameterError, match=f"has {food - 1} food cards, but {num_players} players need at least {food}"):
        Batch("goblins_breakfast", 1, num_players, deck=[FOODS | {"copies": food - 1}, weapons])


def test_a_deck_has_room_for_so_many_kinds_and_cards():
    kinds = [FOODS | {"value": 1 + k, "copies": 6} for k in range(17)]
    Batch("goblins_breakfast", 1, 6, deck=kinds[:16]).play_random(500)
    with pytest.raises(ParameterError, match="has 17 different food and weapon cards: there is room for 16"):
        Batch("goblins_breakfast", 1, 2, deck=kinds)
    Batch("goblins_breakfast", 1, 6, deck=[row | {"copies": 25} for row in kinds[:4]]).play_random(500)
    with pytest.raises(ParameterError, match="can't hold 104 cards: there may be at most 100"):
        Batch("goblins_breakfast", 1, 2, deck=[row | {"copies": 26} for row in kinds[:4]])


@pytest.mark.parametrize("deck", [[FOODS], [FOODS | {"hands": 2, "effect": "grab-berries"}]])
def test_one_kind_of_food_is_a_game(deck):
    assert Batch("goblins_breakfast", 4, 6, deck=deck).play_random(300) > 0


# --- names -----------------------------------------------------------------------------------------------------


def test_cards_are_called_by_what_they_do():
    rows = (FOODS, FOODS | {"kind": "weapon", "value": 12, "hands": 2}, FOODS | {"effect": "grab-berries"})
    assert names(deck_of(*rows))[:4] == ("food 2", "two-handed weapon 12", "grab-berries 2", "card 4")
    assert names(deck_of(*rows))[GOODS:] == ("Feeding Frenzy", "Food Fight", "Snatch")


def test_names_in_the_table_are_said_along_with_it(monkeypatch):
    table_ = (Card("food", 2, 1, 8, name="egg"), Card("food", 2, 1, 3, name="bacon"), Card("weapon", 2, 1, 3))
    monkeypatch.setattr(cards, "DECK", table_)
    assert names(deck_of(*default_deck(2)))[:2] == ("egg / bacon (food 2)", "weapon 2")


def test_special_cards_have_names_in_the_table_too(monkeypatch):
    munch = Card("special", 0, 0, 4, "feeding frenzy", "Munch")
    monkeypatch.setattr(cards, "DECK", (*(card for card in cards.DECK if card.effect != munch.effect), munch))
    batch = table(["food 1", ""], "food 1, food 2", special="feeding frenzy", extra=1)
    o = view(batch, 0)
    assert names(o.deck)[GOODS:] == ("Munch (Feeding Frenzy)", "Food Fight", "Snatch")
    assert GAME.label(GOODS, o=o) == "take Munch (Feeding Frenzy)"
    assert "Being played: Munch (Feeding Frenzy)" in text.describe(o)


def test_labels_follow_the_deck_of_the_game():
    batch = Batch("goblins_breakfast", 1, 2, deck=SMALL_DECK, first_player=0)
    o = view(batch, 0)
    assert GAME.label(1) == "take food 1"
    assert GAME.label(1, o=o) == "take two-handed food 3"
    assert GAME.label(19 + 2, o=o) == "eat weapon 2"
    assert GAME.label(51 + 2, ["Al"], o=o) == "take from Al: weapon 2"
    wrong = next(action for action in range(4) if not batch.mask[0, action])
    with pytest.raises(critter_envs.IllegalAction, match=re.escape(f"({GAME.label(wrong, o=o)}) is illegal")):
        batch.step([wrong])


def test_a_person_is_told_of_the_cards_in_play():
    session = Session("goblins_breakfast", [PERSON, "random"], seed=2, deck=SMALL_DECK)
    called = ("grab-berries 1", "two-handed food 3", "weapon 2", "Feeding Frenzy", "Snatch")
    told = []
    while not session.over and len(told) < 40:
        told += [label for turn in session.others() for label in turn.labels]
        if not session.over:
            told += [session.label(action) for action in session.legal()]
            session.act(session.legal()[-1])
    assert all(label.removesuffix(" is gone").endswith(called) for label in told)  # those of others, too: all is open
    assert "take two-handed food 3" in told


def test_the_default_labels_are_those_of_the_box():
    o = view(Batch("goblins_breakfast"), 0)
    assert all(GAME.label(action) == GAME.label(action, o=o) for action in range(GAME.num_actions))
    assert len({GAME.label(action) for action in range(GAME.num_actions)}) == GAME.num_actions
    assert names(o.deck) == text.NAMES


# --- positions -------------------------------------------------------------------------------------------------


def position(**changes):
    """Seat 1 is to act; changed as told."""
    hands = ["food 1, weapon 2", "big food 4", ""]
    batch = table(hands, "food 1, 2 food 2, Snatch", "weapon 1, food 3", turn=1, stomachs=["food 3"])
    s = batch.states[0]
    for field, value in changes.items():
        s[field] = value
    return s


def moved(s, source, target, kind):
    """A card goes from one place to another."""
    s[source[0]][*source[1:], kind] -= 1
    s[target[0]][*target[1:], kind] += 1


def refused(s, message):
    with pytest.raises(PositionError, match=message):
        GAME.check(s)


def test_a_sound_position_is_sound():
    GAME.check(position())


@pytest.mark.parametrize(("field", "place"), [("supply", 3), ("discard", 8), ("hand", (2, 6)), ("stomach", (0, 1))])
def test_a_card_too_many_is_found(field, place):
    s = position()
    s[field][place] += 1
    refused(s, r"there are \d cards '.*' in all places together; the deck has \d")


def test_a_special_card_in_play_is_counted():
    refused(position(special=3), "there are 4 cards 'Snatch'")


@pytest.mark.parametrize(("place", "kind"), [(0, 0), (2, 4), (99, 1)])
def test_gaps_in_the_deck_are_found(place, kind):
    s = position()
    s.pile[place] = kind
    refused(s, "its first 2 places must hold cards, and the others 0")


def test_seats_that_are_not_taken_have_nothing():
    for field in "hand", "stomach":
        s = position()
        moved(s, ("discard",), (field, 3), 1)
        refused(s, "a seat from 3 on has cards")


def test_stomachs_hold_no_weapons():
    s = position()
    moved(s, ("discard",), ("stomach", 0), 7)
    refused(s, "they hold only food")


def test_the_seat_to_act_is_the_one_whose_turn_it_is():
    refused(position(turn=3), "the turn is seat 3's")
    refused(position(pending=1), "pending must be 2")


def test_only_the_one_to_act_may_hold_a_card_too_many():
    s = position()
    moved(s, ("discard",), ("hand", 0), 1)
    refused(s, "seat 0 holds .* 3 hands' worth")
    s = position()  # seat 1 must discard; the card comes from the supply
    moved(s, ("supply",), ("hand", 1), 1)
    GAME.check(s)
    moved(s, ("discard",), ("hand", 1), 1)
    GAME.check(s)  # one two-handed and two one-handed cards
    moved(s, ("discard",), ("hand", 1), 1)
    refused(s, "seat 1 holds .* 5 hands' worth")


def test_the_supply_is_full_at_the_start_of_a_turn():
    s = position()
    moved(s, ("supply",), ("discard",), 1)
    refused(s, "at the start of a turn, the supply holds 4 cards")


def test_no_extra_turn_is_due_at_the_start_of_a_turn():
    refused(position(extra=1), "at the start of a turn")


def test_food_is_in_play_at_the_start_of_a_turn():
    s = table(["food 1", "", ""], "weapon 1, 3 weapon 2", "food 2").states[0]
    moved(s, ("hand", 0), ("discard",), 1)
    refused(s, "there is food in play")


def special_position(name, hands=("food 1", "food 2", ""), extra=0):
    return table(hands, "food 1, 2 food 2", "food 2", special=name, extra=extra).states[0]


@pytest.mark.parametrize(("name", "extra"), [("feeding frenzy", 1), ("food fight", 0), ("snatch", 0)])
def test_a_special_card_waits_for_a_choice(name, extra):
    s = special_position(name, extra=extra)
    GAME.check(s)
    s.extra = 1 - extra
    refused(s, "Feeding Frenzy gives an extra turn")
    s = special_position(name, extra=extra)
    moved(s, ("discard",), ("supply",), 1)
    refused(s, "in the middle of an action it is 3")
    s = special_position(name, extra=extra)
    seat = 0 if name == "feeding frenzy" else 1
    moved(s, ("hand", seat), ("discard",), 1 + seat)
    refused(s, "there is nothing to choose")


def test_the_end_leaves_no_food_in_hands_and_no_deck():
    batch = table(["food 1", "weapon 1", ""], "food 1, 3 food 2")
    batch.step([take("food 1", batch)])
    s = batch.states[0]
    GAME.check(s)
    other = s.copy()
    moved(other, ("stomach", 0), ("hand", 0), 1)
    refused(other, "all food eaten")
    other = s.copy()
    other.extra = 1
    refused(other, "no extra turn")


def test_the_end_comes_when_the_supply_cannot_be_filled():
    batch = table(["food 1", "weapon 1", ""], "food 1, 3 food 2")
    batch.step([take("food 1", batch)])
    s = batch.states[0]
    moved(s, ("discard",), ("supply",), 1)
    refused(s, "4 in the supply, .* it ends when the deck is empty and the supply not full")


def test_a_truncated_game_stands_as_it_would_go_on():
    s = position(over=2, pending=0)
    GAME.check(s)
    s.extra = 1
    refused(s, "at the start of a turn")
    s = special_position("snatch")
    s.over, s.pending = 2, 0
    GAME.check(s)
    moved(s, ("hand", 1), ("discard",), 2)
    refused(s, "there is nothing to choose")


def test_reveal_lets_every_seat_see_all_stomachs():
    batch = table(["food 1", "", ""], "food 1, 3 food 2", "food 2", stomachs=["food 3", "big food 4"], memory=False)
    state = batch.states[0].copy()
    assert not view(batch, 2).stomach.any()
    reveal(state)
    batch.states[0] = state
    batch.refresh(0)
    assert view(batch, 2).stomach[1:3].sum() == 2
    assert np.array_equal(view(batch, 0).stomach[:2], state.stomach[:2])
