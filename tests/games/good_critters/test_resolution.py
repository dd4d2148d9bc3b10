"""The cards are turned up: robberies, guards and skims, each sentence from a set position."""

import pytest
from games.good_critters.table import play, reveal, stash, table, talk

from critter_envs.core.generator import start

POOR = ["2", "3", "4"]


def size(batch, seat):
    return int(batch.states[0].stash[seat].sum())


# --- rob and guard ---------------------------------------------------------------------------------------------


def test_a_robber_takes_a_random_card_of_the_threatened_player():
    batch = table(["2", "333", "4"])
    play(batch, "rob", "no", "no", "no", threats={0: 1})
    assert [stash(batch, seat) for seat in range(3)] == ["32", "33", "4"]


def test_every_card_of_the_stash_is_equally_likely_to_be_robbed():
    stolen = {"2": 0, "5": 0}
    batch = table(["", "5222", "4"])
    talk(batch, {0: 1})
    for seed in range(300):
        other = batch.clone()
        start(other.states[0].rng, seed, 0)
        reveal(other, "rob", "no", "no", "no")
        stolen[stash(other, 0)] += 1
    assert 50 < stolen["5"] < 100


def test_without_a_marker_rob_has_no_effect():
    batch = table(POOR)
    play(batch, "rob", "no", "no", "no")
    assert [stash(batch, seat) for seat in range(3)] == POOR


def test_a_threat_is_no_robbery():
    batch = table(POOR)
    play(batch, "no", "no", "no", "no", threats={0: 1, 1: 2})
    assert [stash(batch, seat) for seat in range(3)] == POOR


def test_an_empty_stash_yields_nothing():
    batch = table(["", "", "4"])
    play(batch, "rob", "no", "no", "no", threats={0: 1})
    assert [stash(batch, seat) for seat in range(3)] == ["", "", "4"]


def test_a_guard_steals_from_the_robber_instead():
    batch = table(["2", "333", "4"])
    play(batch, "rob", "guard", "no", "no", threats={0: 1})
    assert [stash(batch, seat) for seat in range(3)] == ["", "3332", "4"]


def test_a_guard_is_turned_up_early():
    """The robber comes first in the order of play; the guard protects all the same."""
    batch = table(["2", "333", "4"], boss=0)
    play(batch, "rob", "no", "guard", "no", threats={0: 2})
    assert stash(batch, 0) == ""
    assert stash(batch, 2) == "42"


def test_a_guard_protects_against_all_robbers_of_the_round_and_robs_each():
    batch = table(["22", "3", "4", "5"])
    play(batch, "rob", "guard", "rob", "rob", "no", threats={0: 1, 2: 1, 3: 1})
    assert [stash(batch, seat) for seat in range(4)] == ["2", "5432", "", ""]


def test_a_guard_steals_nothing_from_a_robber_who_threatens_somebody_else():
    batch = table(["2", "333", "4"])
    play(batch, "rob", "guard", "no", "no", threats={0: 2})
    assert [stash(batch, seat) for seat in range(3)] == ["42", "333", ""]


def test_a_guard_finds_nothing_with_a_robber_who_has_nothing():
    batch = table(["", "333", "4"])
    play(batch, "rob", "guard", "no", "no", threats={0: 1})
    assert [stash(batch, seat) for seat in range(3)] == ["", "333", "4"]


def test_all_robbers_rob_a_victim_who_does_not_guard():
    batch = table(["", "333", "", ""])
    play(batch, "rob", "no", "rob", "rob", "no", threats={0: 1, 2: 1, 3: 1})
    assert [stash(batch, seat) for seat in range(4)] == ["3", "", "3", "3"]


def test_cards_are_turned_up_clockwise_from_the_boss():
    """Seat 1 robs seat 0 before seat 0 robs seat 2, and seat 2 had nothing to be robbed before."""
    batch = table(["5", "", ""], boss=1)
    play(batch, "rob", "rob", "no", "no", threats={0: 2, 1: 0})
    assert [stash(batch, seat) for seat in range(3)] == ["", "5", ""]
    batch = table(["", "5", ""], boss=1)
    play(batch, "rob", "no", "rob", "no", threats={0: 2, 2: 1})  # seat 2 robs the 5, then loses it to seat 0
    assert [stash(batch, seat) for seat in range(3)] == ["5", "", ""]


def test_a_robbery_draws_from_the_stash_as_it_is_at_that_moment():
    """What the victim has skimmed or robbed before can be taken."""
    batch = table(["", "", ""], pile="5555", boss=0)
    play(batch, "skim", "rob", "no", "no", threats={1: 0})
    assert [stash(batch, seat) for seat in range(3)] == ["", "5", ""]


def test_the_markers_of_the_last_round_of_talk_stand():
    batch = table(["", "3", "4"], talk_rounds=2)
    talk(batch, {0: 1})
    play(batch, "rob", "no", "no", "no", threats={0: 2})
    assert stash(batch, 0) == "4"


# --- skim ------------------------------------------------------------------------------------------------------


def test_a_skim_takes_the_top_card_of_the_pile():
    batch = table(POOR, pile="5555")
    play(batch, "no", "skim", "no", "no")
    assert stash(batch, 1) == "53"


@pytest.mark.parametrize(("boss", "first"), [(0, 1), (1, 1), (2, 2)])
def test_only_the_first_skim_of_a_round_counts(boss, first):
    batch = table(POOR, pile="55555", boss=boss)
    play(batch, "no", "skim", "skim", "no")
    expected = ["2", "3", "4"]
    expected[first] = "5" + expected[first]
    assert [stash(batch, seat) for seat in range(3)] == expected


def test_a_skim_does_not_touch_the_loot_on_the_table():
    batch = table(POOR, ["5", "5"], pile="2222222222222")
    play(batch, "yes", "skim", "guard", "guard")
    assert [stash(batch, seat) for seat in range(2)] == ["52", "532"]
    assert size(batch, 2) == 1
