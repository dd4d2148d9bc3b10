"""Who sees what: each sentence about knowledge, and that an observation holds it all and nothing more."""

import numpy as np
from games.good_critters.table import act, deal, digits, known, play, table, talk, view

from critter_envs.games.good_critters import actions as a

SURE = [
    (observer, holder, cards) for observer in range(4) for holder, cards in enumerate(["2", "443", "5"]) if observer != holder
]
STASHES = ["2", "443", "5"]


def test_handed_out_loot_is_seen_by_all():
    batch = table(STASHES, ["5", "43"])
    play(batch, "yes", "yes", "guard", "guard")
    assert [known(batch, seat, 0) for seat in (1, 2, 3)] == ["5"] * 3
    assert [known(batch, seat, 1) for seat in (0, 2, 3)] == ["43"] * 3
    assert known(batch, 0, 0) == ""


def test_rejected_loot_is_nobodys():
    batch = table(STASHES, ["5", "43"])
    play(batch, "no", "no", "guard", "guard")
    assert known(batch, 1, 0) == ""


def test_a_robbed_card_is_seen_by_thief_and_victim_only():
    batch = table(["2", "444", "5"], known=[(0, 1, "44"), (2, 1, "4432"[:2]), (3, 1, "4")])
    play(batch, "rob", "no", "no", "no", threats={0: 1})
    assert known(batch, 0, 1) == "4"  # the thief saw which card left
    assert known(batch, 1, 0) == "4"  # the victim saw where it went
    assert known(batch, 2, 1) == "4"  # to all others it may have been any
    assert known(batch, 2, 0) == known(batch, 3, 0) == ""
    assert known(batch, 3, 1) == ""


def test_each_value_drops_by_one_when_a_card_leaves_unseen():
    batch = table(["", "5543", "5"], known=[(2, 1, "5543"), (3, 1, "5543")])
    play(batch, "rob", "no", "no", "no", threats={0: 1})
    assert known(batch, 2, 1) == known(batch, 3, 1) == "5"


def test_a_card_that_a_guard_takes_is_seen_by_the_two_only():
    batch = table(["33", "4", "5"], known=[(1, 0, "33"), (2, 0, "33")])
    play(batch, "rob", "guard", "no", "no", threats={0: 1})
    assert known(batch, 1, 0) == "3"
    assert known(batch, 0, 1) == "3"
    assert known(batch, 2, 0) == "3"
    assert known(batch, 2, 1) == ""


def test_a_skimmed_card_is_seen_by_the_skimmer_only():
    batch = table(STASHES, pile="5" * 9, known=SURE)
    play(batch, "no", "skim", "no", "no")
    assert [known(batch, seat, 1) for seat in (0, 2, 3)] == ["443"] * 3
    assert view(batch, 1).own_stash.tolist() == [0, 1, 2, 1]


def test_the_bonus_card_is_seen_by_its_owner_only():
    batch = table(STASHES, ["", "4"], pile="5" * 20, boss_terms=1, known=SURE)
    play(batch, "yes", "yes", "guard", "guard")
    assert [known(batch, seat, 0) for seat in (1, 2, 3)] == ["2"] * 3
    assert view(batch, 0).own_stash.tolist() == [1, 0, 0, 1]


def test_seats_of_an_observation_count_from_the_observer():
    batch = table(["2", "443", "5"], ["5", "", "3"], boss=2, boss_terms=7, known=[(1, 2, "5"), (0, 1, "43"), (3, 1, "4")])
    o = view(batch, 1)
    assert o.present.tolist() == [1, 1, 1, 1, 0, 0, 0, 0]
    assert o.boss.tolist() == [0, 1, 0, 0, 0, 0, 0, 0]
    assert o.turn.tolist() == [1, 1, 1, 1, 0, 0, 0, 0]  # all talk at once
    assert [digits(row) for row in o.share[:4]] == ["", "3", "", "5"]
    assert o.stash_size[:4].tolist() == [3, 1, 140 - 24 - 2 - 5, 1]
    assert digits(o.own_stash) == "443"
    assert [digits(row) for row in o.known[:3]] == ["5", "", ""]
    assert [digits(row) for row in o.shown[:3]] == ["", "4", "43"]
    assert (int(o.pile_size), int(o.term), int(o.boss_terms)) == (24, 1, 7)
    assert (o.fuzz.tolist(), int(o.fuzz_parts)) == ([0, 0, 0, 1], 1)


def test_whose_turn_it_is_is_observed_in_each_phase():
    batch = table(STASHES, loot="52", payoffs=True, boss=1)
    batch.states[0].payoff_cards[:4] = 5
    seen = []
    for _ in range(2):
        seen.append(view(batch, 0).turn[:4].tolist())
        act(batch, a.HAND_OUT)
    talk(batch)
    seen.append(view(batch, 0).turn[:4].tolist())
    act(batch, a.DONE)
    seen.append(view(batch, 0).turn[:4].tolist())
    assert seen == [[0, 1, 0, 0], [0, 1, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0]]


def test_who_has_chosen_already_is_not_observed():
    batch = table(STASHES)
    before = view(batch, 3).tobytes()
    act(batch, a.TALK + 1)
    assert view(batch, 3).tobytes() == before


def test_the_place_of_the_fuzz_is_not_observed():
    for seat in range(4):
        assert view(table(STASHES, above=3), seat).tobytes() == view(table(STASHES, above=20), seat).tobytes()


GONE = ("known", "shown", "last_result", "last_boss", "last_card", "last_marker", "last_word", "played", "spoke", "kept")


def test_without_memory_only_what_lies_there_now_is_observed():
    with_memory, without = (table(STASHES, known=SURE, memory=memory, payoffs=True, talk_rounds=2) for memory in (True, False))
    for batch in with_memory, without:
        batch.states[0].payoff_cards[:4] = 5
        for _ in range(2):
            for _ in range(2):
                talk(batch, {0: 1, 2: 1}, {1: "yes"})
            deal(batch, a.BRIBE, 1, "2")
            deal(batch, a.OFFER_NO, 2, money=2)
            if batch.states[0].last_result:
                break
            play_out(batch)
    assert all(any(view(with_memory, seat)[field].any() for seat in range(4)) for field in GONE)
    for seat in range(4):
        remembered, seen = view(with_memory, seat), view(without, seat)
        for field in seen.dtype.names:
            if field in GONE:
                assert not seen[field].any(), field
            else:
                assert np.array_equal(remembered[field], seen[field]), field


def play_out(batch):
    """To the talk of the next round, with the same Boss."""
    while batch.states[0].phase == a.DEALING:
        act(batch, a.DONE)
    for card in (a.CARD, a.CARD, a.CARD + 2, a.CARD + 2):
        act(batch, card)
    while batch.states[0].phase == a.HANDING_OUT:
        act(batch, a.HAND_OUT)
