"""MaskablePPO in self-play, on the environment of this package's own training."""

import numpy as np
import torch
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.logger import Logger

from critter_envs.agents import Agent
from training.config import Config, Evaluation, Learning
from training.learner import make_env, make_model
from training.opponents import CURRENT, Opponents, PolicyAgent, TrainingActor

from .base import Task

#: Games at once, and decisions in each between two updates; both are less where the budget is small.
SLOTS, ROLLOUT = 64, 32

#: How many of these decisions each step of the optimiser looks at. All else is as ``Learning`` has it.
MINIBATCH = 256


class SelfPlayPPO:
    """In half of its games it meets itself, in the others the opponents of the task.

    It learns from as many whole rollouts as the budget holds.
    """

    def train(self, task: Task) -> Agent:
        """As any algorithm does."""
        config = settings(task)
        torch.set_num_threads(config.threads)
        env = make_env(config)
        model = make_model(config, env)
        model.set_logger(Logger(None, []))
        env.opponents.follow(model.policy)
        model.learn(config.steps, _Follow(env.opponents))
        return PolicyAgent(TrainingActor(model.policy), np.random.default_rng(task.seed))


def settings(task: Task) -> Config:
    """How it learns. There are no snapshots and no evaluations: the benchmark measures the finished agent."""
    slots = min(SLOTS, task.steps)
    rollout = min(ROLLOUT, task.steps // slots)
    return Config(
        game=task.game.name,
        players=task.players,
        seed=task.seed,
        steps=task.steps // (slots * rollout) * (slots * rollout),
        slots=slots,
        threads=1,
        opponents={CURRENT: float(len(task.opponents)), **dict.fromkeys(task.opponents, 1.0)},
        snapshot_every=task.steps,
        learning=Learning(rollout=rollout, minibatch=MINIBATCH),
        evaluation=Evaluation(every=task.steps),
    )


class _Follow(BaseCallback):
    """Before each rollout, the opponents that play as the policy does learn how that is."""

    def __init__(self, opponents: Opponents) -> None:
        super().__init__()
        self._opponents = opponents

    def _on_rollout_start(self) -> None:
        self._opponents.follow(self.model.policy)

    def _on_step(self) -> bool:
        return True
