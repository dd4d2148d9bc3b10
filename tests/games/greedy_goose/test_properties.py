"""What holds in every position, whatever the deck, the table and the choices."""

import numpy as np
from games.greedy_goose.table import view
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from critter_envs import Batch
from critter_envs.core.errors import ParameterError
from critter_envs.core.positions import state_from
from critter_envs.games.greedy_goose.cards import KINDS, LIMITS

DECKS = st.none() | st.fixed_dictionaries({kind: st.integers(0, 20) for kind in KINDS})


@settings(max_examples=60, deadline=None, derandomize=True)
@given(
    deck=DECKS,
    num_players=st.integers(2, 6),
    seed=st.integers(0, 2**63 - 1),
    choices=st.lists(st.integers(0, 2**16), min_size=1, max_size=40),
)
def test_in_every_position(deck, num_players, seed, choices):
    parameters = {} if deck is None else {"deck": deck}
    try:
        batch = Batch("greedy_goose", 1, num_players, seed, autoreset=False, max_decisions=500, **parameters)
    except ParameterError:
        assume(False)
    s = batch.states[0]
    decisions = 0
    while batch.player[0] >= 0:
        state_from(batch.game, batch.position(0))  # each card is once somewhere
        assert (s.hand <= LIMITS).all()
        assert (s.known <= s.hand).all()
        assert batch.mask[0].any()
        for seat in range(num_players):
            o = view(batch, seat)
            unknown = o.hand_size[1:] - o.known.sum(axis=1)
            assert ((unknown >= 0) & (unknown <= 13)).all()
            assert (o.shown.max(axis=0) <= o.own_hand).all()
        legal = np.flatnonzero(batch.mask[0])
        batch.step([legal[choices[decisions % len(choices)] % len(legal)]])
        decisions += 1
    assert s.over == 1
    assert s.centre.sum() == 0
    assert decisions <= s.deck.sum() - 3 * num_players + s.deck[5:].sum()
