"""Turns, greed and the end of the game: each sentence of the rules, from a set position."""

import numpy as np
import pytest
from games.greedy_goose.table import act, give, hand, legal, steal, table, words

from critter_envs import Batch
from critter_envs.games.greedy_goose.cards import LIMITS
from critter_envs.games.greedy_goose.rules import DECLINE, FLIP, PASS, STOP

THREE = ["1 red, 1 yellow", "2 green", "1 purple"]


def out_of_play(batch):
    return batch.states[0].out.copy()


# --- setup -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("num_players", range(2, 7))
def test_each_player_is_dealt_three_snacks_within_the_limits(num_players):
    states = Batch("greedy_goose", 200, num_players).states
    assert (states.hand[:, :num_players].sum(axis=2) == 3).all()
    assert (states.hand <= LIMITS).all()
    assert not states.known.any()
    assert not states.out.any()


@pytest.mark.parametrize(("num_players", "cards"), [(2, 61), (3, 61), (4, 61), (5, 90), (6, 90)])
def test_two_to_four_players_leave_out_the_cards_with_the_dark_border(num_players, cards):
    assert Batch("greedy_goose", 1, num_players).states[0].deck.sum() == cards


def test_the_deal_goes_on_when_the_last_cards_fit_nobody():
    """Where all cards are dealt, many a deal gets stuck: the last player would have to take two blue cards."""
    states = Batch("greedy_goose", 300, 3, deck={"blue": 3, "red": 3, "purple": 3, "gift": 1}).states
    assert (states.hand[:, :3].sum(axis=2) == 3).all()
    assert (states.hand[:, :3, 0] == 1).all()


def test_the_first_player_is_drawn_from_the_seed():
    turns = Batch("greedy_goose", 400, 4).states.turn
    assert np.bincount(turns, minlength=4).min() > 70


@pytest.mark.parametrize("seat", range(3))
def test_first_player_fixes_it(seat):
    assert (Batch("greedy_goose", 20, 3, first_player=seat).player == seat).all()


# --- flip, stop, pass ------------------------------------------------------------------------------------------


def test_a_turn_opens_with_a_flip_made_by_the_game():
    states = Batch("greedy_goose", 200, 4).states
    opened = states.table.sum(axis=1) + (states.action_card > 0)
    assert (opened == 1).all()
    assert states.action_card.any()


def test_flip_lays_another_card_face_up_and_the_turn_goes_on():
    batch = table(THREE, "1 red, 1 green", "1 purple")
    act(batch, FLIP, flips=["green"])
    assert words(batch.states[0].table) == "1 green, 1 purple"
    assert batch.player[0] == 0
    assert hand(batch, 0) == THREE[0]


def test_stop_takes_all_face_up_cards_and_ends_the_turn():
    batch = table(THREE, "2 blue", "1 green, 1 purple")
    act(batch, STOP)
    assert hand(batch, 0) == "1 red, 1 yellow, 1 green, 1 purple"
    assert batch.player[0] == 1
    assert words(batch.states[0].table) == "1 blue"  # the next player's first flip


def test_pass_leaves_the_cards_to_the_next_player():
    batch = table(THREE, "2 blue", "1 green, 1 purple", turn=2)
    act(batch, PASS)
    assert hand(batch, 2) == THREE[2]
    assert batch.player[0] == 0
    assert words(batch.states[0].table) == "1 blue, 1 green, 1 purple"


def test_stop_needs_a_face_up_snack_and_pass_does_not():
    assert legal(table(THREE, "2 blue")) == {FLIP, PASS}
    assert legal(table(THREE, "2 blue", "1 red")) == {FLIP, STOP, PASS}


def test_two_identical_cards_make_the_player_take_all():
    batch = table(THREE, "3 green", "1 red, 1 green")
    act(batch, FLIP)
    assert hand(batch, 0) == "2 red, 1 yellow, 2 green"
    assert batch.player[0] == 1


def test_the_first_flip_of_a_turn_may_make_the_second_of_a_colour():
    """Seat 1 takes at once and has no choice; it is seat 2's turn."""
    batch = table(THREE, "1 purple, 1 blue", "1 blue, 1 purple")
    act(batch, PASS, flips=["purple", "blue"])
    assert hand(batch, 1) == "1 blue, 2 green, 2 purple"
    assert batch.player[0] == 2
    assert words(batch.states[0].table) == "1 blue"


def test_two_yellow_and_green_cards_are_different_although_both_say_three():
    batch = table(THREE, "3 green", "1 yellow")
    act(batch, FLIP)
    assert words(batch.states[0].table) == "1 yellow, 1 green"
    assert batch.player[0] == 0


