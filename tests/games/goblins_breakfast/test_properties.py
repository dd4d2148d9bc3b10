"""What holds in every position, whatever the deck, the table and the choices."""

import numpy as np
from games.goblins_breakfast.table import view
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from critter_envs import Batch
from critter_envs.core.errors import ParameterError
from critter_envs.core.positions import state_from
from critter_envs.games.goblins_breakfast.cards import COPIES, FOOD, GRAB, SPECIALS, WIDTH, of_goods, of_kinds

GOODS = st.fixed_dictionaries(
    {
        "kind": st.sampled_from(["food", "food", "weapon"]),
        "value": st.integers(1, 20),
        "hands": st.integers(1, 2),
        "copies": st.integers(1, 12),
        "effect": st.sampled_from(["none", "none", "grab-berries"]),
    }
)
SPECIAL_CARDS = st.fixed_dictionaries(
    {"kind": st.just("special"), "copies": st.integers(1, 6), "effect": st.sampled_from(SPECIALS)}
)
DECKS = st.none() | st.lists(GOODS, min_size=2, max_size=8).flatmap(
    lambda goods: st.lists(SPECIAL_CARDS, max_size=3).map(lambda specials: goods + specials)
)


@settings(max_examples=40, deadline=None, derandomize=True)
@given(
    deck=DECKS,
    num_players=st.integers(2, 6),
    seed=st.integers(0, 2**63 - 1),
    choices=st.lists(st.integers(0, 2**16), min_size=1, max_size=40),
)
def test_in_every_position(deck, num_players, seed, choices):
    try:
        batch = Batch("goblins_breakfast", 1, num_players, seed, autoreset=False, **({} if deck is None else {"deck": deck}))
    except ParameterError:
        assume(False)
    s = batch.states[0]
    decisions = 0
    while batch.player[0] >= 0:
        state_from(batch.game, batch.position(0))  # each card is once somewhere, nothing waits without need
        assert batch.mask[0].any()
        widths = (s.hand * of_goods(s.deck, WIDTH)).sum(axis=1)
        assert (widths[np.arange(6) != s.turn] <= 2).all()
        for seat in range(num_players):
            o = view(batch, seat)
            assert (np.frombuffer(o.tobytes(), np.uint8) <= batch.game.observation_high).all()
            seen = sum(int(o[field].sum()) for field in ("pile_size", "supply", "discard", "hand", "stomach", "special"))
            assert seen == of_kinds(s.deck, COPIES).sum()
        legal = np.flatnonzero(batch.mask[0])
        before = int(batch.player[0]), s.extra, s.special
        action = int(legal[choices[decisions % len(choices)] % len(legal)])
        batch.step([action])
        if batch.player[0] == before[0] and not (s.special or s.extra or (s.hand[s.turn] * of_goods(s.deck, WIDTH)).sum() > 2):
            earned = before[1] or action == 16 or (action < 16 and s.deck[GRAB + action])
            assert earned, "a turn without end"
        decisions += 1
    if s.over == 1:
        assert s.pile_size == 0
        assert not (s.hand * (of_goods(s.deck, FOOD) > 0)).any()
