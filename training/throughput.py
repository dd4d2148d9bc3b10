"""How much of the possible speed self-play reaches."""

import time
from typing import Any

import gymnasium
import numpy as np
import torch
from numpy.typing import NDArray
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.logger import Logger
from stable_baselines3.common.vec_env import DummyVecEnv, VecEnv
from stable_baselines3.common.vec_env.base_vec_env import VecEnvIndices, VecEnvObs, VecEnvStepReturn

from critter_envs.agents import Agent
from critter_envs.core.batch import Batch
from critter_envs.envs.single import LearnerEnv

from .config import Config
from .learner import make_env, make_model
from .opponents import PolicyAgent, TrainingActor
from .selfplay import SelfPlayVecEnv

#: Environments in the plain way of training that self-play is compared with.
PLAIN_ENVS = 32


class NothingVecEnv(VecEnv):
    """An environment that does nothing: always the same observations and masks, those of a self-play environment."""

    render_mode: None = None

    def __init__(self, env: SelfPlayVecEnv) -> None:
        super().__init__(env.num_envs, env.observation_space, env.action_space)
        self._observations, self._masks = env.reset(), env.batch.mask.copy()

    def reset(self) -> VecEnvObs:
        """The observations."""
        assert isinstance(self._observations, np.ndarray)
        return self._observations.copy()

    def step_async(self, actions: NDArray[np.int64]) -> None:
        """Nothing happens."""

    def step_wait(self) -> VecEnvStepReturn:
        """The observations, and no rewards."""
        nothing = np.zeros(self.num_envs, np.float32)
        return self.reset(), nothing, nothing.astype(np.bool_), [{} for _ in range(self.num_envs)]

    def env_method(self, method_name: str, *args: Any, indices: VecEnvIndices = None, **kwargs: Any) -> list[Any]:
        """The masks."""
        return list(self._masks)

    def has_attr(self, attr_name: str) -> bool:
        """It has masks."""
        return attr_name == "action_masks"

    def get_attr(self, attr_name: str, indices: VecEnvIndices = None) -> list[Any]:
        """There are none but the render mode."""
        return [getattr(self, attr_name)] * self.num_envs

    def set_attr(self, attr_name: str, value: Any, indices: VecEnvIndices = None) -> None:
        """Nothing happens."""

    def env_is_wrapped(self, wrapper_class: Any, indices: VecEnvIndices = None) -> list[bool]:
        """It isn't."""
        return [False] * self.num_envs

    def close(self) -> None:
        """Nothing happens."""


class Stopwatch(BaseCallback):
    """Measures how long collecting takes."""

    collecting = 0.0

    def _on_rollout_start(self) -> None:
        self._begun = time.perf_counter()

    def _on_rollout_end(self) -> None:
        self.collecting = time.perf_counter() - self._begun

    def _on_step(self) -> bool:
        return True


def bench_config(game: str, threads: int) -> Config:
    """Four players, two layers of 256, 512 slots, all opponents play as the current policy."""
    return Config.model_validate(
        {
            "game": game,
            "players": [4],
            "steps": 10**9,
            "threads": threads,
            "opponents": {"current": 1.0},
            "snapshot_every": 10**9,
            "evaluation": {"every": 10**9},
        }
    )


def time_rollout(model: MaskablePPO) -> tuple[float, float]:
    """Seconds of one rollout: of collecting it, and of that and learning from it."""
    stopwatch = Stopwatch()
    begun = time.perf_counter()
    model.learn(model.n_steps * model.n_envs, stopwatch, reset_num_timesteps=False)
    return stopwatch.collecting, time.perf_counter() - begun


def time_forward(model: MaskablePPO, decisions: int) -> float:
    """Seconds of the acting half of the network alone for so many decisions, in batches as large as the slots."""
    policy, observations = model.policy, np.array(model._last_obs)
    begun = time.perf_counter()
    with torch.inference_mode():
        for _ in range(round(decisions / len(observations))):
            features = policy.features_extractor(torch.from_numpy(observations).float())
            policy.action_net(policy.mlp_extractor.forward_actor(features))
    return time.perf_counter() - begun


class PredictAgent:
    """A policy as an agent, asked as SB3 has it."""

    def __init__(self, model: MaskablePPO) -> None:
        self._model = model

    def act(self, observations: NDArray[np.uint8], masks: NDArray[np.uint8]) -> NDArray[np.int64]:
        """As for any agent."""
        return self._model.predict(observations, action_masks=masks)[0]


class Bench:
    """The ways to collect and to learn, side by side."""

    def __init__(self, game: str, threads: int) -> None:
        torch.set_num_threads(threads)
        self.config = config = bench_config(game, threads)
        self.env = make_env(config)
        self.selfplay = self._quiet(make_model(config, self.env))
        self.env.opponents.follow(self.selfplay.policy)
        self.nothing = self._quiet(make_model(config, NothingVecEnv(self.env)))
        self.plain = self._quiet(self._make_plain(PredictAgent(self.selfplay)))
        self.compiled = self._quiet(self._make_plain(PolicyAgent(TrainingActor(self.selfplay.policy), np.random.default_rng(0))))
        self.others = 0  #: decisions of the opponents
        self._count_decisions()

    def _quiet(self, model: MaskablePPO) -> MaskablePPO:
        model.set_logger(Logger(None, []))
        return model

    def _make_plain(self, agent: Agent) -> MaskablePPO:
        """MaskablePPO as one would write it down: Gymnasium environments in turn, the other seats played by an agent."""

        def make() -> gymnasium.Env[Any, Any]:
            return LearnerEnv(self.config.game, num_players=4, opponents=agent)

        return make_model(self.config, DummyVecEnv([make] * PLAIN_ENVS))

    def _count_decisions(self) -> None:
        act = self.env.opponents.act

        def counting(kinds: NDArray[np.int64], batch: Batch, games: NDArray[np.int64]) -> NDArray[np.int64]:
            self.others += len(kinds)
            return act(kinds, batch, games)

        self.env.opponents.act = counting  # type: ignore[method-assign]

    def repeat(self) -> dict[str, float]:
        """Measure everything once, one after the other."""
        self.others = 0
        self.env.opponents.follow(self.selfplay.policy)
        collecting, training = time_rollout(self.selfplay)
        steps = self.config.rollout_steps
        nothing_collecting, nothing_training = time_rollout(self.nothing)
        forward = time_forward(self.selfplay, self.others)
        plain, compiled = (PLAIN_ENVS * model.n_steps / time_rollout(model)[1] for model in (self.plain, self.compiled))
        return {
            "opponent decisions for one of the learner's": self.others / steps,
            "collecting, steps/s": steps / collecting,
            "collecting from the environment that does nothing, steps/s": steps / nothing_collecting,
            "opponents' forward passes, decisions/s": self.others / forward,
            "collecting, share of the bound": (nothing_collecting + forward) / collecting,
            "training, steps/s": steps / training,
            "training on the environment that does nothing, steps/s": steps / nothing_training,
            "training, share of that": nothing_training / training,
            f"training on {PLAIN_ENVS} Gymnasium environments, opponents by MaskablePPO.predict, steps/s": plain,
            "training, multiple of that": steps / training / plain,
            f"training on {PLAIN_ENVS} Gymnasium environments, opponents by the compiled network, steps/s": compiled,
            "training, multiple of that, too": steps / training / compiled,
        }
