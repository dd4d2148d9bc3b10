"""Tables that describe records. The dtype, the bounds and the reference pages are all made from them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
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


@dataclass(frozen=True)
class Block:
    """The same fields several times over in an observation, for things that are alike: ``o.name[k].field``.

    In the flat observation each of them lies in one piece, so that a network can share its weights over them.

    Args:
        name: what they are called together.
        count: how many there are.
        fields: what is observed of each.
        meaning: one sentence for the reference page.
    """

    name: str
    count: int
    fields: tuple[Field, ...]
    meaning: str

    @property
    def size(self) -> int:
        """How many numbers they hold together."""
        return self.count * sum(field.size for field in self.fields)


def record_dtype(fields: Sequence[Field | Block], number: type[np.generic]) -> np.dtype[Any]:
    """The dtype of a record with these fields, each of this type of number, in this order and without gaps."""
    parts: list[tuple[str, Any, tuple[int, ...]]] = []
    for field in fields:
        if isinstance(field, Block):
            parts.append((field.name, record_dtype(field.fields, number), (field.count,)))
        else:
            parts.append((field.name, number, field.shape))
    return np.dtype(parts)


def highest(fields: Sequence[Field | Block]) -> NDArray[np.uint8]:
    """The highest value of each place of the flat observation, shape (D,)."""
    return np.concatenate([_highest(field) for field in fields])


def _highest(field: Field | Block) -> NDArray[np.uint8]:
    if isinstance(field, Block):
        return np.tile(highest(field.fields), field.count)
    return np.full(field.size, field.high, np.uint8)


def single(fields: Sequence[Field | Block]) -> Iterator[Field]:
    """The fields one by one; those of blocks as ``block.field``, with an axis more."""
    for field in fields:
        if isinstance(field, Block):
            for part in field.fields:
                yield replace(part, name=f"{field.name}.{part.name}", shape=(field.count, *part.shape))
        else:
            yield field


def out_of_range(fields: Sequence[Field], record: Any) -> str | None:
    """A sentence about the first field whose value is out of range, or None."""
    for field in fields:
        value = np.asarray(record[field.name])
        if value.min() < field.low or value.max() > field.high:
            return f"{field.name} is {value.tolist()}, but each value must be from {field.low} to {field.high}"
    return None
