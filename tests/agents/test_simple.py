import numpy as np
import pytest

import critter_envs
from critter_envs.agents import AgentError, RandomAgent, RulesAgent
from critter_envs.core.errors import IllegalAction, ParameterError

GAME = critter_envs.game("greedy_goose")


def rows(count, seed=0):
    batch = critter_envs.Batch(GAME, count, 4, seed=seed)
    batch.play_random(7)
    return batch.observation, batch.mask


@pytest.mark.parametrize("kind", [RandomAgent, RulesAgent])
def test_actions_are_legal(kind):
    observations, masks = rows(500)
    actions = kind(GAME, seed=3).act(observations, masks)
    assert actions.dtype == np.int64
    assert masks[np.arange(500), actions].all()


@pytest.mark.parametrize("kind", [RandomAgent, RulesAgent])
def test_one_seed_one_sequence(kind):
    asked = rows(300)
    first, again, other = (kind(GAME, seed=seed) for seed in (5, 5, 6))
    sequence = [first.act(*asked) for _ in range(3)]
    assert all((actions == again.act(*asked)).all() for actions in sequence)
    if kind is RandomAgent:
        assert (sequence[0] != other.act(*asked)).any()
        assert (sequence[0] != sequence[1]).any()


def test_random_is_uniform_over_the_legal_bits():
    masks = np.zeros((30_000, GAME.num_actions), np.uint8)
    legal = [0, 4, 17, GAME.num_actions - 1]
    masks[::2, legal] = 1
    masks[1::2, 2] = 1  # rows with other numbers of legal actions in between
    actions = RandomAgent(GAME, seed=1).act(np.empty((0, 0), np.uint8), masks)
    assert (actions[1::2] == 2).all()
    found = np.bincount(actions[::2], minlength=GAME.num_actions)
    assert found[legal].sum() == 15_000
    # Chi-square with 3 degrees of freedom exceeds 21.1 once in ten thousand times.
    assert ((found[legal] - 3750) ** 2 / 3750).sum() < 21.1


@pytest.mark.parametrize("kind", [RandomAgent, RulesAgent])
def test_an_empty_mask_is_an_error_that_names_its_row(kind):
    observations, masks = rows(5)
    masks = masks.copy()
    masks[3] = 0
    with pytest.raises(IllegalAction, match="row 3"):
        kind(GAME).act(observations, masks)


@pytest.mark.parametrize("kind", [RandomAgent, RulesAgent])
def test_masks_of_another_game_are_refused(kind):
    observations, masks = rows(5)
    with pytest.raises(AgentError, match=str(GAME.num_actions)):
        kind(GAME).act(observations, masks[:, 1:])


def test_observations_that_do_not_fit_are_refused():
    observations, masks = rows(5)
    with pytest.raises(AgentError, match="observations"):
        RulesAgent(GAME).act(observations[:4], masks)


def test_what_is_asked_is_not_changed():
    observations, masks = rows(20)
    before = observations.copy(), masks.copy()
    for agent in (RandomAgent(GAME), RulesAgent(GAME)):
        agent.act(observations, masks)
    assert (observations == before[0]).all()
    assert (masks == before[1]).all()


def test_nobody_is_asked():
    observations, masks = rows(5)
    for agent in (RandomAgent(GAME), RulesAgent(GAME)):
        assert agent.act(observations[:0], masks[:0]).shape == (0,)


def test_global_chance_is_left_alone():
    np.random.seed(0)  # noqa: NPY002
    before = np.random.get_state()[1].copy()  # noqa: NPY002
    RandomAgent(GAME).act(*rows(50))
    assert (np.random.get_state()[1] == before).all()  # noqa: NPY002


def test_a_seed_must_be_one():
    for kind in (RandomAgent, RulesAgent):
        with pytest.raises(ParameterError, match="seed"):
            kind(GAME, seed=-1)


@pytest.mark.parametrize("kind", [RandomAgent, RulesAgent])
@pytest.mark.parametrize("masks", [None, [[1] * GAME.num_actions], np.full((1, GAME.num_actions), "1")])
def test_masks_of_odd_types_are_refused(kind, masks):
    with pytest.raises(AgentError, match="the masks are"):
        kind(GAME).act(rows(1)[0], masks)


@pytest.mark.parametrize("spoil", [lambda o: o.tolist(), lambda o: o.astype(float), lambda o: o.astype(np.int64) + 256])
def test_observations_of_odd_types_are_refused(spoil):
    observations, masks = rows(5)
    with pytest.raises(AgentError, match="uint8"):
        RulesAgent(GAME).act(spoil(observations), masks)


def test_observations_out_of_range_are_refused():
    observations, masks = rows(5)
    observations = observations.copy()
    observations[3, 37] = 200  # a hand that the compiled player would look up beyond the end of a table
    with pytest.raises(AgentError, match="row 3 is no observation of greedy_goose: place 37 holds 200"):
        RulesAgent(GAME).act(observations, masks)


def test_observations_of_no_position_are_refused():
    observations, masks = rows(5)
    with pytest.raises(AgentError, match="no position"):
        RulesAgent(GAME).act(np.zeros_like(observations), masks)