# --- greed -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("colour", "limit"), [("blue", 1), ("red", 2), ("yellow", 3), ("green", 3), ("purple", 4)])
def test_all_cards_of_a_colour_beyond_its_limit_are_discarded(colour, limit):
    kind = ["blue", "red", "yellow", "green", "purple"].index(colour)
    batch = table([f"{limit} {colour}", ""], "1 gift", f"1 {colour}")
    before = out_of_play(batch)
    act(batch, STOP)
    assert hand(batch, 0) == ""
    assert (out_of_play(batch) - before).tolist() == [(limit + 1) * (k == kind) for k in range(8)]
    batch = table([f"{limit - 1} {colour}", ""], "1 gift", f"1 {colour}")
    act(batch, STOP)
    assert hand(batch, 0) == f"{limit} {colour}"


def test_greed_takes_each_colour_by_itself():
    batch = table(["1 blue, 2 red, 3 yellow, 1 green", ""], "1 gift", "1 blue, 1 yellow, 1 green, 1 purple")
    act(batch, STOP)
    assert hand(batch, 0) == "2 red, 2 green, 1 purple"


# --- action cards ----------------------------------------------------------------------------------------------


def test_an_action_card_lies_apart_and_is_no_face_up_snack():
    batch = table(THREE, "2 gift", "1 red")
    act(batch, FLIP)
    s = batch.states[0]
    assert (words(s.table), int(s.action_card)) == ("1 red", 1)
    assert batch.player[0] == 0


def test_a_gift_card_may_be_given_to_anyone_in_any_colour_or_declined():
    batch = table(["1 red, 2 green", "", "1 blue"], "1 red", action_card="gift")
    assert legal(batch) == {DECLINE, *(give(colour, k) for colour in ("red", "green") for k in (1, 2))}


def test_a_steal_card_names_a_player_who_has_a_card_or_is_declined():
    batch = table(["1 red", "", "1 blue", "1 green"], "1 red", action_card="steal")
    assert legal(batch) == {DECLINE, steal(2), steal(3)}


def test_gift_or_steal_allows_both():
    batch = table(["1 red", "1 blue", ""], "1 red", action_card="gift or steal")
    assert legal(batch) == {DECLINE, give("red", 1), give("red", 2), steal(1)}


def test_with_nothing_to_give_or_to_steal_only_declining_is_left():
    assert legal(table(["", ""], "1 red", action_card="gift or steal")) == {DECLINE}


@pytest.mark.parametrize("action", [DECLINE, give("red", 1), steal(1)])
def test_an_action_card_goes_out_of_play_performed_or_not_and_the_turn_goes_on(action):
    batch = table(["1 red", "1 green"], "2 blue", "1 purple", action_card="gift or steal")
    before = out_of_play(batch)
    act(batch, action)
    assert (out_of_play(batch) - before).tolist() == [0, 0, 0, 0, 0, 0, 0, 1]
    assert batch.player[0] == 0
    assert legal(batch) == {FLIP, STOP, PASS}
    assert words(batch.states[0].table) == "1 purple"


def test_seats_of_actions_count_from_the_left_neighbour():
    batch = table(["", "", "1 red", ""], "1 blue", turn=2, action_card="gift")
    act(batch, give("red", 3))
    assert hand(batch, 1) == "1 red"


def test_a_stolen_card_is_a_random_one():
    drawn = []
    for seed in range(60):
        batch = table(["", "1 red, 3 purple"], "1 blue", action_card="steal", seed=seed)
        act(batch, steal(1))
        drawn.append(hand(batch, 0))
    assert 4 <= drawn.count("1 red") <= 30
    assert set(drawn) == {"1 red", "1 purple"}


def test_a_receiver_of_a_gift_may_be_too_greedy_at_once():
    batch = table(["1 red, 1 green", "2 red, 1 blue"], "1 blue", "1 red", action_card="gift")
    before = out_of_play(batch)
    act(batch, give("red", 1))
    assert (hand(batch, 0), hand(batch, 1)) == ("1 green", "1 blue")
    assert (out_of_play(batch) - before)[1] == 3
    assert batch.player[0] == 0


def test_a_thief_may_be_too_greedy_at_once_and_the_turn_goes_on():
    batch = table(["1 blue, 1 green", "1 blue"], "1 red", "1 red", action_card="steal")
    act(batch, steal(1))
    assert (hand(batch, 0), hand(batch, 1)) == ("1 green", "")
    assert legal(batch) == {FLIP, STOP, PASS}


# --- the end ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("action", "score"), [(STOP, 4), (PASS, 2)])
def test_after_the_last_card_of_the_centre_the_turn_runs_on_without_flip(action, score):
    batch = table(["1 red, 1 green", "1 purple"], "1 yellow", "1 red")
    act(batch, FLIP)
    assert legal(batch) == {STOP, PASS}
    _, terminated, truncated = act(batch, action)
    assert (terminated[0], truncated[0]) == (True, False)
    assert batch.standings()[0][0, 0] == score  # cards left face up score for nobody


