"""Who sees what: each sentence about knowledge, and that an observation holds all of it and nothing more."""

import numpy as np
import pytest
from games.greedy_goose.table import act, give, hand, known, steal, table, view, words

from critter_envs import Batch
from critter_envs.games.greedy_goose.cards import KINDS
from critter_envs.games.greedy_goose.rules import PASS, STOP

MANY = "1 blue, 2 red, 1 green"


def test_cards_dealt_at_setup_are_seen_by_their_owner_only():
    batch = Batch("greedy_goose", 1, 3, seed=2)
    for seat in range(3):
        o = view(batch, seat)
        assert o.own_hand.tolist() == batch.states[0].hand[seat].tolist()
        assert not o.known.any()
        assert not o.shown.any()


def test_taken_cards_are_seen_by_all():
    batch = table(["1 red", "", ""], "1 blue", "1 yellow, 1 purple")
    act(batch, STOP)
    assert known(batch, 1, 0) == known(batch, 2, 0) == "1 yellow, 1 purple"
    assert known(batch, 0, 0) == ""


def test_a_stolen_card_is_seen_by_thief_and_victim_only():
    batch = table(["", MANY, ""], "1 blue", action_card="steal", known=[(0, 1, "2 red"), (2, 1, MANY)])
    act(batch, steal(1), stolen="red")
    assert known(batch, 0, 1) == "1 red"  # the thief saw which colour left
    assert known(batch, 1, 0) == "1 red"  # the victim saw where it came
    assert known(batch, 2, 1) == "1 red"  # to all others it may have been any
    assert known(batch, 2, 0) == ""


def test_a_given_card_is_seen_by_giver_and_receiver_only():
    batch = table([MANY, "", ""], "1 blue", action_card="gift", known=[(1, 0, MANY), (2, 0, MANY)])
    act(batch, give("red", 1))
    assert known(batch, 0, 1) == "1 red"
    assert known(batch, 1, 0) == "1 blue, 1 red, 1 green"
    assert known(batch, 2, 0) == "1 red"
    assert known(batch, 2, 1) == ""


def test_a_card_that_nobody_knew_of_may_leave_too():
    batch = table(["", MANY], "1 blue", action_card="steal", known=[(0, 1, "1 blue")])
    act(batch, steal(1), stolen="green")
    assert known(batch, 0, 1) == "1 blue"


@pytest.mark.parametrize("action_card", ["gift", "steal"])
def test_a_moved_card_that_makes_its_receiver_too_greedy_is_seen_by_all(action_card):
    """Only its colour's bound drops where it left, and the discarded colour's is zero where it came."""
    hands = [MANY, "2 red, 1 yellow", ""]
    if action_card == "gift":
        batch = table(hands, "1 blue", action_card="gift", known=[(2, 0, MANY), (2, 1, "2 red, 1 yellow")])
        act(batch, give("red", 1))
    else:
        batch = table(hands, "1 blue", turn=1, action_card="steal", known=[(2, 0, MANY), (2, 1, "2 red, 1 yellow")])
        act(batch, steal(2), stolen="red")
    assert hand(batch, 1) == "1 yellow"
    assert known(batch, 2, 0) == "1 blue, 1 red, 1 green"
    assert known(batch, 2, 1) == "1 yellow"
    assert known(batch, 0, 1) == known(batch, 1, 0) == ""


def test_a_greed_discard_after_taking_is_seen_by_all():
    batch = table(["2 red, 1 yellow", "", ""], "1 blue", "1 red, 1 green", known=[(1, 0, "1 red, 1 yellow"), (2, 0, "1 yellow")])
    act(batch, STOP)
    assert known(batch, 1, 0) == known(batch, 2, 0) == "1 yellow, 1 green"
    assert words(view(batch, 2).out - table([""] * 3, "1 blue").states[0].out.astype(np.uint8), KINDS) != ""


def test_seats_of_an_observation_count_from_the_observer():
    batch = table(
        ["1 red", "2 green", "1 blue, 2 purple"], "1 blue", "1 yellow", turn=2, known=[(1, 2, "2 purple"), (0, 1, "1 green")]
    )
    o = view(batch, 1)
    assert o.present.tolist() == [1, 1, 1, 0, 0, 0]
    assert o.turn.tolist() == [0, 1, 0, 0, 0, 0]
    assert o.hand_size.tolist() == [2, 3, 1, 0, 0, 0]
    assert words(o.own_hand) == "2 green"
    assert [words(row) for row in o.known] == ["2 purple", "", "", "", ""]
    assert [words(row) for row in o.shown] == ["", "1 green", "", "", ""]
    assert (words(o.table), int(o.centre_size)) == ("1 yellow", 1)
    assert o.deck.tolist() == batch.states[0].deck.tolist()
    assert o.out.tolist() == batch.states[0].out.tolist()


def test_the_action_card_is_seen_by_all():
    batch = table(["1 red", "1 red"], "1 blue", action_card="gift or steal")
    assert view(batch, 1).action_card.tolist() == [0, 0, 1]


def test_without_memory_only_what_can_be_seen_now_is_observed():
    with_memory, without = (
        table([MANY, "1 red"], "2 blue", "1 yellow", memory=memory, known=[(0, 1, "1 red"), (1, 0, MANY)])
        for memory in (True, False)
    )
    for batch in with_memory, without:
        act(batch, PASS)
    for seat in range(2):
        remembered, seen = view(with_memory, seat), view(without, seat)
        for field in ("out", "known", "shown"):
            assert remembered[field].any()
            assert not seen[field].any()
        for field in ("present", "turn", "action_card", "table", "centre_size", "deck", "own_hand", "hand_size"):
            assert (remembered[field] == seen[field]).all()


def test_a_large_centre_is_observed_as_255():
    deck = {"purple": 255, "yellow": 255}
    assert view(Batch("greedy_goose", 1, 2, deck=deck), 0).centre_size == 255
