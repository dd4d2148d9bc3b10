"""The names under which the games are found: Gymnasium's ids, and modules by PettingZoo's convention."""

import sys
from types import ModuleType
from typing import Any

import gymnasium

from critter_envs.core.registry import REGISTRY

VERSION = "v0"


def gymnasium_id(game: str) -> str:
    """What ``gymnasium.make`` calls a game: ``critter_envs/GreedyGoose-v0``."""
    return f"critter_envs/{''.join(part.capitalize() for part in game.split('_'))}-{VERSION}"


def register(game: str) -> None:
    """Make a game of the registry known to Gymnasium and as a module."""
    pettingzoo_module(f"{game}_{VERSION}")
    gymnasium.register(
        gymnasium_id(game),
        entry_point="critter_envs.envs.single:LearnerEnv",
        vector_entry_point="critter_envs.envs.vector:LearnerVectorEnv",
        kwargs={"game": game},
    )


def pettingzoo_module(name: str) -> ModuleType | None:
    """The module ``critter_envs.<game>_v0`` with ``env``, ``raw_env`` and ``parallel_env``; None if there is no such game."""
    game, _, version = name.rpartition("_")
    if version != VERSION or game not in REGISTRY:
        return None
    module = ModuleType(f"critter_envs.{name}", f"The PettingZoo environments of {game}.")

    def env(**arguments: Any) -> Any:
        """The AEC environment, which refuses to be used before ``reset``."""
        from .aec import env

        return env(game, **arguments)

    def raw_env(**arguments: Any) -> Any:
        """The AEC environment without its wrapper."""
        from .aec import AECGame

        return AECGame(game, **arguments)

    def parallel_env(**arguments: Any) -> Any:
        """The parallel environment."""
        from .parallel import ParallelGame

        return ParallelGame(game, **arguments)

    module.__dict__.update(env=env, raw_env=raw_env, parallel_env=parallel_env)
    return sys.modules.setdefault(module.__name__, module)