def test_the_last_card_may_be_an_action_card():
    batch = table(["1 red", "1 purple"], "1 steal")
    act(batch, FLIP)
    assert legal(batch) == {DECLINE, steal(1)}
    act(batch, steal(1))
    assert legal(batch) == {PASS}
    _, terminated, _ = act(batch, PASS)
    assert terminated[0]
    assert batch.standings()[0][0, :2].tolist() == [2, 0]


def test_the_last_card_may_make_a_second_of_a_colour():
    batch = table(["1 red", "1 purple"], "1 green", "1 green")
    _, terminated, _ = act(batch, FLIP)
    assert terminated[0]
    assert hand(batch, 0) == "1 red, 2 green"


def test_the_last_card_may_open_and_end_a_turn_at_once():
    batch = table(["1 red", "1 purple"], "1 green", "1 green")
    _, terminated, _ = act(batch, PASS)
    assert terminated[0]
    assert hand(batch, 1) == "2 green, 1 purple"


def test_a_card_scores_one_and_a_blue_one_three():
    batch = table(["1 blue", "1 red", "1 yellow", "1 green", "1 purple"])
    assert batch.standings()[0][0].tolist() == [3, 1, 1, 1, 1, 0]


def test_a_tie_goes_to_the_hand_with_more_different_snacks():
    batch = table(["1 blue, 1 red", "1 red, 1 yellow, 2 green", "4 purple"])
    scores, shares = batch.standings()
    assert scores[0, :3].tolist() == [4, 4, 4]
    assert shares[0, :3].tolist() == [0, 1, 0]


def test_if_there_is_still_a_tie_all_tied_players_win():
    _, shares = table(["1 red, 1 yellow", "2 red", "1 green, 1 purple"]).standings()
    assert shares[0, :3].tolist() == [0.5, 0, 0.5]


@pytest.mark.parametrize(("num_players", "decisions"), [(2, 64), (3, 61), (4, 58), (5, 87), (6, 84)])
def test_the_longest_games(num_players, decisions):
    """A card of the centre is a decision to flip it, or it opens a turn, which ends with one; an action card is one more.

    The players who never leave a card face up never take without a choice.
    """
    batch = Batch("greedy_goose", 50, num_players, autoreset=False)
    while (batch.player >= 0).any():
        batch.step(np.where(batch.mask[:, STOP], STOP, np.where(batch.mask[:, PASS], PASS, DECLINE)))
    assert (batch.states.decisions == decisions).all()
    assert (batch.states.over == 1).all()


# --- pay and truncation ----------------------------------------------------------------------------------------

#: Scores 5, 3, 3, 1, the third seat before the second by number of colours.
FOUR = ["1 blue, 2 purple", "3 green", "1 red, 2 yellow", "1 red"]


@pytest.mark.parametrize(
    ("reward", "pay"),
    [
        ("win", [1, -1 / 3, -1 / 3, -1 / 3]),
        ("score", [2 / 15, 0, 0, -2 / 15]),
        ("rank", [1, -1 / 3, 1 / 3, -1]),
    ],
)
def test_the_last_reward(reward, pay):
    rewards, _, _ = act(table(FOUR, reward=reward), PASS)
    np.testing.assert_allclose(rewards[0], [*pay, 0, 0])


@pytest.mark.parametrize(
    ("reward", "pay"), [("win", [0.25, 0.25, -0.5]), ("score", [1 / 45, 1 / 45, -2 / 45]), ("rank", [0.5, 0.5, -1])]
)
def test_the_last_reward_of_a_tie(reward, pay):
    rewards, _, _ = act(table(["2 green", "2 yellow", "1 red"], reward=reward), PASS)
    np.testing.assert_allclose(rewards[0, :3], pay)


def test_before_the_end_nobody_is_paid():
    rewards, _, _ = act(table(FOUR, "2 red"), PASS)
    assert not rewards.any()


def test_a_truncated_game_is_paid_as_it_stands_and_what_lies_in_the_middle_is_lost():
    batch = table(["1 red", "1 green, 1 yellow"], "1 blue, 2 red", "1 purple", max_decisions=2)
    act(batch, PASS, flips=["blue"])
    rewards, terminated, truncated = act(batch, PASS, flips=["red"])
    assert (terminated[0], truncated[0]) == (False, True)
    assert batch.player[0] == -1
    assert words(batch.states[0].table) == "1 blue, 1 red, 1 purple"
    assert batch.standings()[0][0, :2].tolist() == [1, 2]
    assert rewards[0, :2].tolist() == [-1, 1]
