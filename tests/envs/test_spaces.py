"""Action spaces that draw what is legal."""

import copy
import pickle

import numpy as np
import pytest
from gymnasium.spaces import Discrete, MultiDiscrete
from gymnasium.vector.utils import batch_space

from critter_envs.envs.aec import AECGame
from critter_envs.envs.spaces import LegalActions, LegalActionsOfMany


def test_samples_are_uniform_among_the_legal_actions_of_the_moment():
    mask = np.array([0, 1, 0, 1, 1, 0], np.uint8)
    space = LegalActions(6, lambda: mask)
    space.seed(0)
    counts = np.bincount([space.sample() for _ in range(3000)], minlength=6)
    assert (counts[mask == 0] == 0).all()
    assert (abs(counts[mask == 1] - 1000) < 150).all()
    mask[:] = [0, 0, 1, 0, 0, 0]
    assert space.sample() == 2


@pytest.mark.parametrize("kind", [np.uint8, np.int8, np.bool_, np.int64])
def test_a_mask_of_any_number_type_may_be_given(kind):
    space = LegalActions(4, lambda: np.ones(4))
    assert {int(space.sample(np.array([0, 1, 1, 0], kind))) for _ in range(50)} == {1, 2}


def test_without_a_legal_action_it_is_the_first_as_in_a_discrete_space():
    space = LegalActions(4, lambda: np.zeros(4))
    assert space.sample() == Discrete(4).sample(np.zeros(4, np.int8)) == 0


def test_a_mask_of_another_size_is_refused():
    with pytest.raises(ValueError, match="shape"):
        LegalActions(4, lambda: np.ones(4)).sample(np.ones(5))


def test_probabilities_work_as_in_a_discrete_space():
    assert LegalActions(4, lambda: np.ones(4)).sample(probability=np.array([0, 0, 0, 1.0])) == 3


def test_a_seed_decides_the_samples(game):
    env = AECGame(game, num_players=2)
    env.reset(seed=0)
    space = env.action_space(env.agent_selection)
    draws = []
    for _ in range(2):
        space.seed(5)
        draws.append([int(space.sample()) for _ in range(20)])
    assert draws[0] == draws[1]
    assert len(set(draws[0])) > 1


def test_agents_who_are_not_to_act_may_still_sample():
    env = AECGame("greedy_goose", num_players=2)
    env.reset(seed=0)
    other = next(agent for agent in env.agents if agent != env.agent_selection)
    assert env.action_space(other).sample() in env.action_space(other)


@pytest.mark.parametrize("clone", [copy.deepcopy, lambda space: pickle.loads(pickle.dumps(space))])
def test_a_copy_alone_is_a_plain_space_that_goes_on_drawing_alike(clone):
    space = LegalActions(6, lambda: np.ones(6))
    space.seed(3)
    twin = clone(space)
    assert type(twin) is Discrete
    assert twin == space
    ones = np.ones(6, np.int8)
    assert [int(twin.sample(ones)) for _ in range(10)] == [int(space.sample(ones)) for _ in range(10)]
    many = LegalActionsOfMany(6, 3, lambda: np.ones((3, 6)))
    many.seed(3)
    copied = clone(many)
    assert type(copied) is MultiDiscrete
    assert copied == many
    assert copied.np_random.random() == many.np_random.random()


def test_it_is_batched_as_a_discrete_space():
    assert batch_space(LegalActions(6, lambda: np.ones(6)), 3) == MultiDiscrete([6, 6, 6])


def test_samples_for_many_games_are_uniform_among_what_is_legal_in_each():
    masks = np.array([[1, 1, 0, 0], [0, 0, 0, 1], [1, 0, 1, 1]], np.uint8)
    space = LegalActionsOfMany(4, 3, lambda: masks)
    space.seed(0)
    samples = np.array([space.sample() for _ in range(3000)])
    assert samples[0] in space
    for game, mask in enumerate(masks):
        counts = np.bincount(samples[:, game], minlength=4)
        assert (abs(counts - 3000 * (mask / mask.sum())) < 150 * (mask > 0) + 1).all()


def test_samples_for_many_games_with_a_mask_are_gymnasiums():
    space = LegalActionsOfMany(2, 2, lambda: np.ones((2, 2)))
    assert (space.sample(mask=(np.array([0, 1], np.int8), np.array([1, 0], np.int8))) == [1, 0]).all()
