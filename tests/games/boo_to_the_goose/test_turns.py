"""Turns, chases and the end of the game: each sentence of the rules, from a set position."""

import numpy as np
import pytest
from games.boo_to_the_goose.table import PLAY_DOG, PLAY_FOX, PLAY_GOOSE, act, legal, row, table, turn, won

from critter_envs import Batch
from critter_envs.games.boo_to_the_goose.rules import NOBODY, STOP

FOX = "1 fox, 4 goose"
LAST_FOX = "1 fox"


def scores(batch):
    return batch.standings()[0][0, : batch.states[0].num_players].tolist()


# --- a card from the hand --------------------------------------------------------------------------------------


def test_any_kind_in_hand_may_be_played_and_nothing_else():
    assert legal(table(["", ""], ["2 goose, 3 dog"])) == {PLAY_GOOSE, PLAY_DOG}
    assert legal(table(["", ""], ["5 fox"])) == {PLAY_FOX}
    assert legal(table(["goose", ""], ["3 goose, 1 fox, 1 dog"], turn=0)) == {PLAY_GOOSE, PLAY_FOX, PLAY_DOG}


@pytest.mark.parametrize(("action", "kind"), [(PLAY_GOOSE, "goose"), (PLAY_DOG, "dog")])
def test_a_goose_or_a_dog_goes_to_the_end_of_the_row(action, kind):
    batch = table(["goose dog", "goose dog"], ["4 goose, 1 dog"], played=4)
    before = batch.states[0].pile[0].sum()
    act(batch, action)
    assert row(batch, 0) == f"goose dog {kind}"
    assert batch.states[0].laid[0, :3].tolist() == [1, 2, 5]
    assert batch.states[0].hand[0].sum() == 5
    assert batch.states[0].pile[0].sum() == before - 1
    assert batch.player[0] == 1


def test_turns_go_clockwise():
    batch = table(["", "", ""], turn=1)
    seats = []
    for _ in range(5):
        seats.append(int(batch.player[0]))
        act(batch, PLAY_GOOSE)
    assert seats == [1, 2, 0, 1, 2]


def test_without_a_draw_pile_the_hand_is_played_on():
    batch = table(["goose", "goose"], ["3 goose, 1 dog", "1 goose, 3 dog"], played=20)
    act(batch, PLAY_GOOSE)
    assert batch.states[0].hand[0].tolist() == [2, 0, 1]
    act(batch, PLAY_DOG)
    assert batch.states[0].hand[1].tolist() == [1, 0, 2]
    assert batch.player[0] == 0


# --- a chase ---------------------------------------------------------------------------------------------------


def test_the_first_flip_is_compulsory_and_then_there_is_a_choice():
    batch = table(["", "goose goose", "goose"], [FOX])
    act(batch, PLAY_FOX)
    assert batch.player[0] == 0
    assert legal(batch) == {turn(1), turn(2)}
    act(batch, turn(2))
    assert batch.player[0] == 0
    assert legal(batch) == {STOP, turn(1)}


def test_the_hand_is_not_refilled_before_the_chase_is_over():
    batch = table(["", "goose goose", "goose"], [FOX])
    before = batch.states[0].pile[0].sum()
    act(batch, PLAY_FOX, turn(1))
    assert batch.states[0].hand[0].tolist() == [4, 0, 0]
    act(batch, STOP)
    assert batch.states[0].hand[0].sum() == 5
    assert batch.states[0].pile[0].sum() == before - 1


def targets(batch, flips):
    """Who is chased by the first and the next flips, always of the oldest card."""
    act(batch, PLAY_FOX)
    found = [int(batch.states[0].target)]
    for _ in range(flips):
        act(batch, min(legal(batch) - {STOP}))
        found.append(int(batch.states[0].target))
    return found


def test_targets_go_clockwise_round_and_round_over_the_chaser():
    geese = "goose goose goose goose"
    assert targets(table([geese] * 4, [None, FOX], turn=1), 7) == [2, 3, 0, 2, 3, 0, 2, 3]


