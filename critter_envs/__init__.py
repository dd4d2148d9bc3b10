"""Five tabletop games as multi-agent reinforcement-learning environments."""

from . import games as _games  # fills the registry
from .agents import agent
from .core.batch import Batch
from .core.registry import find as game

__all__ = ["Batch", "agent", "game"]

del _games
