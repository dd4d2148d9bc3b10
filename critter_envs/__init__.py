"""Five tabletop games as multi-agent reinforcement-learning environments."""

from . import games as _games
from .core.batch import Batch
from .core.registry import REGISTRY
from .core.registry import find as game
