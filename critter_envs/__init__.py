"""Five tabletop games as multi-agent reinforcement-learning environments, with agents that play them.

``critter_envs.<game>_v0`` are the games for PettingZoo, ``gymnasium.make("critter_envs/<Game>-v0")`` those for Gymnasium.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from . import games as _games  # fills the registry
from .core.batch import Batch
from .core.errors import CritterError, IllegalAction, ParameterError, PositionError, RecordError
from .core.registry import REGISTRY as _REGISTRY
from .core.registry import find as game
from .envs import registration as _registration

if TYPE_CHECKING:
    from .agents import agent
    from .arena import play_match, tournament

__all__ = [
    "Batch",
    "CritterError",
    "IllegalAction",
    "ParameterError",
    "PositionError",
    "RecordError",
    "agent",
    "game",
    "games",
    "play_match",
    "testing",
    "tournament",
]

#: Imported when they are first asked for, and from where.
_LAZY = {"agent": ".agents", "play_match": ".arena", "tournament": ".arena"}


def games() -> list[str]:
    """The names of the games."""
    return list(_REGISTRY)


def __getattr__(name: str) -> Any:
    if name in _LAZY:
        return getattr(import_module(_LAZY[name], __name__), name)
    if name == "testing":
        return import_module(".testing", __name__)
    module = _registration.pettingzoo_module(name)
    if module is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return module


for _name in _REGISTRY:
    _registration.register(_name)
del _games
