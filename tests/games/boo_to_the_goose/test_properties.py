"""What holds in every position, whatever the table and the choices."""

import numpy as np
from games.boo_to_the_goose.table import view
from hypothesis import given, settings
from hypothesis import strategies as st

from critter_envs import Batch
from critter_envs.core.positions import state_from
from critter_envs.games.boo_to_the_goose.cards import CARD_SET


@settings(max_examples=25, deadline=None, derandomize=True)
@given(
    remove_four=st.booleans(),
    memory=st.booleans(),
    num_players=st.integers(2, 5),
    seed=st.integers(0, 2**63 - 1),
    choices=st.lists(st.integers(0, 2**16), min_size=1, max_size=40),
)
def test_in_every_position(remove_four, memory, num_players, seed, choices):
    batch = Batch("boo_to_the_goose", 1, num_players, seed, autoreset=False, remove_four=remove_four, memory=memory)
    s = batch.states[0]
    decisions = 0
    while batch.player[0] >= 0:
        state_from(batch.game, batch.position(0))  # each card is once somewhere
        assert batch.mask[0].any()
        for seat in range(num_players):
            o = view(batch, seat)
            assert (np.frombuffer(o.tobytes(), np.uint8) <= batch.game.observation_high).all()
            lying = (o.face_down > 0) | (o.kind > 0)
            cards = (o.hand_size + o.pile_size + o.turns)[:num_players]
            assert (cards == (20 if remove_four else 24)).all()
            won = o.won_geese.sum(axis=0) + o.won_foxes.sum(axis=0) + o.won_dogs
            fox = o.turn * o.target.any()
            assert (won + lying.sum(axis=1) + fox == o.turns).all()
            assert (np.diff(lying.astype(int), axis=1) <= 0).all()
        legal = np.flatnonzero(batch.mask[0])
        batch.step([legal[choices[decisions % len(choices)] % len(legal)]])
        decisions += 1
    assert s.over == 1
    assert decisions <= 44 * num_players
    assert (s.won_geese[:num_players, :num_players].sum(axis=0) + s.removed[:num_players, 0] == CARD_SET[0]).all()
