"""The vote, the new Boss, and THE FUZZ! wherever they can come up."""

import numpy as np
import pytest
from games.good_critters.table import digits, play, put, stash, table

from critter_envs.games.good_critters import actions as a

POOR = ["2", "3", "4"]
SHARES = ["5", "4"]
LONG = "22334455" * 3


def outcome(batch):
    """Who is Boss, in which round of the term, and how much loot lies in the middle."""
    s = batch.states[0]
    return int(s.boss), int(s.term), int(s.loot.sum())


# --- passed, tied, failed --------------------------------------------------------------------------------------


def test_more_yes_than_no_passes_and_the_boss_stays():
    batch = table(POOR, SHARES, boss=1)
    play(batch, "yes", "yes", "no", "guard")
    assert [stash(batch, seat) for seat in range(3)] == ["52", "43", "4"]
    assert outcome(batch) == (1, 2, 6)
    assert batch.player[0] == 1
    assert not batch.states[0].share.any()


@pytest.mark.parametrize("cards", [("yes", "no", "yes", "no"), ("guard",) * 4, ("skim", "no", "yes", "guard")])
def test_a_tie_accepts_the_loot_and_the_left_neighbour_is_boss(cards):
    batch = table(POOR, SHARES, pile="2" * 20, boss=1)
    play(batch, *cards)
    assert stash(batch, 1) == "43"
    assert outcome(batch) == (2, 1, 6)


def test_more_no_than_yes_returns_the_loot_and_adds_two_cards():
    batch = table(POOR, SHARES, pile="3" * 10, boss=1)
    play(batch, "no", "yes", "no", "guard")
    assert [stash(batch, seat) for seat in range(3)] == POOR
    assert digits(batch.states[0].loot) == "5433"
    assert not batch.states[0].share.any()
    assert batch.states[0].phase == a.HANDING_OUT


def test_loot_grows_as_long_as_votes_fail():
    batch = table(POOR, SHARES)
    for cards in (4, 6, 8):
        play(batch, "no", "no", "no", "no")
        assert batch.states[0].loot.sum() == cards
        for _ in range(cards):
            batch.step([a.HAND_OUT])


@pytest.mark.parametrize(
    ("boss", "cards", "successor"),
    [
        (0, ("yes", "guard", "no", "no"), 2),  # the first No clockwise
        (3, ("no", "no", "guard", "guard"), 0),
        (1, ("no", "no", "guard", "skim"), 0),  # the Boss, who voted No too, comes last
        (2, ("rob", "guard", "no", "skim"), 2),  # the Boss's own No alone
    ],
)
def test_the_first_player_clockwise_who_voted_no_is_the_new_boss(boss, cards, successor):
    batch = table(POOR, SHARES, boss=boss)
    play(batch, *cards)
    assert batch.states[0].boss == successor
    assert batch.player[0] == successor


# --- the limit of terms ----------------------------------------------------------------------------------------


def test_without_a_limit_a_boss_may_stay():
    batch = table(POOR, SHARES)
    for term in range(2, 4):
        play(batch, "yes", "yes", "yes", "no")
        assert outcome(batch)[:2] == (0, term)
        while batch.states[0].phase == a.HANDING_OUT:
            batch.step([a.HAND_OUT])


def limited(term, **options):
    """A Boss, seat 0, in this round of a term of at most three."""
    batch = table(["2", "3", "4"], SHARES, boss_terms=3, **{"pile": "2" * 20, **options})
    batch.states[0].term = term
    return batch


def test_before_the_limit_the_boss_stays():
    batch = limited(2)
    play(batch, "yes", "yes", "no", "guard")
    assert outcome(batch) == (0, 3, 6)
    assert stash(batch, 0) == "52"


def test_at_the_limit_the_left_neighbour_takes_over_and_the_boss_gets_a_card():
    batch = limited(3)
    play(batch, "yes", "yes", "no", "guard")
    assert outcome(batch) == (1, 1, 6)
    assert stash(batch, 0) == "522"


@pytest.mark.parametrize("cards", [("yes", "no", "guard", "guard"), ("yes", "no", "no", "guard")])
def test_a_boss_whom_the_vote_ends_gets_no_card(cards):
    batch = limited(3)
    play(batch, *cards)
    assert batch.states[0].boss == 1
    assert stash(batch, 0) in ("52", "2")


def test_a_boss_who_stays_by_the_own_lone_no_goes_at_the_limit_without_a_card():
    batch = limited(3)
    play(batch, "no", "guard", "guard", "guard")
    assert outcome(batch) == (1, 1, 4)
    assert stash(batch, 0) == "2"


def test_a_boss_who_stays_by_the_own_lone_no_has_survived_a_vote():
    batch = limited(2)
    play(batch, "no", "guard", "guard", "guard")
    assert outcome(batch) == (0, 3, 4)


def test_a_new_boss_is_in_the_first_round_of_the_term():
    batch = limited(2)
    play(batch, "yes", "no", "no", "guard")
    assert outcome(batch) == (1, 1, 4)


# --- THE FUZZ! -------------------------------------------------------------------------------------------------


def over(batch):
    s = batch.states[0]
    assert (s.over == 1) == (s.fuzz_above == -1) == (batch.player[0] == -1)
    return bool(s.over)


