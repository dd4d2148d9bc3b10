"""Five tabletop games as multi-agent reinforcement-learning environments."""

from .core.batch import Batch
from .core.registry import REGISTRY
from .core.registry import find as game
from . import games as _games
