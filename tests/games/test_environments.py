"""The environments of every game, at its smallest and largest table, with the parameters of its golden games."""

import importlib

import gymnasium
import numpy as np
import pytest
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, seed_test

from critter_envs.core.registry import REGISTRY, find
from critter_envs.envs.aec import AECGame, env
from critter_envs.envs.parallel import ParallelGame
from critter_envs.envs.registration import gymnasium_id


@pytest.fixture(params=[(name, largest) for name in REGISTRY for largest in (False, True)], ids=str)
def table(request):
    """A game, and what makes an environment of it."""
    name, largest = request.param
    game = find(name)
    parameters = importlib.import_module(f"games.{name}.golden").PARAMETERS
    return name, {"num_players": game.max_players if largest else game.min_players, **parameters}


def test_pettingzoo_passes_it(table):
    name, parameters = table
    api_test(env(name, **parameters), num_cycles=200)
    parallel_api_test(ParallelGame(name, **parameters), num_cycles=100)


def test_seeds_decide(table):
    name, parameters = table
    seed_test(lambda: env(name, **parameters), num_cycles=60)
    parallel_seed_test(lambda: ParallelGame(name, **parameters), num_cycles=40)


def test_all_who_choose_at_once_may_be_asked_at_once(table):
    """The same choices, made one by one or all together, lead to the same game, and nobody sees a choice too early."""
    name, parameters = table
    aec, parallel = AECGame(name, **parameters), ParallelGame(name, **parameters)
    aec.reset(seed=3)
    observations, _ = parallel.reset(seed=3)
    rng = np.random.default_rng(0)
    while parallel.agents:
        chosen = {}
        for agent, observation in observations.items():
            if observation["action_mask"].any():
                assert agent == aec.agent_selection
                assert np.array_equal(aec.observe(agent)["observation"], observation["observation"])
                chosen[agent] = int(rng.choice(np.flatnonzero(observation["action_mask"])))
                aec.step(chosen[agent])
        observations, rewards, _, _, _ = parallel.step(chosen)
    assert {agent: aec._cumulative_rewards[agent] for agent in rewards} == rewards


def test_gymnasium_has_one_learner(table):
    name, parameters = table
    alone = gymnasium.make(gymnasium_id(name), opponents="rules", **parameters)
    _, info = alone.reset(seed=0)
    over = False
    while not over:
        observation, reward, terminated, truncated, info = alone.step(alone.action_space.sample(info["action_mask"]))
        over = terminated or truncated
    assert observation in alone.observation_space
    assert -1 <= reward <= 1
    many = gymnasium.make_vec(gymnasium_id(name), num_envs=8, opponents="rules", **parameters)
    observations, info = many.reset(seed=0)
    assert observations in many.observation_space
    assert info["action_mask"].any(axis=1).all()
