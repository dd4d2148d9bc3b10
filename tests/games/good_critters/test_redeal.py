"""Redealing: all that a seat can't know is drawn anew, and nothing else."""

import numpy as np
import pytest
from games.good_critters.table import act, deal, digits, random_action, stash, table, talk, view
from games.redeals import same_after_redeal

from critter_envs import Batch
from critter_envs.core.positions import state_from
from critter_envs.games.good_critters import actions as a
from critter_envs.testing import check_redeals

VARIANTS = [
    (4, {}),
    (8, {"talk_rounds": 2, "boss_terms": 2}),
    (6, {"memory": False}),
    (4, {"payoffs": True}),
    (5, {"payoffs": True, "memory": False, "deals": 3}),
]


def moments(num_players, every, **parameters):
    """A random game, looked at every few decisions."""
    rng = np.random.default_rng(num_players)
    batch = Batch("good_critters", 1, num_players, num_players, autoreset=False, max_decisions=700, **parameters)
    while batch.player[0] >= 0:
        if batch.states[0].decisions % every == 0:
            yield batch
        batch.step([random_action(batch, rng)])
    yield batch


def seen(batch, seat):
    """All that a seat is shown."""
    observation, mask = batch.observe([0], [seat])
    return observation.tobytes(), mask.tobytes()


@pytest.mark.parametrize(("num_players", "parameters"), VARIANTS)
def test_the_seat_observes_the_same_and_the_position_is_sound(num_players, parameters):
    for batch in moments(num_players, 3, **parameters):
        for seat in range(num_players):
            redealt = batch.clone()
            redealt.redeal(0, seat)
            assert seen(redealt, seat) == seen(batch, seat)
            assert (redealt.states[0].pending, redealt.states[0].over) == (batch.states[0].pending, batch.states[0].over)
            state_from(batch.game, redealt.position(0))


@pytest.mark.parametrize(("num_players", "parameters"), VARIANTS)
def test_it_depends_on_nothing_but_what_the_seat_observes(num_players, parameters):
    """Two states that look the same to a seat, redealt with the same chance, give the same state."""
    differed = 0
    for batch in moments(num_players, 7, **parameters):
        for seat in range(num_players):
            other = batch.clone()
            other.redeal(0, seat)
            other.redeal(0, seat)
            forget(other.states[0], seat)
            other.refresh(0)
            assert seen(other, seat) == seen(batch, seat)
            differed += other.states[0].stash.tobytes() != batch.states[0].stash.tobytes()
            assert same_after_redeal(batch, other, seat)
    assert differed > 20


def forget(s, seat):
    """Let everybody forget what the seat can't know to be known."""
    if s.memory:
        others = [other for other in range(s.num_players) if other != seat]
        s.known[np.ix_(others, others)] = 0
    else:
        s.known[:] = 0


@pytest.mark.parametrize("num_players", [4, 7])
def test_whatever_can_be_otherwise_is_otherwise_in_some_redeal(num_players):
    check_redeals("good_critters", num_players, settled=("known",), num_games=512, fuzz="anywhere", first_player=0)


def outcomes(batch, seat, look, times=300):
    """What ``look`` finds in so many redeals."""
    found = set()
    for _ in range(times):
        batch.redeal(0, seat)
        found.add(look(batch.states[0]))
    return found


def test_stashes_keep_their_sizes_and_what_is_known_of_them():
    batch = table(["", "5432", "33"], pile="2345" * 4, known=[(0, 1, "52"), (2, 1, "43")])
    found = outcomes(batch, 0, lambda s: digits(s.stash[1]))
    assert found > {"5522", "5432", "5422", "5532"}
    assert all(len(cards) == 4 and "5" in cards and "2" in cards for cards in found)


def test_the_others_are_taken_to_know_of_each_other_what_the_seat_knows():
    batch = table(["2", "5432", "33"], known=[(0, 1, "52"), (2, 1, "43"), (1, 0, "2"), (1, 2, "3")])
    batch.redeal(0, 0)
    s = batch.states[0]
    assert [digits(s.known[observer, 1]) for observer in range(4)] == ["52", "", "52", "52"]
    assert [digits(s.known[observer, 2]) for observer in range(4)] == ["", "", "", ""]
    assert [digits(s.known[observer, 0]) for observer in range(4)] == ["", "2", "", ""]


