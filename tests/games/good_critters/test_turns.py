"""The course of a round: handing out, talk, and the choice of cards; each sentence from a set position."""

import numpy as np
import pytest
from games.good_critters.table import NO, YES, act, digits, legal, play, reveal, stash, table, talk, view

from critter_envs.games.good_critters import actions as a

POOR = ["2", "3", "4"]


def shares(batch):
    return [digits(share) for share in batch.states[0].share[: batch.states[0].num_players]]


# --- handing out -----------------------------------------------------------------------------------------------


def test_the_boss_hands_out_card_by_card_the_highest_first():
    batch = table(POOR, loot="5432", boss=1)
    assert batch.player[0] == 1
    act(batch, a.HAND_OUT + 1)
    assert shares(batch) == ["", "", "5", ""]
    act(batch, a.HAND_OUT)
    act(batch, a.HAND_OUT + 3)
    assert shares(batch) == ["3", "4", "5", ""]
    assert batch.player[0] == 1
    act(batch, a.HAND_OUT + 3)
    assert shares(batch) == ["32", "4", "5", ""]
    assert batch.states[0].phase == a.TALKING


def test_everything_may_go_to_one_player_the_boss_included():
    batch = table(POOR, loot="52")
    assert legal(batch) == set(range(a.HAND_OUT, a.HAND_OUT + 4))
    act(batch, a.HAND_OUT, a.HAND_OUT)
    assert shares(batch) == ["52", "", "", ""]


def test_nobody_gets_the_loot_before_the_vote():
    batch = table(POOR, loot="52")
    act(batch, a.HAND_OUT, a.HAND_OUT + 1)
    assert (stash(batch, 0), stash(batch, 1)) == ("2", "3")


# --- talk ------------------------------------------------------------------------------------------------------


def test_a_choice_in_talk_is_a_marker_before_another_player_or_nobody_with_a_word():
    assert legal(table(POOR)) == set(range(a.TALK, a.TALK + 4 * 6))


def test_without_talk_there_are_markers_without_words():
    batch = table(POOR, talk_rounds=0)
    assert legal(batch) == {a.TALK, a.TALK + 6, a.TALK + 12, a.TALK + 18}
    talk(batch, {0: 1})
    assert batch.states[0].phase == a.CHOOSING


@pytest.mark.parametrize("rounds", [1, 2, 3])
def test_there_are_so_many_rounds_of_talk(rounds):
    batch = table(POOR, talk_rounds=rounds)
    for _ in range(rounds):
        assert batch.states[0].phase == a.TALKING
        talk(batch)
    assert batch.states[0].phase == a.CHOOSING


def test_all_talk_at_once_and_hear_each_other_when_all_have_spoken():
    batch = table(POOR, talk_rounds=2)
    before = view(batch, 3).tobytes()
    act(batch, a.TALK + 6 * 1 + 2, a.TALK + 6 * 1, a.TALK + 5)
    assert view(batch, 3).tobytes() == before
    own = view(batch, 0)
    assert own.marker[0, 0].tolist() == [0, 1, 0, 0, 0, 0, 0, 0]
    assert own.word[0, 0].tolist() == [0, 1, 0, 0, 0]
    assert not own.marker[0, 1:].any()
    act(batch, a.TALK)
    heard = view(batch, 3)
    assert heard.marker[0, 1].tolist() == [0, 0, 1, 0, 0, 0, 0, 0]  # seat 0 threatens seat 1
    assert heard.word[0, 1].tolist() == [0, 1, 0, 0, 0]
    assert heard.word[0, 3].tolist() == [0, 0, 0, 0, 1]
    assert heard.talked == 1


def test_what_was_said_in_each_round_of_talk_is_observed():
    batch = table(POOR, talk_rounds=3)
    talk(batch, {1: 2}, {1: "rob"})
    talk(batch, {1: 3}, {1: "yes"})
    talk(batch)
    o = view(batch, 0)
    assert [row.argmax() for row in o.marker[:2, 1]] == [2, 3]
    assert not o.marker[2].any()
    assert [row.argmax() for row in o.word[:2, 1]] == [3, 0]
    assert not o.word[2].any()


# --- cards -----------------------------------------------------------------------------------------------------


def test_all_five_cards_may_be_chosen_always():
    batch = table(["", "", ""])
    talk(batch)
    for _ in range(4):
        assert legal(batch) == set(range(YES, YES + 5))
        act(batch, NO)


def test_a_card_is_hidden_until_all_have_chosen():
    batch = table(POOR)
    talk(batch)
    before = [view(batch, seat).tobytes() for seat in range(4)]
    act(batch, YES, NO)
    assert view(batch, 0).own_card.tolist() == [1, 0, 0, 0, 0]
    assert view(batch, 1).own_card.tolist() == [0, 1, 0, 0, 0]
    assert [view(batch, seat).tobytes() for seat in (2, 3)] == before[2:]


def test_after_the_reveal_all_have_seen_each_card_marker_word_and_the_result():
    batch = table(POOR, boss=1)
    talk(batch, {2: 0}, {0: "guard", 2: "rob"})
    reveal(batch, "yes", "no", "rob", "guard")
    o = view(batch, 3)  # sees seats 3, 0, 1, 2
    assert o.last_result.tolist() == [0, 1, 0]
    assert o.last_boss.tolist() == [0, 0, 1, 0, 0, 0, 0, 0]
    assert [row.argmax() for row in o.last_card[:4]] == [2, 0, 1, 3]
    assert o.last_marker[3].tolist() == [0, 1, 0, 0, 0, 0, 0, 0]
    assert not o.last_marker[:3].any()
    assert o.last_word[1].tolist() == [0, 0, 1, 0, 0]
    assert o.spoke[:4].tolist() == [0, 1, 0, 1]
    assert o.kept[:4].tolist() == [0, 0, 0, 1]
    assert o.played[:4].tolist() == [[0, 0, 1, 0, 0], [1, 0, 0, 0, 0], [0, 1, 0, 0, 0], [0, 0, 0, 1, 0]]


def test_cards_and_words_are_counted_over_the_whole_game():
    batch = table(POOR)
    for _ in range(2):
        talk(batch, words={0: "yes", 1: "skim"})
        reveal(batch, "yes", "yes", "guard", "guard")
        while batch.states[0].phase == a.HANDING_OUT:
            act(batch, a.HAND_OUT)
    o = view(batch, 0)
    assert o.played[:3, 0].tolist() == [2, 2, 0]
    assert o.spoke[:3].tolist() == [2, 2, 0]
    assert o.kept[:3].tolist() == [2, 0, 0]


def test_the_last_word_is_that_of_the_last_round_of_talk():
    batch = table(POOR, talk_rounds=2)
    talk(batch, words={0: "yes", 1: "no"})
    talk(batch, words={0: "no"})
    reveal(batch, "no", "no", "guard", "guard")
    o = view(batch, 0)
    assert o.kept[:2].tolist() == [1, 0]
    assert o.spoke[:2].tolist() == [1, 0]


def test_everybody_takes_back_card_and_marker():
    batch = table(POOR)
    play(batch, "yes", "rob", "guard", "skim", threats={1: 0})
    s = batch.states[0]
    for field in (s.card, s.marker, s.word, s.talked):
        assert not np.any(field)
