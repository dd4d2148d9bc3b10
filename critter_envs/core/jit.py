"""The one place that names the compiler."""

from collections.abc import Callable
from typing import Any, TypeVar

import numba
import numpy as np
from numpy.typing import NDArray

_Function = TypeVar("_Function", bound=Callable[..., Any])

#: One record of a structured array: a game's state or an observation, with its fields as attributes.
#: Compiled code and NumPy have no common static type for it.
Record = Any

#: An array of such records.
Records = NDArray[Any]


def rule(function: _Function) -> _Function:
    """Compile a function of the rules. It isn't cached by itself: the entry kernels that call it are."""
    compiled: _Function = numba.njit(function)
    return compiled


def zeros(count: int, dtype: np.dtype[Any]) -> Records:
    """``count`` zeroed records. Compiled code is called six times faster with a plain array than with a
    ``recarray``; without the compiler (``NUMBA_DISABLE_JIT=1``) only the latter has fields as attributes."""
    records = np.zeros(count, dtype)
    return records.view(np.recarray) if numba.config.DISABLE_JIT else records