def test_players_without_face_down_cards_are_skipped():
    assert targets(table(["goose", "", "goose goose", "", "goose"], [FOX]), 3) == [2, 4, 2, NOBODY]


def test_a_player_whose_last_card_was_turned_in_this_chase_is_skipped():
    assert targets(table(["", "goose goose goose", "goose"], [FOX]), 3) == [1, 2, 1, 1]


def test_two_players_chase_each_other_as_long_as_they_want():
    assert targets(table(["goose", "goose goose goose"], [FOX]), 2) == [1, 1, 1]


def test_places_stand_still_during_a_chase_and_close_up_afterwards():
    batch = table(["", "goose dog goose dog goose", "goose goose"], [FOX], played=5)
    act(batch, PLAY_FOX, turn(1), turn(2))
    assert row(batch, 1) == "GOOSE dog goose dog goose"
    assert legal(batch) == {STOP, turn(2), turn(3), turn(4), turn(5)}
    act(batch, turn(3), STOP)
    assert row(batch, 1) == "dog dog goose"
    assert batch.states[0].laid[1, :4].tolist() == [2, 4, 5, 0]
    assert batch.states[0].laid[2, :2].tolist() == [1, 0]


def test_stopping_wins_the_turned_geese_and_the_fox():
    batch = table(["goose", "goose goose", "dog goose"], [FOX], played=2)
    before = won(batch, 0)
    act(batch, PLAY_FOX, turn(1), turn(2), STOP)
    after = won(batch, 0)
    assert after == ([before[0][0], 1, 1], [before[1][0] + 1, 0, 0], before[2])
    assert [row(batch, seat) for seat in range(3)] == ["goose", "goose", "dog"]
    assert batch.player[0] == 1


def test_a_chase_ends_like_a_stop_when_no_target_is_left():
    batch = table(["dog", "goose", "goose"], [FOX], played=1)
    act(batch, PLAY_FOX, turn(1), turn(1))
    assert won(batch, 0) == ([0, 1, 1], [1, 0, 0], 0)
    assert batch.states[0].target == NOBODY
    assert batch.player[0] == 1


@pytest.mark.parametrize("rows", [["goose dog", ""], ["", "", "", ""]])
def test_a_fox_without_anybody_to_chase_goes_to_its_players_own_win_pile(rows):
    batch = table(rows, [FOX])
    before = batch.states[0].won_foxes[0, 0]
    act(batch, PLAY_FOX)
    assert batch.states[0].won_foxes[0, 0] == before + 1
    assert row(batch, 0) == rows[0]
    assert batch.player[0] == 1
    assert batch.states[0].hand[0].sum() == 5


def test_a_dog_gives_everybody_their_own_turned_cards_and_its_owner_the_fox():
    batch = table(["goose", "goose goose", "dog goose", "goose goose"], [FOX], played=2)
    before = [won(batch, seat) for seat in range(4)]
    act(batch, PLAY_FOX, turn(1), turn(2), turn(1), turn(2), turn(1))
    after = [won(batch, seat) for seat in range(4)]
    assert after[0] == before[0]
    assert after[1] == ([0, 2, 0, 0], [0] * 4, 0)
    assert after[2] == ([0, 0, 1, 0], [1, 0, 0, 0], 1)
    assert after[3] == ([0, 0, 0, 1], [0] * 4, 0)
    assert [row(batch, seat) for seat in range(4)] == ["goose", "", "", "goose"]
    assert batch.player[0] == 1


# --- the end ---------------------------------------------------------------------------------------------------


def test_all_play_their_last_card_in_the_same_round():
    rng = np.random.default_rng(1)
    batch = Batch("boo_to_the_goose", 1, 4, seed=1, autoreset=False, first_player=2)
    while not batch.states[0].over:
        assert np.ptp(batch.states[0].turns[:4]) <= 1
        act(batch, int(rng.choice(np.flatnonzero(batch.mask[0]))))
    assert batch.states[0].turns[:4].tolist() == [24] * 4


