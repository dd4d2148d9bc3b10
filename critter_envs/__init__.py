"""Five tabletop games as multi-agent reinforcement-learning environments."""

from . import games as _games  # fills the registry
from .core.batch import Batch
from .core.registry import find as game

__all__ = ["Batch", "game"]

del _games
