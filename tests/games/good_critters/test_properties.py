"""What holds in every position, whatever the table and the choices."""

import numpy as np
import pytest
from games.good_critters.table import view

from critter_envs import Batch
from critter_envs.core.positions import state_from
from critter_envs.games.good_critters.actions import ANSWERING, CARD, CHOOSING, DEALING, DECLINE, TRADE
from critter_envs.games.good_critters.cards import GUARD, NO


@pytest.mark.parametrize(
    ("num_players", "parameters"),
    [(4, {}), (8, {"boss_terms": 2}), (5, {"payoffs": True}), (6, {"payoffs": True, "deals": 3, "talk_rounds": 3})],
)
def test_in_every_position(num_players, parameters):
    batch = Batch("good_critters", 1, num_players, 7, autoreset=False, **parameters)
    rng = np.random.default_rng(num_players)
    high = batch.game.observation_high
    s, rounds = batch.states[0], 0
    while batch.player[0] >= 0:
        state_from(batch.game, batch.position(0))  # each card is once somewhere
        assert batch.mask[0].any()
        seat = int(rng.integers(num_players))
        assert (batch.observe([0], [seat])[0][0] <= high).all()
        o = view(batch, seat)
        assert (o.stash_size[1:] >= o.known.sum(axis=1)).all()
        assert (o.shown.max(axis=0) <= o.own_stash).all()
        assert (s.phase == 0) == bool(s.loot.any())
        before = s.played.sum()
        batch.step([int(rng.choice(np.flatnonzero(batch.mask[0])))])
        rounds += s.played.sum() > before
    assert s.over == 1
    assert s.fuzz_above == -1
    assert (s.played[:num_players].sum(axis=1) == rounds).all()
    assert rounds <= 60


def test_no_term_can_be_beyond_what_an_observation_can_count():
    """The longest game, with one Boss, kept by the own lone No."""
    batch = Batch("good_critters", 1, 4, autoreset=False, fuzz_parts=20, talk_rounds=0, first_player=0)
    s = batch.states[0]
    s.fuzz_above = s.pile.sum()
    while batch.player[0] >= 0:
        card = CARD + (NO if batch.player[0] == s.boss else GUARD)
        batch.step([card if s.phase == CHOOSING else int(np.flatnonzero(batch.mask[0])[0])])
    assert (s.boss, s.played[0, 1]) == (0, 60)
    assert (batch.observe([0], [0])[0][0] <= batch.game.observation_high).all()
    state_from(batch.game, batch.position(0))


def test_no_round_can_be_beyond_those_an_observation_can_count():
    """Votes that always fail, nobody who skims, and THE FUZZ! at the very bottom: the longest game."""
    batch = Batch("good_critters", 1, 4, autoreset=False, fuzz_parts=20, talk_rounds=0)
    s = batch.states[0]
    s.fuzz_above = s.pile.sum()
    while batch.player[0] >= 0:
        batch.step([57 if s.phase == 4 else int(np.flatnonzero(batch.mask[0])[0])])
    assert s.played[0].sum() == 60
    assert s.decisions < 5000


@pytest.mark.parametrize("deals", [2, 3])
def test_no_game_with_payoffs_is_cut_off(deals):
    """The longest: a lone No keeps the Boss, everybody talks for three rounds, and nobody takes up a trade."""
    batch = Batch("good_critters", 1, 8, autoreset=False, fuzz_parts=20, talk_rounds=3, first_player=0, payoffs=True, deals=deals)
    s = batch.states[0]
    s.fuzz_above = s.pile.sum()
    while batch.player[0] >= 0:
        if s.phase == CHOOSING:
            action = CARD + (NO if batch.player[0] == s.boss else GUARD)
        elif s.phase == DEALING and not s.draft:
            action = TRADE
        else:
            action = DECLINE if s.phase == ANSWERING else int(np.flatnonzero(batch.mask[0])[0])
        batch.step([action])
    assert s.played[0].sum() == 50
    assert s.over == 1
    assert s.decisions > 5000
