"""Exploiters: learners that aim at nothing but beating the main one as it is, which has to reckon with them from then on
(Vinyals and others, 2019)."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import torch
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.logger import Logger
from stable_baselines3.common.policies import BasePolicy

from .config import Config
from .learner import make_model
from .opponents import CURRENT, Opponents, TrainingActor
from .selfplay import SelfPlayVecEnv


class _Progress(BaseCallback):
    """Tells how many steps are done."""

    def __init__(self, watch: Callable[[int], None]) -> None:
        super().__init__()
        self._watch = watch

    def _on_step(self) -> bool:
        self._watch(self.num_timesteps)
        return True


@dataclass(frozen=True)
class Challenge:
    """What an exploiter is made from: a task that can be done anywhere.

    Args:
        config: with settings for exploiters.
        main: the weights of the policy to beat.
        seed: decides how the exploiter learns.
    """

    config: Config
    main: dict[str, torch.Tensor]
    seed: int

    @classmethod
    def of(cls, config: Config, main: BasePolicy, seed: int) -> "Challenge":
        """To beat a policy as it is now, whatever it learns later."""
        return cls(config, {name: tensor.detach().clone() for name, tensor in main.state_dict().items()}, seed)


def exploit(challenge: Challenge, watch: Callable[[int, int], None] = lambda done, total: None) -> TrainingActor:
    """A player that began as the main one, and has learned against nobody else.

    Args:
        challenge: whom to beat.
        watch: told how many steps of how many are done.
    """
    config = challenge.config
    assert config.exploiters is not None
    steps = config.exploiters.steps
    torch.set_num_threads(config.threads)
    chance = torch.get_rng_state(), np.random.get_state()  # noqa: NPY002 - SB3 seeds and shuffles with it
    opponents = Opponents(config.find_game(), {CURRENT: 1.0})
    env = SelfPlayVecEnv(config.game, config.slots, config.players, opponents, **config.parameters)
    exploiter = make_model(config.model_copy(update={"seed": challenge.seed, "learning": config.learning.to_answer()}), env)
    exploiter.set_logger(Logger(None, []))
    exploiter.policy.load_state_dict(challenge.main)
    opponents.follow(exploiter.policy)
    exploiter.learn(steps, _Progress(lambda done: watch(done, steps)))
    torch.set_rng_state(chance[0])
    np.random.set_state(chance[1])  # noqa: NPY002
    return TrainingActor(exploiter.policy)
