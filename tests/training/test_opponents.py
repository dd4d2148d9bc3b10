"""The pool of opponents: who is drawn how often, and that the policy plays as it is now."""

import numpy as np
import pytest
import torch

from critter_envs import Batch
from critter_envs.core.registry import find
from training.learner import make_env, make_model
from training.opponents import MANY_ROWS, Opponents, TrainingActor


@pytest.fixture
def policy(small):
    config = small()
    return make_model(config, make_env(config)).policy


@pytest.fixture
def batch():
    batch = Batch("greedy_goose", 64, 3, seed=2)
    batch.play_random(4)
    return batch


def change(policy):
    for parameter in policy.parameters():
        parameter.data += 0.3


def test_shares_decide_how_often_each_is_drawn():
    pool = Opponents(find("greedy_goose"), {"rules": 3, "past": 0, "random": 1})
    kinds = pool.kinds((np.arange(1000) + 0.5) / 1000)
    assert np.bincount(kinds).tolist() == [750, 250]


def test_everyone_answers_its_own_rows():
    pool = Opponents(find("greedy_goose"), {"rules": 1, "random": 1})
    rules, random = pool._players
    asked = []

    def answering(number):
        def act_in(batch, games):
            asked.append((number, batch, games.tolist()))
            return games + number

        return act_in

    rules.act_in, random.act_in = answering(100), answering(200)
    actions = pool.act(np.array([0, 1, 1, 0, 1, 0]), "batch", np.arange(10, 16))
    assert actions.tolist() == [110, 211, 212, 113, 214, 115]
    assert asked == [(100, "batch", [10, 13, 15]), (200, "batch", [11, 12, 14])]


def test_the_current_policy_plays_as_it_is_when_it_is_followed(policy, batch):
    pool = Opponents(find("greedy_goose"), {"current": 1})
    pool.follow(policy)
    observations = batch.observation.copy()
    before = pool._current.actor.logits(observations)
    change(policy)
    np.testing.assert_array_equal(pool._current.actor.logits(observations), before)
    pool.follow(policy)
    after = pool._current.actor.logits(observations)
    assert not np.allclose(after, before)
    np.testing.assert_array_equal(after, TrainingActor(policy).logits(observations))


@pytest.mark.parametrize("rows", [1, MANY_ROWS - 1, MANY_ROWS, 3 * MANY_ROWS])
def test_an_actor_prefers_what_its_policy_prefers(policy, batch, rows):
    observations = np.resize(batch.observation, (rows, policy.observation_space.shape[0]))
    generator = np.random.default_rng(rows)
    for parameter in policy.parameters():  # of both signs, so that each layer cuts something off
        parameter.data += torch.from_numpy(generator.normal(0, 0.3, parameter.shape).astype(np.float32))
    with torch.no_grad():
        features = policy.extract_features(torch.from_numpy(observations))
        expected = policy.action_net(policy.mlp_extractor.forward_actor(features)).numpy()
    np.testing.assert_allclose(
        TrainingActor(policy).logits(observations), expected, rtol=1e-4, atol=1e-4 * np.abs(expected).max()
    )


def test_past_snapshots_play_as_they_were(policy, batch):
    pool = Opponents(find("greedy_goose"), {"past": 1})
    observations = batch.observation.copy()
    pool.follow(policy)
    np.testing.assert_array_equal(pool._past.actor.logits(observations), TrainingActor(policy).logits(observations))
    kept = []
    for _ in range(3):
        pool.snapshots.add(TrainingActor(policy))
        kept.append(TrainingActor(policy).logits(observations))
        change(policy)
    played = []
    for _ in range(60):
        pool.follow(policy)
        logits = pool._past.actor.logits(observations)
        played.append(next(place for place, before in enumerate(kept) if np.array_equal(before, logits)))
    assert set(played) == {0, 1, 2}


def test_a_restart_makes_the_same_choices_again(policy, batch):
    pool = Opponents(find("greedy_goose"), {"current": 1, "rules": 1, "random": 1})
    pool.follow(policy)
    kinds, games = np.arange(64) % 3, np.arange(64)
    pool.restart(5)
    first = [pool.act(kinds, batch, games) for _ in range(3)]
    assert not np.array_equal(first[0], first[1])
    pool.restart(5)
    for actions in first:
        np.testing.assert_array_equal(pool.act(kinds, batch, games), actions)
    pool.restart(6)
    assert not np.array_equal(pool.act(kinds, batch, games), first[0])
