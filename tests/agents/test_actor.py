"""The compiled network: the same numbers as torch, and draws from the right distribution."""

import numpy as np
import pytest
import torch

from critter_envs.agents import AgentError
from critter_envs.agents.actor import ROWS_AT_ONCE, Actor
from critter_envs.core.errors import IllegalAction

INPUTS, ACTIONS = 21, 10


def make_weights(*hidden, seed=0):
    generator = np.random.default_rng(seed)
    widths = [INPUTS, *hidden, ACTIONS]
    names = [f"mlp_extractor.policy_net.{2 * place}" for place in range(len(hidden))] + ["action_net"]
    weights = {"features_extractor.scale": generator.random(INPUTS).astype(np.float32)}
    for name, inputs, outputs in zip(names, widths[:-1], widths[1:], strict=True):
        weights[f"{name}.weight"] = generator.standard_normal((outputs, inputs)).astype(np.float32)
        weights[f"{name}.bias"] = generator.standard_normal(outputs).astype(np.float32)
    return weights


def observe(rows, seed=1):
    return np.random.default_rng(seed).integers(0, 256, (rows, INPUTS)).astype(np.uint8)


@pytest.mark.parametrize("hidden", [(), (7,), (33, 18), (16, 5, 9)])
@pytest.mark.parametrize("rows", [0, 1, 3, 4, 6, 65])
def test_logits_are_those_of_torch(hidden, rows):
    weights = make_weights(*hidden)
    values = torch.from_numpy(observe(rows).astype(np.float32) * weights["features_extractor.scale"])
    for place in range(len(hidden)):
        name = f"mlp_extractor.policy_net.{2 * place}"
        values = torch.relu(
            torch.nn.functional.linear(values, *(torch.from_numpy(weights[f"{name}.{part}"]) for part in ("weight", "bias")))
        )
    expected = torch.nn.functional.linear(
        values, *(torch.from_numpy(weights[f"action_net.{part}"]) for part in ("weight", "bias"))
    ).numpy()
    np.testing.assert_allclose(
        Actor(weights).logits(observe(rows)), expected, rtol=1e-4, atol=1e-4 * max(1, np.abs(expected).max(initial=0))
    )


def test_rows_do_not_depend_on_their_company():
    weights = make_weights(33, 18)
    observations = observe(ROWS_AT_ONCE + 3)
    together = Actor(weights).logits(observations)
    for row in (0, 5, len(observations) - 1):
        np.testing.assert_array_equal(Actor(weights).logits(observations[row : row + 1])[0], together[row])


def test_draws_follow_the_masked_distribution():
    weights = make_weights(8)
    weights["action_net.weight"] *= 0.001
    weights["action_net.bias"] *= 0.5
    rows = 40_000
    observations = np.repeat(observe(1), rows, axis=0)
    masks = np.zeros((rows, ACTIONS), np.uint8)
    masks[:, [1, 4, 5, 9]] = 1
    actor = Actor(weights)
    actions = actor.act(observations, masks, np.random.default_rng(2))
    logits = actor.logits(observations[:1])[0].astype(np.float64)
    expected = np.where(masks[0], np.exp(logits), 0)
    expected /= expected.sum()
    np.testing.assert_allclose(actor.distribution(observations[:1], masks[:1])[0], expected, rtol=1e-6)
    shares = np.bincount(actions, minlength=ACTIONS) / rows
    assert (shares[masks[0] == 0] == 0).all()
    assert (expected[masks[0] == 1] > 0.01).all()
    np.testing.assert_allclose(shares, expected, atol=5 * 0.5 / np.sqrt(rows))


def test_an_action_that_is_all_but_impossible_is_still_taken_if_it_is_the_only_one():
    weights = make_weights()
    weights["action_net.weight"] *= 100
    masks = np.zeros((200, ACTIONS), np.uint8)
    only = np.random.default_rng(0).integers(0, ACTIONS, 200)
    masks[np.arange(200), only] = 1
    np.testing.assert_array_equal(Actor(weights).act(observe(200), masks, np.random.default_rng(1)), only)


def test_an_empty_mask_is_refused():
    masks = np.ones((5, ACTIONS), np.uint8)
    masks[3] = 0
    with pytest.raises(IllegalAction, match="row 3"):
        Actor(make_weights(7)).act(observe(5), masks, np.random.default_rng(0))


def test_weights_beyond_what_can_be_computed_are_not_taken_for_an_empty_mask():
    weights = {name: np.full_like(array, 3e38) for name, array in make_weights(7, 6).items()}
    weights["features_extractor.scale"][:] = 1
    weights["action_net.weight"][:, ::2] *= -1
    with pytest.raises(AgentError, match="prefers nothing that is legal in row 0"):
        Actor(weights).act(observe(5), np.ones((5, ACTIONS), np.uint8), np.random.default_rng(0))


def test_the_weights_are_copied():
    weights = make_weights(7)
    actor = Actor(weights)
    before = actor.logits(observe(4))
    for array in weights.values():
        array[:] = 0
    np.testing.assert_array_equal(actor.logits(observe(4)), before)
