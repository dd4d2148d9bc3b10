"""Deep Q-learning from Tianshou, on the PettingZoo environments.

Its settings are those of Tianshou's own example for CartPole, save for these: random actions grow fewer as in its example for
Atari, the network is as large as that of ``ppo``, there are fewer quantiles, for speed, and, as for ``ppo``, returns aren't
discounted.
"""

from abc import ABC, abstractmethod
from functools import partial
from typing import Any

import numpy as np
import torch
from gymnasium.spaces import Discrete
from numpy.typing import NDArray
from tianshou.algorithm.modelfree.dqn import DQN, DiscreteQLearningPolicy, QLearningOffPolicyAlgorithm
from tianshou.algorithm.modelfree.qrdqn import QRDQN, QRDQNPolicy
from tianshou.algorithm.optim import AdamOptimizerFactory
from tianshou.data import Batch, Collector, VectorReplayBuffer
from tianshou.env import DummyVectorEnv
from tianshou.utils.torch_utils import policy_within_training_step

from critter_envs.agents import Agent, agent
from critter_envs.agents.network import ScaledFeatures
from critter_envs.core.game import Game
from critter_envs.core.generator import seeds
from critter_envs.envs import aec
from critter_envs.envs.spaces import observation_box
from training.learner import highest_seen

from .base import Task
from .seat import SeatEnv

#: Games at once: after a decision in each of them comes an update.
GAMES = 10

#: Decisions that are kept to learn from, how many an update looks at, and updates between two copies of the target network.
KEPT, MINIBATCH, TARGET_EVERY = 20_000, 64, 320

#: Random actions: all at first, then evenly fewer until so much of the budget is spent, and from then on so many.
EXPLORING, CARELESS = 0.5, 0.05

#: How far a return looks ahead before the network's own value takes over.
LOOK_AHEAD = 3

HIDDEN, LEARNING_RATE = 256, 1e-3

#: Of the distribution of returns.
QUANTILES = 32


class Network(torch.nn.Module):
    """Values of all actions, (N, A), or quantiles of their returns, (N, A, Q).

    Args:
        game: what is played.
        highest: the value of each place of an observation that becomes 1.
        shape: (A,) or (A, Q).
    """

    def __init__(self, game: Game, highest: list[int], shape: tuple[int, ...]) -> None:
        super().__init__()
        self.layers = torch.nn.Sequential(
            ScaledFeatures(observation_box(game), highest),
            torch.nn.Linear(len(highest), HIDDEN),
            torch.nn.ReLU(),
            torch.nn.Linear(HIDDEN, HIDDEN),
            torch.nn.ReLU(),
            torch.nn.Linear(HIDDEN, int(np.prod(shape))),
            torch.nn.Unflatten(1, shape),
        )

    def forward(self, observations: NDArray[np.uint8], state: Any = None, info: Any = None) -> tuple[torch.Tensor, Any]:
        """The values, and the state as it was: there is none."""
        return self.layers(torch.as_tensor(observations, dtype=torch.float32)), state


class QAgent:
    """A policy of Tianshou as an agent: the legal action of the highest value."""

    def __init__(self, policy: DiscreteQLearningPolicy[Network]) -> None:
        self._policy = policy.eval()

    def act(self, observations: NDArray[np.uint8], masks: NDArray[np.uint8]) -> NDArray[np.int64]:
        """As for any agent."""
        with torch.inference_mode():
            seen = Batch(obs=Batch(obs=observations, mask=masks.astype(np.bool_)), info=Batch())
            return self._policy(seen).act.astype(np.int64)


class QLearning(ABC):
    """Learns in one seat against the opponents of the task, each as often as the others, and at each table size as often."""

    @abstractmethod
    def learner(self, game: Game, highest: list[int]) -> QLearningOffPolicyAlgorithm[Any]:
        """What learns, with fresh weights."""

    def train(self, task: Task) -> Agent:
        """As any algorithm does."""
        torch.set_num_threads(1)
        torch.manual_seed(task.seed)
        np.random.seed(task.seed)  # noqa: NPY002 - Tianshou explores and samples with it
        learner = self.learner(task.game, highest_seen(task.game, task.players, task.seed))
        games = DummyVectorEnv([partial(_seat, task, seed) for seed in seeds(task.seed, GAMES).tolist()])
        kept = VectorReplayBuffer(KEPT, GAMES)
        collector = Collector(learner, games, kept, exploration_noise=True)
        collector.reset()
        with policy_within_training_step(learner.policy):
            for done in range(0, task.steps - GAMES + 1, GAMES):
                learner.policy.set_eps_training(max(CARELESS, 1 - done / (EXPLORING * task.steps)))
                collector.collect(n_step=GAMES)
                learner.update(kept, MINIBATCH)
        return QAgent(learner.policy)


class DoubleDQN(QLearning):
    """Double DQN (van Hasselt and others, 2016)."""

    def learner(self, game: Game, highest: list[int]) -> DQN[Any]:
        """What learns, with fresh weights."""
        network = Network(game, highest, (game.num_actions,))
        policy = DiscreteQLearningPolicy(model=network, action_space=Discrete(game.num_actions))
        return DQN(policy=policy, **_common())


class QuantileDQN(QLearning):
    """QR-DQN: the distribution of returns in the place of their mean (Dabney and others, 2018)."""

    def learner(self, game: Game, highest: list[int]) -> QRDQN[Any]:
        """What learns, with fresh weights."""
        network = Network(game, highest, (game.num_actions, QUANTILES))
        policy = QRDQNPolicy(model=network, action_space=Discrete(game.num_actions))
        return QRDQN(policy=policy, num_quantiles=QUANTILES, **_common())


def _common() -> dict[str, Any]:
    return {
        "optim": AdamOptimizerFactory(lr=LEARNING_RATE),
        "gamma": 1.0,
        "n_step_return_horizon": LOOK_AHEAD,
        "target_update_freq": TARGET_EVERY,
    }


def _seat(task: Task, seed: int) -> SeatEnv:
    """One of the games at once."""
    tables = [aec.env(task.game, num_players=size) for size in task.players]
    return SeatEnv(tables, [agent(spec, task.game, seed) for spec in task.opponents], seed)
