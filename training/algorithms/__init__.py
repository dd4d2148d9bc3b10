"""Algorithms of the benchmark: those that come along, and how to find one of one's own."""

import difflib
import importlib
from typing import Any

from .base import Algorithm, AlgorithmError, Task

__all__ = ["BUILT_IN", "Algorithm", "AlgorithmError", "Task", "algorithm"]

#: Those that come along, by their names.
BUILT_IN = {
    "ppo": "training.algorithms.ppo:SelfPlayPPO",
    "dqn": "training.algorithms.qlearning:DoubleDQN",
    "qrdqn": "training.algorithms.qlearning:QuantileDQN",
}


def algorithm(spec: str) -> Algorithm:
    """The algorithm of a name, or of a class ``package.module:ClassName``.

    Raises:
        AlgorithmError: there is none, or it isn't one.
    """
    module, _, name = BUILT_IN.get(spec, spec).partition(":")
    if not (module and name.isidentifier()):
        near = difflib.get_close_matches(spec, BUILT_IN, 1)
        hint = f"did you mean {near[0]}?" if near else f"there are {', '.join(BUILT_IN)}, and package.module:ClassName"
        raise AlgorithmError(f"there is no algorithm {spec!r}, {hint}")
    kind = _find(module, name)
    if not isinstance(kind, type) or not callable(getattr(kind, "train", None)):
        raise AlgorithmError(f"{spec} is no algorithm: it must be a class with a method train(task)")
    found: Algorithm = kind()
    return found


def _find(module: str, name: str) -> Any:
    try:
        return getattr(importlib.import_module(module), name)
    except ImportError as error:
        raise AlgorithmError(f"the module {module} can't be imported: {error}") from error
    except AttributeError:
        raise AlgorithmError(f"there is no {name} in the module {module}") from None