def test_the_fuzz_may_lie_wherever_its_part_allows():
    """Bottom third of 118 cards: 78 to 118 lie above it; when 90 have been drawn, 0 to 28."""
    batch = Batch("good_critters", 1, 4, seed=1)
    assert outcomes(batch, 0, lambda s: int(s.fuzz_above), 2000) == set(range(78, 119))
    batch = table(["2345" * 5, "2345" * 5, "2345" * 5], pile="2345" * 7, above=20, fuzz="bottom")
    assert outcomes(batch, 0, lambda s: int(s.fuzz_above), 1000) == set(range(29))


def test_unseen_talk_of_others_is_drawn_anew_and_the_own_kept():
    batch = table(["2", "3", "4"])
    act(batch, a.TALK + 6 + 2, a.TALK + 6 * 2 + 3)
    before = batch.clone()
    found = outcomes(batch, 0, lambda s: (int(s.marker[0, 1]), int(s.word[0, 1])), 600)
    assert found == {(marker, word) for marker in (0, 1, 3, 4) for word in range(6)}
    assert (batch.states[0].marker[0, 0], batch.states[0].word[0, 0]) == (2, 2)
    assert not batch.states[0].marker[0, 2:].any()
    assert outcomes(before, 1, lambda s: (int(s.marker[0, 1]), int(s.word[0, 1]))) == {(4, 3)}


def test_without_talk_only_markers_are_drawn_anew():
    batch = table(["2", "3", "4"], talk_rounds=0)
    act(batch, a.TALK + 6)
    assert outcomes(batch, 1, lambda s: (int(s.marker[0, 0]), int(s.word[0, 0]))) == {(marker, 0) for marker in (0, 2, 3, 4)}


def test_unseen_cards_of_others_are_drawn_anew_and_the_own_kept():
    batch = table(["2", "3", "4"])
    talk(batch)
    act(batch, a.CARD + 3, a.CARD + 1)
    assert outcomes(batch, 0, lambda s: tuple(s.card[:4].tolist())) == {(4, card, 0, 0) for card in range(1, 6)}


def with_deals(**parameters):
    batch = table(["5432", "5432", "5432"], payoffs=True, **parameters)
    batch.states[0].payoff_cards[:4] = 5
    talk(batch)
    return batch


def test_a_hidden_bribe_is_drawn_anew_for_those_who_do_not_know_it():
    batch = with_deals()
    deal(batch, a.SLIP, 1, "54")
    for seat in (0, 1):
        assert outcomes(batch, seat, lambda s: digits(s.bundle[0, 0])) == {"54"}
    found = outcomes(batch, 2, lambda s: digits(s.bundle[0, 0]))
    assert {"22", "55", "43"} < found
    assert {len(cards) for cards in found} == {2}
    batch = with_deals(memory=False)
    deal(batch, a.SLIP, 1, "54")
    assert len(outcomes(batch, 0, lambda s: digits(s.bundle[0, 0]))) > 3


def test_a_deal_in_the_making_is_drawn_anew_for_all_but_its_maker():
    batch = with_deals()
    act(batch, a.OFFER_NO + 1, a.ADD + 3)
    assert outcomes(batch, 0, lambda s: (int(s.draft), int(s.partner), digits(s.draft_cards[:4]))) == {(2, 2, "5")}
    found = outcomes(batch, 1, lambda s: (int(s.draft), int(s.partner), int(s.price)), 800)
    assert found == {(0, 0, 0)} | {(kind, partner, 0) for kind in range(1, 8) for partner in (1, 2, 3)}
    assert batch.states[0].phase == a.DEALING


@pytest.mark.parametrize("memory", [True, False])
def test_a_card_on_sale_stays_where_it_is(memory):
    batch = with_deals(memory=memory)
    act(batch, a.TRADE, a.SELL + 3, a.PRICE)
    assert all("5" in cards for cards in outcomes(batch, 1, lambda s: digits(s.stash[0])))
    act(batch, a.ACCEPT)
    assert "5" in stash(batch, 1)


def test_without_memory_the_past_is_forgotten():
    batch = table(["2", "3", "4"], memory=False)
    talk(batch, {1: 2}, {0: "yes"})
    act(batch, *[a.CARD] * 4)
    before = view(batch, 0).tobytes()
    batch.redeal(0, 0)
    s = batch.states[0]
    assert view(batch, 0).tobytes() == before
    for field in (s.known, s.played, s.spoke, s.kept, s.last_card, s.last_marker, s.last_word, s.last_result):
        assert not np.any(field)


def test_the_chance_to_come_is_drawn_anew():
    batch = table(["2", "3", "4"])
    before = batch.states[0].rng.tolist()
    batch.redeal(0, 0)
    assert batch.states[0].rng.tolist() != before
