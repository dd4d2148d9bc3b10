"""Exploiters: learners that aim at nothing but beating the main one as it is, which has to reckon with them from then on
(Vinyals and others, 2019)."""

from collections.abc import Callable

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


def exploit(config: Config, main: BasePolicy, seed: int, watch: Callable[[int, int], None]) -> TrainingActor:
    """A player that began as the main one, and has learned against nobody else. The main one isn't touched.

    Args:
        config: with settings for exploiters.
        main: the policy to beat, as it is now.
        seed: decides how the exploiter learns.
        watch: told how many steps of how many are done.
    """
    assert config.exploiters is not None
    steps = config.exploiters.steps
    chance = torch.get_rng_state(), np.random.get_state()  # noqa: NPY002 - SB3 seeds and shuffles with it
    opponents = Opponents(config.find_game(), {CURRENT: 1.0})
    opponents.follow(main)
    env = SelfPlayVecEnv(config.game, config.slots, config.players, opponents, **config.parameters)
    exploiter = make_model(config.model_copy(update={"seed": seed}), env)
    exploiter.set_logger(Logger(None, []))
    exploiter.policy.load_state_dict(main.state_dict())
    exploiter.learn(steps, _Progress(lambda done: watch(done, steps)))
    torch.set_rng_state(chance[0])
    np.random.set_state(chance[1])  # noqa: NPY002
    return TrainingActor(exploiter.policy)
