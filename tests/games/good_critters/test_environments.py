"""The environments at its table sizes, which the shared tests leave out."""

import gymnasium
import numpy as np
import pytest
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, seed_test

from critter_envs import good_critters_v0
from critter_envs.envs.aec import AECGame
from critter_envs.envs.parallel import ParallelGame


@pytest.mark.parametrize("parameters", [{"num_players": 5}, {"num_players": 4, "payoffs": True}])
def test_pettingzoo_passes_it(parameters):
    api_test(good_critters_v0.env(**parameters), num_cycles=300)
    parallel_api_test(good_critters_v0.parallel_env(**parameters), num_cycles=100)


def test_seeds_decide():
    seed_test(lambda: good_critters_v0.env(num_players=4), num_cycles=60)
    parallel_seed_test(lambda: good_critters_v0.parallel_env(num_players=4), num_cycles=40)


@pytest.mark.parametrize("parameters", [{"num_players": 6, "talk_rounds": 2}, {"num_players": 4, "payoffs": True}])
def test_all_who_choose_at_once_may_be_asked_at_once(parameters):
    """The same choices, made one by one or all together, lead to the same game, and nobody sees a choice too early."""
    aec, parallel = AECGame("good_critters", **parameters), ParallelGame("good_critters", **parameters)
    aec.reset(seed=3)
    observations, _ = parallel.reset(seed=3)
    rng = np.random.default_rng(0)
    while parallel.agents:
        chosen = {}
        for agent, observation in observations.items():
            if observation["action_mask"].any():
                assert agent == aec.agent_selection
                mask = observation["action_mask"]
                assert np.array_equal(aec.observe(agent)["observation"], observation["observation"])
                chosen[agent] = int(rng.choice(np.flatnonzero(mask)))
                aec.step(chosen[agent])
        observations, rewards, _, _, _ = parallel.step(chosen)
    assert {agent: aec._cumulative_rewards[agent] for agent in rewards} == rewards


def test_gymnasium_has_one_learner():
    env = gymnasium.make("critter_envs/GoodCritters-v0", opponents="rules", num_players=6, payoffs=True)
    _, info = env.reset(seed=0)
    over = False
    while not over:
        action = env.action_space.sample(info["action_mask"])
        observation, reward, terminated, truncated, info = env.step(action)
        over = terminated or truncated
    assert -1 <= reward <= 1
    envs = gymnasium.make_vec("critter_envs/GoodCritters-v0", num_envs=8, opponents="rules:fair", num_players=8)
    observation, info = envs.reset(seed=0)
    assert observation.shape == (8, 1142)
    assert info["action_mask"].any(axis=1).all()