@pytest.mark.parametrize(("above", "ends"), [(5, True), (6, False)])
def test_the_fuzz_in_step_one_ends_the_game_and_the_loot_is_confiscated(above, ends):
    batch = table(POOR, SHARES, above=above)
    play(batch, "yes", "yes", "no", "guard")
    assert over(batch) == ends
    assert batch.states[0].loot.sum() == above
    assert batch.standings()[0][0, :3].tolist() == [7, 7, 4]


@pytest.mark.parametrize(("above", "ends"), [(0, True), (1, True), (2, False)])
def test_the_fuzz_in_the_two_cards_after_a_failed_vote_ends_the_game(above, ends):
    batch = table(POOR, SHARES, above=above)
    play(batch, "yes", "no", "no", "guard")
    assert over(batch) == ends
    assert batch.states[0].loot.sum() == 2 + above
    assert batch.standings()[0][0, :3].tolist() == [2, 3, 4]


@pytest.mark.parametrize("cards", [("yes", "skim", "guard", "guard"), ("guard", "skim", "guard", "guard")])
def test_the_fuzz_in_a_skim_is_passed_over_and_the_round_is_finished(cards):
    batch = table(POOR, SHARES, pile="2222", above=0)
    play(batch, *cards)
    assert over(batch)
    assert [stash(batch, seat) for seat in range(3)] == ["52", "432", "4"]
    assert batch.states[0].loot.sum() == 0  # no new loot is shown


def test_after_the_fuzz_in_a_skim_a_failed_vote_draws_nothing():
    batch = table(POOR, SHARES, pile="2222", above=0)
    play(batch, "guard", "skim", "no", "guard")
    assert over(batch)
    assert [stash(batch, seat) for seat in range(3)] == ["2", "32", "4"]
    assert digits(batch.states[0].loot) == "54"


def test_after_the_fuzz_robberies_go_on():
    batch = table(["", "", ""], SHARES, pile="5555", above=0)
    play(batch, "skim", "rob", "guard", "guard", threats={1: 0})
    assert over(batch)
    assert (stash(batch, 0), stash(batch, 1)) == ("5", "54")  # of the two 5, one was skimmed and robbed, one is a share


def test_a_skim_that_finds_only_the_fuzz_gets_nothing_and_was_the_skim_of_the_round():
    batch = table(POOR, SHARES, pile="", above=0)
    play(batch, "yes", "skim", "skim", "guard")
    assert over(batch)
    assert [stash(batch, seat) for seat in range(3)] == ["52", "43", "4"]


def test_a_second_skim_gets_nothing_although_the_first_met_the_fuzz():
    batch = table(POOR, SHARES, pile="2222", above=0)
    play(batch, "yes", "skim", "skim", "guard")
    assert stash(batch, 2) == "4"
    assert batch.states[0].pile.sum() == 3


def test_the_fuzz_as_bonus_is_passed_over_and_the_game_ends():
    batch = limited(3, pile="2222", above=0)
    play(batch, "yes", "yes", "no", "guard")
    assert over(batch)
    assert stash(batch, 0) == "522"
    assert batch.states[0].loot.sum() == 0


def test_the_fuzz_as_bonus_on_an_empty_pile_gives_nothing():
    batch = limited(3, pile="", above=0)
    play(batch, "yes", "yes", "no", "guard")
    assert over(batch)
    assert stash(batch, 0) == "52"


def test_the_bonus_is_paid_in_a_round_in_which_the_fuzz_was_skimmed():
    batch = limited(3, pile="2222", above=0)
    play(batch, "yes", "skim", "guard", "guard")
    assert over(batch)
    assert stash(batch, 0) == "522"


@pytest.mark.parametrize(("pile", "skimmed"), [("2", "432"), ("", "43")])
def test_no_bonus_is_left_where_the_skim_has_met_the_fuzz_and_taken_the_last_card(pile, skimmed):
    batch = limited(3, pile=pile, above=0)
    play(batch, "yes", "skim", "guard", "guard")
    assert over(batch)
    assert (stash(batch, 0), stash(batch, 1)) == ("52", skimmed)
    assert batch.states[0].pile.tolist() == [0, 0, 0, 0]
    put(batch)


# --- the end ---------------------------------------------------------------------------------------------------


def test_the_most_valuable_stash_wins():
    batch = table(["555", "4444", "222222"], ["", "", "3"], pile="2" * 3, above=0)
    s = batch.states[0]
    s.pile[:] += s.stash[3]  # the last seat is poor in this one
    s.stash[3] = 0
    s.fuzz_above = 0
    play(batch, "guard", "guard", "no", "no")
    scores, shares = batch.standings()
    assert scores[0, :4].tolist() == [15, 16, 12, 0]
    assert shares[0, :4].tolist() == [0, 1, 0, 0]


def test_all_who_tie_win():
    batch = table(["5", "32", "4"], ["2"], pile="22", above=0)
    s = batch.states[0]
    s.pile[:] += s.stash[3]
    s.stash[3] = 0
    play(batch, "no", "no", "guard", "guard")
    assert batch.standings()[1][0, :4].tolist() == [0.5, 0.5, 0, 0]


def test_a_game_cut_off_in_mid_round_leaves_loot_on_the_table_to_nobody():
    batch = table(POOR, SHARES, max_decisions=2)
    batch.step([a.TALK])
    _, terminated, truncated = batch.step([a.TALK])
    assert truncated[0]
    assert not terminated[0]
    assert batch.standings()[0][0, :3].tolist() == [2, 3, 4]
    assert np.isclose(batch.returns()[0, :4].sum(), 0)
