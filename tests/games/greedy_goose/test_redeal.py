"""Redealing: all that a seat can't know is drawn anew, and nothing else."""

from collections import Counter
from itertools import product

import numpy as np
import pytest
from games.greedy_goose.table import random_action, table, view, words
from games.redeals import same_after_redeal

from critter_envs import Batch
from critter_envs.core.positions import state_from
from critter_envs.games.greedy_goose.cards import LIMITS
from critter_envs.testing import check_redeals


def moments(num_players, every=5, **parameters):
    """Random games of random length, looked at every few decisions, and at the last one."""
    rng = np.random.default_rng(num_players)
    for seed in range(6):
        batch = Batch("greedy_goose", 1, num_players, seed, autoreset=False, **parameters)
        while batch.player[0] >= 0:
            s = batch.states[0]
            if s.decisions % every == 0 or s.centre.sum() < 2:
                yield batch
            batch.step([random_action(batch, rng)])


def seen(batch, seat):
    """All that a seat is shown."""
    observation, mask = batch.observe([0], [seat])
    return observation.tobytes(), mask.tobytes()


@pytest.mark.parametrize("memory", [True, False])
@pytest.mark.parametrize("num_players", range(2, 7))
def test_the_seat_observes_the_same_and_the_position_is_sound(num_players, memory):
    for batch in moments(num_players, memory=memory):
        for seat in range(num_players):
            redealt = batch.clone()
            redealt.redeal(0, seat)
            assert seen(redealt, seat) == seen(batch, seat)
            state_from(batch.game, redealt.position(0))  # conserved, within the limits, and nobody sure of what isn't there


@pytest.mark.parametrize("memory", [True, False])
@pytest.mark.parametrize("num_players", [2, 4, 6])
def test_it_depends_on_nothing_but_what_the_seat_observes(num_players, memory):
    """Two states that look the same to a seat, redealt with the same chance, give the same state."""
    differed = 0
    for batch in moments(num_players, every=9, memory=memory):
        for seat in range(num_players):
            other = batch.clone()
            other.redeal(0, seat)
            other.redeal(0, seat)
            forget(other.states[0], seat)
            other.refresh(0)
            assert seen(other, seat) == seen(batch, seat)
            differed += other.states[0].hand.tobytes() != batch.states[0].hand.tobytes()
            assert same_after_redeal(batch, other, seat)
    assert differed > 20


def forget(s, seat):
    """Let everybody forget what the seat can't know to be known."""
    if s.memory:
        others = [other for other in range(s.num_players) if other != seat]
        s.known[np.ix_(others, others)] = 0
    else:
        s.known[:] = 0


@pytest.mark.parametrize("num_players", [2, 3, 6])
def test_whatever_can_be_otherwise_is_otherwise_in_some_redeal(num_players):
    check_redeals("greedy_goose", num_players, settled=("known",))


def test_the_others_are_taken_to_know_of_each_other_what_the_seat_knows():
    known = [(0, 1, "1 green"), (0, 2, "2 purple"), (1, 0, "1 red"), (1, 2, "1 yellow, 1 purple"), (2, 1, "2 red")]
    batch = table(["1 red", "2 red, 1 green", "1 yellow, 2 purple"], "5 yellow, 5 blue", known=known)
    batch.redeal(0, 0)
    s = batch.states[0]
    assert [words(s.known[observer, 1]) for observer in range(3)] == ["1 green", "", "1 green"]
    assert [words(s.known[observer, 2]) for observer in range(3)] == ["2 purple", "2 purple", ""]
    assert [words(s.known[observer, 0]) for observer in range(3)] == ["", "1 red", ""]


def hands_after_redeals(batch, seat, times=400):
    """How often each deal of the hands came up."""
    deals = Counter()
    for _ in range(times):
        batch.redeal(0, seat)
        s = batch.states[0]
        deals[tuple(words(hand) for hand in s.hand[: s.num_players])] += 1
    return deals


def test_hands_hold_no_action_cards_and_the_centre_gets_the_rest():
    """Of two hidden snacks and two action cards, the one hand takes a snack, and the centre the other three cards."""
    batch = table(["1 red", "1 blue"], "1 green, 2 steal")
    deals = hands_after_redeals(batch, 0, 200)
    assert set(deals) == {("1 red", "1 blue"), ("1 red", "1 green")}
    assert min(deals.values()) > 60
    assert batch.states[0].centre[6] == 2


def test_cards_are_exchanged_where_the_last_ones_fit_only_another_hand():
    """Seat 1 is known to hold a blue card. The hidden ones are blue and red: the blue one must be seat 2's."""
    batch = table(["1 green", "1 blue, 1 red", "1 blue"], known=[(0, 1, "1 blue")])
    assert set(hands_after_redeals(batch, 0)) == {("1 green", "1 blue, 1 red", "1 blue")}


def test_cards_are_exchanged_along_a_chain_of_hands():
    """Seat 1 can't take what is left over but for seat 2's, and seat 2 can't take it but for seat 3's."""
    hands = ["", "1 blue, 2 red, 1 yellow", "1 blue, 1 red", "1 blue"]
    known = [(0, 1, "1 blue, 2 red"), (0, 2, "1 blue")]
    batch = table(hands, known=known)
    assert set(hands_after_redeals(batch, 0)) == {tuple(hands)}


@pytest.mark.parametrize(
    ("hands", "centre", "known"),
    [
        (["1 red", "1 blue, 1 red", "2 red, 1 yellow"], "1 blue, 1 gift", [(0, 2, "1 red")]),
        (["", "1 blue", "1 blue", "1 red, 1 purple"], "1 red", [(0, 3, "1 purple")]),
        (["2 green", "3 green", "1 blue, 1 green", "1 blue"], "", [(0, 1, "1 green"), (0, 2, "1 blue")]),
    ],
)
def test_every_deal_that_fits_comes_up_and_no_other(hands, centre, known):
    """All ways to deal the hidden cards, tried one by one."""
    batch = table(hands, centre, known=known)
    assert set(hands_after_redeals(batch, 0, 1500)) == set(all_deals(batch, 0))


def all_deals(batch, seat):
    """Each way to fill the other hands from the cards that the seat doesn't know."""
    s = batch.states[0]
    others = [k for k in range(s.num_players) if k != seat]
    hidden = s.centre[:5] + sum(s.hand[k] - s.known[seat, k] for k in others)
    choices = []
    for k in others:
        ranges = [range(int(low), int(high) + 1) for low, high in zip(s.known[seat, k], LIMITS, strict=True)]
        choices.append([hand for hand in product(*ranges) if sum(hand) == s.hand[k].sum()])
    for dealt in product(*choices):
        used = sum(np.array(hand) - s.known[seat, k] for hand, k in zip(dealt, others, strict=True))
        if (used <= hidden).all():
            hands = {seat: s.hand[seat], **dict(zip(others, map(np.array, dealt), strict=True))}
            yield tuple(words(hands[k]) for k in range(s.num_players))


def test_without_memory_what_went_out_of_play_is_drawn_anew_too():
    batch = table(["1 red", "2 purple"], "4 yellow", memory=False)
    before = view(batch, 0).tobytes()
    out = set()
    for _ in range(30):
        batch.redeal(0, 0)
        assert view(batch, 0).tobytes() == before
        out.add(words(batch.states[0].out[:5]))
    assert len(out) > 10


def test_the_chance_to_come_is_drawn_anew():
    batch = table(["1 red", "2 purple"], "9 purple, 9 yellow")
    before = batch.states[0].rng.tolist()
    batch.redeal(0, 0)
    assert batch.states[0].rng.tolist() != before
