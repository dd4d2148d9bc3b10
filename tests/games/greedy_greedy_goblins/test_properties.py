"""What holds in every position, whatever the table and the choices."""

import numpy as np
from games.greedy_greedy_goblins.table import GAME, view
from hypothesis import given, settings
from hypothesis import strategies as st

import critter_envs
from critter_envs import Batch
from critter_envs.core.positions import state_from

RULES = critter_envs.agent("rules", GAME)


@settings(max_examples=12, deadline=None, derandomize=True)
@given(
    num_players=st.integers(2, 4),
    seed=st.integers(0, 2**63 - 1),
    memory=st.booleans(),
    choices=st.lists(st.integers(0, 2**16), min_size=1, max_size=40),
)
def test_in_every_position(num_players, seed, memory, choices):
    """A choice that can be divided by three is the rule-based player's: random players alone seldom get anywhere."""
    batch = Batch(GAME, 1, num_players, seed, autoreset=False, max_decisions=250, memory=memory)
    s = batch.states[0]
    while batch.player[0] >= 0:
        state_from(batch.game, batch.position(0))  # each tile, card and goblin is once somewhere, and all fits together
        assert batch.mask[0].any()
        look(batch, num_players)
        legal = np.flatnonzero(batch.mask[0])
        choice = choices[int(s.decisions) % len(choices)]
        sensible = RULES.act(batch.observation, batch.mask)
        before = s.coins.copy()
        batch.step(sensible if choice % 3 else [legal[choice // 3 % len(legal)]])
        assert (s.coins >= 0).all()
        assert (s.coins - before >= -5).all()


def look(batch, num_players):
    """What the seats observe agrees among them, and with itself."""
    views = [view(batch, seat) for seat in range(num_players)]
    for seat, o in enumerate(views):
        assert (batch.observe([0], [seat])[0] <= batch.game.observation_high).all()
        assert o.own_hand.sum() == o.hand_size[0]
        for cave in o.caves:
            assert cave.known.sum() <= cave.down
            if batch.states[0].memory:
                assert cave.down_by.sum() == cave.down
                assert (cave.up_by.sum(axis=0) == cave.up).all()
                assert cave.known.sum() == cave.down_by[0]
    for cave in range(8):
        assert len({(int(o.caves[cave].down), o.caves[cave].up.tobytes()) for o in views}) == 1


def test_games_of_the_rule_based_player_end():
    batch = Batch(GAME, 60, [2, 3, 4], seed=5, autoreset=False)
    while (batch.player >= 0).any():
        running = np.flatnonzero(batch.player >= 0)
        batch.step_some(running, RULES.act(batch.observation[running], batch.mask[running]))
    assert (batch.states.over == 1).all()
