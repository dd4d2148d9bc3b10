"""Tables that describe records. The dtype, the bounds and the reference pages are all made from them."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True)
class Field:
    """One field of a state or of an observation.

    Args:
        name: how the rules call it, ``s.name`` or ``o.name``.
        shape: ``()`` for a single number.
        high: the highest value that it can have.
        meaning: one sentence for the reference page; in an observation, seats count from the observer.
        low: the lowest value; 0 in observations.
    """

    name: str
    shape: tuple[int, ...]
    high: int
    meaning: str
    low: int = 0

    @property
    def size(self) -> int:
        """How many numbers it holds."""
        return prod(self.shape)


def record_dtype(fields: Sequence[Field], number: type[np.generic]) -> np.dtype[Any]:
    """The dtype of a record with these fields, each of this type of number, in this order and without gaps."""
    return np.dtype([(field.name, number, field.shape) for field in fields])


def highest(fields: Sequence[Field]) -> NDArray[np.uint8]:
    """The highest value of each place of the flat observation, shape (D,)."""
    return np.concatenate([np.full(field.size, field.high, np.uint8) for field in fields])


def out_of_range(fields: Sequence[Field], record: Any) -> str | None:
    """A sentence about the first field whose value is out of range, or None."""
    for field in fields:
        value = np.asarray(record[field.name])
        if value.min() < field.low or value.max() > field.high:
            return f"{field.name} is {value.tolist()}, but each value must be from {field.low} to {field.high}"
    return None
