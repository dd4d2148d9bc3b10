"""Redealing: all that a seat can't know is drawn anew, and nothing else."""

from collections import Counter

import numpy as np
import pytest
from games.boo_to_the_goose.table import PLAY_FOX, act, random_action, row, table, turn, view
from games.redeals import same_after_redeal

from critter_envs import Batch
from critter_envs.core.positions import state_from
from critter_envs.games.boo_to_the_goose.position import reveal
from critter_envs.games.boo_to_the_goose.rules import STOP
from critter_envs.testing import check_redeals

FOX = "1 fox, 4 goose"


def moments(num_players, every=7, **parameters):
    """Random games, looked at every few decisions, and at the last ones."""
    rng = np.random.default_rng(num_players)
    for seed in range(3):
        batch = Batch("boo_to_the_goose", 1, num_players, seed, autoreset=False, **parameters)
        while batch.player[0] >= 0:
            s = batch.states[0]
            if s.decisions % every == 0 or s.hand[: s.num_players].sum() < 4:
                yield batch
            may_stop = batch.mask[0, STOP] and rng.random() < 0.5
            batch.step([STOP if may_stop else random_action(batch, rng)])
        yield batch


def seen(batch, seat):
    """All that a seat is shown."""
    observation, mask = batch.observe([0], [seat])
    return observation.tobytes(), mask.tobytes()


@pytest.mark.parametrize("parameters", [{}, {"remove_four": True}, {"memory": False}, {"memory": False, "remove_four": True}])
@pytest.mark.parametrize("num_players", [2, 3, 5])
def test_the_seat_observes_the_same_and_the_position_is_sound(num_players, parameters):
    for batch in moments(num_players, **parameters):
        for seat in range(num_players):
            redealt = batch.clone()
            redealt.redeal(0, seat)
            assert seen(redealt, seat) == seen(batch, seat)
            state_from(batch.game, redealt.position(0))  # each set keeps its 15 geese, five foxes and four dogs


@pytest.mark.parametrize("memory", [True, False])
@pytest.mark.parametrize("num_players", [2, 4, 5])
def test_it_depends_on_nothing_but_what_the_seat_observes(num_players, memory):
    """Two states that look the same to a seat, redealt with the same chance, give the same state."""
    differed = 0
    for batch in moments(num_players, every=9, memory=memory, remove_four=True):
        for seat in range(num_players):
            other = batch.clone()
            other.redeal(0, seat)
            other.redeal(0, seat)
            differed += other.states[0].row.tobytes() != batch.states[0].row.tobytes()
            assert same_after_redeal(batch, other, seat)
    assert differed > 20


@pytest.mark.parametrize("parameters", [{}, {"remove_four": True}, {"memory": False}])
@pytest.mark.parametrize("num_players", [2, 5])
def test_whatever_can_be_otherwise_is_otherwise_in_some_redeal(num_players, parameters):
    check_redeals("boo_to_the_goose", num_players, num_games=1024, **parameters)


def redeals(batch, seat, times, look):
    """How often each thing that is looked at came up."""
    found = Counter()
    for _ in range(times):
        batch.redeal(0, seat)
        found[look(batch)] += 1
    return found


def test_a_row_holds_no_foxes_and_is_dealt_from_the_other_hidden_cards():
    """Seat 1's two cards are any of the 15 geese and four dogs."""
    found = redeals(table(["goose", "goose goose"], played=2), 0, 3000, lambda batch: row(batch, 1))
    expected = {"goose goose": 15 * 14, "goose dog": 15 * 4, "dog goose": 4 * 15, "dog dog": 4 * 3}
    assert set(found) == set(expected)
    for cards, ways in expected.items():
        np.testing.assert_allclose(found[cards] / 3000, ways / (19 * 18), atol=0.035)


def test_hands_are_dealt_from_what_is_hidden_and_in_no_row():
    """Seat 1 has a card in its row and 23 in hand and pile, the foxes among them: each is in hand with 5 chances in 23."""
    foxes = redeals(table(["", "goose"], played=1), 0, 3000, lambda batch: int(batch.states[0].hand[1, 1]))
    np.testing.assert_allclose(sum(number * times for number, times in foxes.items()) / 3000, 5 * 5 / 23, atol=0.05)


def test_the_own_hand_and_row_stay_and_the_own_pile_is_dealt_anew():
    batch = table(["goose dog goose", "goose dog"], ["2 goose, 2 fox, 1 dog"], played=3, remove_four=True)
    s = batch.states[0]
    own = redeals(batch, 0, 300, lambda batch: (row(batch, 0), s.hand[0].tobytes()))
    assert list(own) == [("goose dog goose", np.array([2, 2, 1], np.int16).tobytes())]
    removed = redeals(batch, 0, 300, lambda batch: tuple(s.removed[0].tolist()))
    assert len(removed) > 5
    assert {sum(cards) for cards in removed} == {4}
    assert max(cards[2] for cards in removed) == 2  # one dog is in hand, one in the row


def test_turned_cards_and_the_fox_on_the_hunt_stay():
    batch = table(["dog", "goose goose", "goose dog"], [FOX], played=2)
    act(batch, PLAY_FOX, turn(1), turn(1))
    for seat in range(3):
        found = redeals(batch, seat, 200, lambda batch: (row(batch, 1)[:5], row(batch, 2)[:5]))
        assert set(found) == {("GOOSE", "GOOSE")}
        foxes = redeals(batch, seat, 200, lambda batch: int(batch.states[0].hand[0, 1] + batch.states[0].pile[0, 1]))
        assert set(foxes) == {4}


def test_where_all_dogs_are_in_win_piles_none_is_dealt_to_a_row():
    batch = table(["", "goose goose goose"], played=22)
    assert batch.states[0].won_dogs[1] == 4
    assert set(redeals(batch, 0, 50, lambda batch: row(batch, 1))) == {"goose goose goose"}


def test_without_memory_the_own_row_and_the_turns_of_all_rows_are_dealt_anew():
    batch = table(["goose dog goose", "goose dog"], ["5 goose"], played=5, memory=False)
    before = view(batch, 0).tobytes()
    s = batch.states[0]
    found = redeals(batch, 0, 400, lambda batch: (row(batch, 0), *s.laid[0, :3].tolist()))
    assert view(batch, 0).tobytes() == before
    assert len({cards for cards, *_ in found}) == 8
    assert len({tuple(laid) for _, *laid in found}) == 10  # of five turns, any three


def test_where_everything_has_been_revealed_only_piles_and_removed_cards_are_dealt():
    batch = table(["goose dog", "goose dog", "dog"], played=2, remove_four=True)
    reveal(batch.states[0])
    batch.refresh(0)
    s = batch.states[0]
    found = redeals(batch, 0, 100, lambda batch: (s.row.tobytes(), s.hand.tobytes()))
    assert len(found) == 1
    assert len(redeals(batch, 0, 100, lambda batch: s.removed.tobytes())) > 50


def test_the_chance_to_come_is_drawn_anew():
    batch = table(["goose", "goose"])
    before = batch.states[0].rng.tolist()
    batch.redeal(0, 0)
    assert batch.states[0].rng.tolist() != before