def test_after_the_last_card_everybody_takes_their_own_row():
    batch = table(["goose dog", "dog"], ["1 goose", "1 goose"], played=23)
    act(batch, PLAY_GOOSE)
    assert not batch.states[0].over
    _, terminated, _ = act(batch, PLAY_GOOSE)
    assert terminated[0]
    assert scores(batch) == [24, 24]
    assert won(batch, 0)[2] == won(batch, 1)[2] == 4
    assert not batch.states[0].row.any()
    assert not batch.states[0].laid.any()


def test_the_last_card_may_be_a_fox_and_its_chase_is_played_to_the_end():
    batch = table(["goose dog", "dog", "goose goose"], ["", "", LAST_FOX], played=23, turn=2)
    act(batch, PLAY_FOX)
    assert legal(batch) == {turn(1), turn(2)}  # an empty hand can be robbed
    _, terminated, _ = act(batch, turn(1))
    assert not terminated[0]
    assert legal(batch) == {STOP, turn(1)}
    _, terminated, _ = act(batch, STOP)
    assert terminated[0]
    assert scores(batch) == [23, 24, 25]


def test_the_last_chase_may_end_with_a_dog():
    batch = table(["goose dog", "dog", "goose goose"], ["", "", LAST_FOX], played=23, turn=2)
    _, terminated, _ = act(batch, PLAY_FOX, turn(1), turn(1))
    assert terminated[0]
    assert scores(batch) == [24, 25, 23]


def test_the_last_chase_may_end_for_want_of_targets():
    batch = table(["goose", "", "goose"], ["", "", LAST_FOX], played=23, turn=2)
    _, terminated, _ = act(batch, PLAY_FOX, turn(1))
    assert terminated[0]
    assert scores(batch) == [23, 24, 25]


def test_most_cards_win_and_foxes_and_dogs_count_like_geese():
    batch = table(["", "dog goose"], ["1 fox", "1 goose"], played=23)
    act(batch, PLAY_FOX, turn(1))
    act(batch, PLAY_GOOSE)
    assert scores(batch) == [23, 25]
    assert batch.standings()[1][0, :2].tolist() == [0, 1]


def test_all_with_the_most_cards_win():
    batch = table(["", "", ""], ["1 goose", "1 goose", "1 goose"], played=23)
    act(batch, PLAY_GOOSE, PLAY_GOOSE, PLAY_GOOSE)
    np.testing.assert_allclose(batch.standings()[1][0, :3], 1 / 3)


# --- truncation and pay ----------------------------------------------------------------------------------------


def test_a_truncated_game_is_scored_with_win_piles_and_rows():
    batch = table(["goose dog", "goose"], [FOX], played=2, max_decisions=1)
    _, _, truncated = act(batch, PLAY_GOOSE)
    assert truncated[0]
    assert scores(batch) == [3, 2]


def test_a_chase_that_is_truncated_counts_as_stopped():
    batch = table(["goose dog", "goose goose", "dog goose"], [FOX], played=2, max_decisions=3)
    _, _, truncated = act(batch, PLAY_FOX, turn(1), turn(2))
    assert truncated[0]
    assert scores(batch) == [5, 1, 1]


def test_a_fox_whose_chase_is_truncated_before_the_first_flip_stays_its_players():
    batch = table(["", "goose"], [FOX], played=1, max_decisions=1)
    before = scores(batch)
    act(batch, PLAY_FOX)
    assert scores(batch) == [before[0] + 1, before[1]]


def test_the_score_is_paid_over_24():
    batch = table(["goose dog", "dog", "goose goose"], ["", "", LAST_FOX], played=23, turn=2, reward="score")
    rewards, _, _ = act(batch, PLAY_FOX, turn(1), STOP)
    np.testing.assert_allclose(rewards[0, :3], [-1 / 24, 0, 1 / 24])
