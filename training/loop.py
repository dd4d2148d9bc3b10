"""The training itself: MaskablePPO on self-play, with snapshots, evaluations and a state to go on from."""

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any, Protocol

import numpy as np
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.logger import configure
from torch.optim.swa_utils import AveragedModel

from critter_envs.agents.actor import Actor
from critter_envs.agents.checkpoint import new_card, save_checkpoint
from critter_envs.arena import MatchResult
from critter_envs.workers import Workers

from .config import Config
from .evaluate import evaluate, renamed
from .imitation import imitate
from .league import Challenge, exploit
from .learner import make_env, make_model, sharpen
from .opponents import PolicyAgent, TrainingActor, weights_of
from .report import draw_curve
from .run import Run
from .selfplay import SelfPlayVecEnv

#: What keeps the games of evaluations apart from those of the training.
_EVALUATION_SEED = 7_000_000


class Watcher(Protocol):
    """Who is told how the training goes."""

    def at(self, steps: int) -> None:
        """So many steps are done."""

    def evaluated(self, steps: int, results: Sequence[MatchResult]) -> None:
        """The policy was evaluated after so many steps."""

    def imitating(self, done: int, total: int) -> None:
        """So many decisions of the teacher are seen."""

    def exploiting(self, done: int, total: int) -> None:
        """So many steps of an exploiter are done."""

    def playing(self, done: int, total: int) -> None:
        """So many games of the last evaluation are played."""


class Trainer(BaseCallback):
    """Between rollouts: snapshots, evaluations, and the state to go on from."""

    def __init__(
        self,
        config: Config,
        run: Run,
        env: SelfPlayVecEnv,
        mean: AveragedModel,
        watcher: Watcher,
        workers: Workers | None = None,
    ) -> None:
        super().__init__()
        self.config = config
        self.run = run
        self.env = env
        self.mean = mean
        self.watcher = watcher
        self.workers = workers
        self.history: list[tuple[int, list[MatchResult]]] = []
        self.checkpoints = config.checkpoints()
        self._prepared = -1

    def _on_step(self) -> bool:
        self.watcher.at(self.num_timesteps)
        return True

    def _on_rollout_start(self) -> None:
        """Prepare the next rollout, save, and go on; a resumed training finds that already done."""
        steps = self.model.num_timesteps
        if self._prepared == steps:
            return
        self.average()
        if self._due(self.config.snapshot_every):
            self.snapshot()
        exploiters = self.exploiters() if self.config.exploiters and self._due(self.config.exploiters.every) else ()
        if self._due(self.config.evaluation.every):
            self.evaluate(self.config.evaluation.games)
        for exploiter in exploiters:
            self.env.opponents.snapshots.add(exploiter)
        self.env.opponents.follow(self.model.policy)
        self._prepared = steps
        self.run.save(self.config, self.state())

    def _due(self, every: int) -> bool:
        """Whether a multiple of ``every`` lies in the rollout that has just been learned from."""
        steps = self.model.num_timesteps
        return steps > 0 and steps // every > (steps - self.config.rollout_steps) // every

    def average(self) -> None:
        """Let the policy as it is now count for the mean, if the end of the training is near enough."""
        if self.model.num_timesteps >= self.config.all_steps - self.config.average:
            self.mean.update_parameters(self.model.policy)

    def snapshot(self) -> None:
        """Keep the policy for the pool, and as a checkpoint of its own."""
        self.env.opponents.snapshots.add(TrainingActor(self.model.policy))
        self.run.snapshots.mkdir(parents=True, exist_ok=True)
        save_checkpoint(self.model, self.card([]), self.run.snapshots / f"{self.model.num_timesteps:010d}.zip")

    def exploiters(self) -> Iterable[TrainingActor]:
        """Another learner that finds out how to beat the policy: on a cluster from now on, here when it is asked for."""
        challenge = Challenge.of(self.config, self.model.policy, self.config.seed + self.model.num_timesteps)
        if self.workers is None:
            return map(partial(exploit, watch=self.watcher.exploiting), [challenge])
        return self.workers.map(exploit, [challenge])

    def evaluate(self, games: int, progress: Callable[[int, int], None] = lambda done, total: None) -> list[MatchResult]:
        """Play against the agents of the configuration."""
        config, steps = self.config, self.model.num_timesteps
        one = PolicyAgent(Actor(weights_of(self.model.policy)), np.random.default_rng(config.seed))
        seed = config.seed + _EVALUATION_SEED
        played = evaluate(
            config.find_game(),
            one,
            config.evaluation.against,
            config.sizes,
            games,
            seed,
            progress,
            self.workers,
            **config.parameters,
        )
        results = [renamed(result, "ppo") for result in played]
        for result in results:
            self.logger.record(f"win_share/{result.agents[1].agent}_{result.num_players}", result.agents[0].wins.mean)
        self.history.append((steps, results))
        self.watcher.evaluated(steps, results)
        return results

    def card(self, results: list[MatchResult]) -> dict[str, Any]:
        """The card of the policy as it is now."""
        config = self.config
        return new_card(
            config.find_game(),
            {"num_players": config.sizes, **config.parameters},
            {"hidden": list(config.hidden), **({"shared": config.shared} if config.shared else {})},
            {"steps": self.model.num_timesteps, "config": config.model_dump(mode="json"), "checkpoints": self.checkpoints},
            {"training": config.seed, "evaluation": config.seed + _EVALUATION_SEED},
            [result.as_dict() for result in results],
        )

    def state(self) -> dict[str, Any]:
        """All that decides how the training goes on."""
        model = self.model
        return {
            "checkpoints": self.checkpoints,
            "policy": model.policy.state_dict(),
            "mean": self.mean.state_dict(),
            "optimizer": model.policy.optimizer.state_dict(),
            "counters": {name: getattr(model, name) for name in _COUNTERS},
            "env": self.env,
            "history": self.history,
            "chance": (torch.get_rng_state(), np.random.get_state()),  # noqa: NPY002 - SB3 shuffles with it
        }

    def restore(self, model: MaskablePPO, state: dict[str, Any]) -> None:
        """Go on from where ``state`` was called."""
        model.policy.load_state_dict(state["policy"])
        self.mean.load_state_dict(state["mean"])
        model.policy.optimizer.load_state_dict(state["optimizer"])
        for name, value in state["counters"].items():
            setattr(model, name, value)
        self.history = state["history"]
        self._prepared = model.num_timesteps
        chance = state["chance"]
        torch.set_rng_state(chance[0])
        np.random.set_state(chance[1])  # noqa: NPY002


