"""The Gymnasium vector environment, straight on the engine."""

import copy

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import data_equivalence
from gymnasium.vector import AutoresetMode, SyncVectorEnv

from critter_envs import IllegalAction, ParameterError
from critter_envs.envs.registration import gymnasium_id
from critter_envs.envs.single import LearnerEnv
from critter_envs.envs.vector import LearnerVectorEnv


def make(game, num_envs=5, **arguments):
    return gymnasium.make_vec(gymnasium_id(game), num_envs=num_envs, **{"num_players": 3, "opponents": "rules", **arguments})


class Steady:
    """An opponent without chance."""

    def act(self, observations, masks):
        return masks.argmax(axis=1)


def test_make_vec_goes_straight_onto_the_batch(game):
    envs = make(game)
    assert isinstance(envs, LearnerVectorEnv)
    assert envs.num_envs == len(envs.batch) == 5
    assert envs.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    assert envs.single_action_space.n == envs.game.num_actions
    observations, infos = envs.reset(seed=0)
    assert observations in envs.observation_space
    assert observations[0] in envs.single_observation_space
    assert (infos["action_mask"] == envs.batch.mask).all()
    assert infos["action_mask"].any(axis=1).all()


def test_it_tells_the_same_as_single_environments_in_step(game):
    """Gymnasium's own vector of single environments, with the same seeds and opponents without chance."""
    seeds = [3, 1, 4, 1, 5]
    singles = [lambda: LearnerEnv(game, num_players=3, opponents=Steady()) for _ in seeds]
    sync = SyncVectorEnv(singles, autoreset_mode=AutoresetMode.SAME_STEP)
    envs = make(game, opponents=Steady())
    envs.action_space.seed(0)
    left, right = envs.reset(seed=seeds), sync.reset(seed=seeds)
    ended = 0
    for _ in range(200):
        assert data_equivalence(left[0], right[0])
        assert left[-1].keys() == right[-1].keys()
        assert data_equivalence(left[-1]["action_mask"], right[-1]["action_mask"])
        actions = envs.action_space.sample()
        left, right = envs.step(actions), sync.step(actions)
        assert data_equivalence(left[1:4], right[1:4])
        if "final_info" in left[-1]:
            over = left[2] | left[3]
            ended += over.sum()
            assert (left[-1]["_final_obs"] == over).all()
            assert data_equivalence(left[-1]["final_info"], right[-1]["final_info"])
            for i in np.flatnonzero(over):
                assert (left[-1]["final_obs"][i] == right[-1]["final_obs"][i]).all()
    assert ended > 10


def test_an_illegal_action_is_refused_and_changes_nothing_anywhere(game):
    envs = make(game)
    envs.reset(seed=0)
    before, actions = envs.batch.states.tobytes(), envs.action_space.sample()
    actions[3] = envs.game.num_actions
    with pytest.raises(IllegalAction, match="game 3"):
        envs.step(actions)
    with pytest.raises(IllegalAction, match="shape"):
        envs.step(actions[:2])
    assert envs.batch.states.tobytes() == before


def test_without_a_seed_the_next_games_follow(game):
    envs = make(game)
    envs.reset(seed=0)
    first = envs.batch.states.seed.copy()
    envs.reset()
    assert not set(first) & set(envs.batch.states.seed)
    other = make(game)
    other.reset(seed=0), other.reset()
    assert other.batch.states.tobytes() == envs.batch.states.tobytes()


def test_copies_keep_the_games(game):
    envs = make(game, opponents="random")
    envs.reset(seed=0)
    envs.action_space.seed(0)
    twin = copy.deepcopy(envs)
    for _ in range(30):
        actions = envs.action_space.sample()
        assert (actions == twin.action_space.sample()).all()
        assert data_equivalence(envs.step(actions), twin.step(actions))


def test_seats_are_drawn_for_each_game_and_may_be_fixed(game):
    assert len(set(make(game, num_envs=50).unwrapped.seats)) == 1  # before reset
    envs = make(game, num_envs=200)
    envs.reset(seed=0)
    assert np.bincount(envs.seats, minlength=3).min() > 40
    envs = make(game, num_envs=20, seat=1)
    envs.reset(seed=0)
    for _ in range(50):
        envs.step(envs.action_space.sample())
        assert (envs.seats == 1).all()


def test_masks_and_texts(game):
    envs = make(game, num_envs=2, render_mode="ansi")
    with pytest.raises(ResetNeeded):
        envs.step([0, 0])
    envs.reset(seed=0)
    assert (envs.action_masks() == envs.batch.mask).all()
    frames = envs.render()
    assert len(frames) == 2
    assert all(isinstance(frame, str) for frame in frames)


def test_reset_has_no_options():
    with pytest.raises(ParameterError, match="no options"):
        LearnerVectorEnv("greedy_goose", 2).reset(options={"seat": 1})


def test_masks_need_games():
    with pytest.raises(ResetNeeded, match="action_masks"):
        LearnerVectorEnv("greedy_goose", 2).action_masks()
