"""Redealing: all that a seat can't know is drawn anew, and nothing else."""

from collections import Counter
from itertools import permutations
from math import comb

import numpy as np
import pytest
from games.goblins_breakfast.table import SMALL_DECK, random_action, stomach, table, view
from games.redeals import same_after_redeal

from critter_envs import Batch
from critter_envs.core.positions import state_from
from critter_envs.testing import check_redeals


def moments(num_players, every=9, **parameters):
    """Random games, looked at every few decisions, and after the last one."""
    rng = np.random.default_rng(num_players)
    for seed in range(4):
        batch = Batch("goblins_breakfast", 1, num_players, seed, autoreset=False, **parameters)
        while batch.player[0] >= 0:
            if batch.states[0].decisions % every == 0 or batch.states[0].special:
                yield batch
            batch.step([random_action(batch, rng)])
        yield batch


def seen(batch, seat):
    """All that a seat is shown."""
    observation, mask = batch.observe([0], [seat])
    return observation.tobytes(), mask.tobytes()


@pytest.mark.parametrize("memory", [True, False])
@pytest.mark.parametrize("num_players", [2, 4, 6])
def test_the_seat_observes_the_same_and_the_position_is_sound(num_players, memory):
    for batch in moments(num_players, memory=memory):
        for seat in range(num_players):
            redealt = batch.clone()
            redealt.redeal(0, seat)
            assert seen(redealt, seat) == seen(batch, seat)
            state_from(batch.game, redealt.position(0))  # conserved, and stomachs hold food


@pytest.mark.parametrize("memory", [True, False])
def test_it_depends_on_nothing_but_what_the_seat_observes(memory):
    """Two states that look the same to a seat, redealt with the same chance, give the same state."""
    differed = 0
    for batch in moments(3, memory=memory):
        other = batch.clone()
        other.redeal(0, 1)
        other.redeal(0, 1)
        differed += other.states[0].pile.tobytes() != batch.states[0].pile.tobytes()
        assert same_after_redeal(batch, other, 1)
    assert differed > 20


@pytest.mark.parametrize("memory", [True, False])
def test_whatever_can_be_otherwise_is_otherwise_in_some_redeal(memory):
    check_redeals("goblins_breakfast", 2, depth=9, num_games=4096, deck=SMALL_DECK, memory=memory, first_player=0)


def test_with_memory_only_the_order_of_the_deck_changes():
    batch = table(["food 1", "", ""], "food 1, 2 food 2, weapon 1", "food 3, weapon 1, Snatch, 2 food 3", stomachs=["food 2"])
    before = batch.states[0].copy()
    for _ in range(5):
        batch.redeal(0, 2)
        for field in batch.game.counters:
            if field.name != "pile":
                assert (batch.states[0][field.name] == before[field.name]).all()
        assert sorted(batch.states[0].pile) == sorted(before.pile)
        assert not batch.states[0].pile[5:].any()


def test_each_order_of_the_deck_is_equally_likely():
    batch = table(["", ""], "food 1, food 2, weapon 1", "food 1, weapon 1, 2 Snatch")
    found = Counter()
    for _ in range(3000):
        batch.redeal(0, 0)
        found[tuple(batch.states[0].pile[:4].tolist())] += 1
    expected = set(permutations([2, 8, 19, 19]))
    assert set(found) == expected
    assert all(abs(number - 250) < 80 for number in found.values())  # five standard deviations


def test_without_memory_stomachs_are_dealt_anew_from_all_hidden_food():
    """Three food 2 and one food 3 are hidden, two of them in stomachs: how often which, by counting the ways."""
    batch = table(["", ""], "food 1, weapon 2, weapon 1", "weapon 1, 2 food 2, food 3", stomachs=["food 2", ""], memory=False)
    found = Counter()
    for _ in range(2000):
        batch.redeal(0, 1)
        found[stomach(batch, 0)] += 1
        assert stomach(batch, 1) == ""
    assert set(found) == {"food 2", "food 3"}
    assert abs(found["food 3"] / 2000 - 1 / 4) < 0.05


def test_without_memory_all_stomachs_are_equal():
    """Two players have eaten two and one of five hidden food cards; each hand of cards is as likely as its number of ways."""
    batch = table(
        ["", ""], "food 1, weapon 2, weapon 1", "food 3, food 2", stomachs=["food 3, food 2", "food 2"], turn=1, memory=False
    )
    found = Counter()
    for _ in range(3000):
        batch.redeal(0, 0)
        found[stomach(batch, 0), stomach(batch, 1)] += 1
    ways = {}
    for twos in range(3):
        for one in ("food 2", "food 3"):
            left = {"food 2": 3 - twos, "food 3": 2 - (2 - twos)}
            name = {0: "2 food 3", 1: "food 2, food 3", 2: "2 food 2"}[twos]
            ways[name, one] = comb(3, twos) * comb(2, 2 - twos) * left[one]
    whole = sum(ways.values())
    assert {deal for deal, number in ways.items() if number} == set(found)
    for deal, number in found.items():
        assert abs(number / 3000 - ways[deal] / whole) < 0.045


def test_without_memory_the_view_stays_the_same_at_the_end_too():
    batch = table(["food 2", ""], "food 1, weapon 2, weapon 1", "", stomachs=["food 3, food 2", "food 2"], memory=False)
    batch.step([0 + 1])  # takes food 1: the end
    assert batch.player[0] == -1
    before = view(batch, 0).tobytes()
    eaten = set()
    for _ in range(20):
        batch.redeal(0, 0)
        assert view(batch, 0).tobytes() == before
        eaten.add(stomach(batch, 0))
    assert len(eaten) > 2


def test_the_chance_to_come_is_drawn_anew():
    batch = table(["", ""], "food 1, food 2, weapon 1", "food 1, weapon 1")
    before = batch.states[0].rng.tolist()
    batch.redeal(0, 0)
    assert batch.states[0].rng.tolist() != before
