"""The one place that names the compiler."""

from collections.abc import Callable
from typing import Any, TypeVar

import numba
import numpy as np
from numba.core import config
from numpy.typing import NDArray

_Function = TypeVar("_Function", bound=Callable[..., Any])

#: One record of a structured array: a game's state or an observation, with its fields as attributes.
#: Compiled code and NumPy have no common static type for it.
Record = Any

#: An array of such records.
Records = NDArray[Any]


def rule(function: _Function) -> _Function:
    """Compile a function of the rules. It isn't cached by itself: the entry kernels that call it are."""
    return _compile(function, no_cfunc_wrapper=True)


def inlined(function: _Function) -> _Function:
    """Compile a function into each of its callers: for the small ones that many rules call with arrays of many types."""
    return _compile(function, inline="always")


def internal(function: _Function) -> _Function:
    """Compile a function that only compiled code calls; calling it from Python is not possible."""
    return _compile(function, no_cfunc_wrapper=True, no_cpython_wrapper=True)


def entry(function: _Function) -> _Function:
    """Compile a function that Python calls, and keep the machine code for later processes. Other threads go on meanwhile."""
    return _compile(function, cache=True, nogil=True, no_cfunc_wrapper=True)


def _compile(function: _Function, **options: Any) -> _Function:
    # Wrappers for callers that never come would take a fifth of the time of compiling.
    compiled: _Function = numba.njit(**options)(function)
    return compiled


def zeros(count: int, dtype: np.dtype[Any]) -> Records:
    """``count`` zeroed records. Compiled code is called six times faster with a plain array than with a
    ``recarray``; without the compiler (``NUMBA_DISABLE_JIT=1``) only the latter has fields as attributes."""
    records = np.zeros(count, dtype)
    return records.view(np.recarray) if config.DISABLE_JIT else records  # type: ignore[attr-defined]