_COUNTERS = (
    "num_timesteps",
    "_n_updates",
    "_last_obs",
    "_last_episode_starts",
    "ep_info_buffer",
    "ep_success_buffer",
    "_current_progress_remaining",
)


def train(config: Config, run: Run, watcher: Watcher, workers: Workers | None = None) -> list[MatchResult]:
    """Train to the end, from the start or from where the run was interrupted.

    It leaves the checkpoint and the learning curve.

    Args:
        config: what to train.
        run: the folder.
        watcher: who is told how it goes.
        workers: who plays the matches of evaluations and trains the exploiters; by default this process. The outcome is the same.

    Returns:
        How well the agent plays.

    Raises:
        ConfigError: the folder holds an interrupted training with other settings.
    """
    torch.set_num_threads(config.threads)
    state = run.load(config)
    env = state["env"] if state else make_env(config)
    model = make_model(config, env)
    mean = AveragedModel(model.policy)
    trainer = Trainer(config, run, env, mean, watcher, workers)
    model.set_logger(configure(str(run.tensorboard), ["tensorboard"]))
    if state:
        trainer.restore(model, state)
    else:
        if config.imitation:
            imitate(model, config, watcher.imitating)
        env.opponents.follow(model.policy)
    model.learn(config.all_steps - model.num_timesteps, trainer, reset_num_timesteps=False)
    trainer.average()
    model.policy.load_state_dict(mean.module.state_dict())
    sharpen(model, config.temperature)
    results = trainer.evaluate(config.evaluation.final_games, watcher.playing)
    draw_curve(trainer.history, f"{config.game}, {model.num_timesteps:,} steps", run.curve)
    save_checkpoint(model, trainer.card(results), run.checkpoint)
    run.close()
    return results
