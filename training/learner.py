"""The learner that a configuration asks for, and the games that it learns from."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.utils import LinearSchedule
from stable_baselines3.common.vec_env import VecEnv

from critter_envs import Batch
from critter_envs.agents.actor import Sizes
from critter_envs.agents.network import ScaledFeatures, SharedPolicy
from critter_envs.core.game import Game

from .config import Config
from .opponents import Opponents
from .selfplay import SelfPlayVecEnv

#: So many games are watched for so many decisions to see how high the values of an observation go.
_SAMPLE = 512


def make_env(config: Config) -> SelfPlayVecEnv:
    """The environment that a configuration asks for."""
    game = config.find_game()
    opponents = Opponents(game, config.opponents)
    return SelfPlayVecEnv(game, config.slots, config.players, opponents, config.seed, **config.parameters)


def highest_seen(game: Game, players: Sequence[int], seed: int, **parameters: Any) -> list[int]:
    """The highest value of each place of the observation in games of random players, at least 1.

    Bounds hold for all that the game's parameters allow, and would make some features tiny that matter with these ones: then
    learning is slow. All parts of a block get the same values.
    """
    batch = Batch(game, _SAMPLE, players, seed, **parameters)
    highest = np.ones_like(batch.observation[0])
    for _ in range(_SAMPLE):
        batch.play_random(1)
        np.maximum(highest, batch.observation.max(axis=0), out=highest)
    if game.block:
        parts = highest[-game.block.size :].reshape(game.block.count, -1)
        parts[:] = parts.max(axis=0)
    return [int(value) for value in highest]


def make_model(config: Config, env: VecEnv) -> MaskablePPO:
    """The learner that a configuration asks for, with fresh weights."""
    learning = config.learning
    policy, settings = shared_policy(config) if config.shared else ("MlpPolicy", {})
    highest = highest_seen(config.find_game(), config.players, config.seed, **config.parameters)
    return MaskablePPO(
        policy,
        env,
        learning_rate=LinearSchedule(learning.learning_rate, learning.last_learning_rate, 1.0),
        n_steps=learning.rollout,
        batch_size=learning.minibatch,
        n_epochs=learning.epochs,
        gamma=learning.gamma,
        gae_lambda=learning.gae_lambda,
        clip_range=learning.clip,
        ent_coef=learning.entropy,
        vf_coef=learning.value,
        max_grad_norm=learning.max_grad_norm,
        policy_kwargs={
            "net_arch": list(config.hidden),
            "activation_fn": torch.nn.ReLU,
            "features_extractor_class": ScaledFeatures,
            "features_extractor_kwargs": {"highest": highest},
            **settings,
        },
        seed=config.seed,
        device="cpu",
    )


def shared_policy(config: Config) -> tuple[type[SharedPolicy], dict[str, Any]]:
    """A policy that treats the parts of the observation's block alike, and what it must be told of the game."""
    game = config.find_game()
    return SharedPolicy, {"sizes": list(Sizes.of(game, config.shared or 0)), "part_actions": game.part_actions.tolist()}


def sharpen(model: MaskablePPO, temperature: float) -> None:
    """Let the finished policy explore less: its preferences are divided by a temperature."""
    with torch.no_grad():
        for parameter in model.policy.action_net.parameters():
            parameter.div_(temperature)
