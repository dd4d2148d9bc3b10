"""Learners that share their weights over the parts of an observation's block."""

import numpy as np
import pytest

from critter_envs import Batch, agent, play_match
from critter_envs.agents.actor import Sizes
from critter_envs.agents.checkpoint import read_card
from critter_envs.core.registry import find
from training import loop
from training.learner import highest_seen, make_env, make_model, sharpen
from training.opponents import MANY_ROWS, TrainingActor
from training.run import Run

from .test_loop import Quiet

GAME = "greedy_greedy_goblins"


@pytest.fixture
def shared(small):
    """Settings."""
    return small(game=GAME, parameters={"max_decisions": 150}, shared=8)


def test_all_parts_of_a_block_are_scaled_alike(shared):
    highest, sizes = (
        np.array([highest_seen(find(GAME), shared.players, shared.seed, **shared.parameters)]),
        Sizes.of(find(GAME), 8),
    )
    parts = sizes.each(highest[:, sizes.rest :])[0]
    assert (parts == parts[0]).all()
    batch = Batch(GAME, 64, [2, 3], seed=3)
    batch.play_random(200)
    seen = sizes.each(batch.observation[:, sizes.rest :]).max(axis=(0, 1))
    assert (parts[0] >= seen).mean() > 0.9  # what other games show is hardly ever higher
    assert (parts[0] <= find(GAME).observation_high[sizes.rest : sizes.rest + sizes.part]).all()


@pytest.mark.parametrize("rows", [MANY_ROWS - 1, MANY_ROWS])
def test_a_sharpened_policy_prefers_the_same_more_strongly(shared, rows):
    policy = make_model(shared, make_env(shared)).policy
    batch = Batch(GAME, rows, [2, 3], seed=3)
    before = TrainingActor(policy).logits(batch.observation.copy())
    assert np.ptp(before, axis=1).min() > 0
    sharpen(type("Model", (), {"policy": policy}), 0.25)
    np.testing.assert_allclose(TrainingActor(policy).logits(batch.observation.copy()), before * 4, rtol=1e-3, atol=1e-6)


def test_an_interrupted_training_ends_as_an_unbroken_one_and_plays(shared, tmp_path):
    loop.train(shared, Run(tmp_path / "whole"), Quiet())
    with pytest.raises(KeyboardInterrupt):
        loop.train(shared, Run(tmp_path / "broken"), Quiet(600))
    loop.train(shared, Run(tmp_path / "broken"), Quiet())
    assert (tmp_path / "whole/ppo.zip").read_bytes() == (tmp_path / "broken/ppo.zip").read_bytes()
    assert read_card(tmp_path / "whole/ppo.zip")["network"] == {"hidden": [16], "shared": 8, "activation": "relu"}
    spec = f"ppo:{tmp_path / 'whole/ppo.zip'}"
    assert agent(spec, GAME)
    assert play_match(GAME, [spec, "random"], 2, 2).games == 2
