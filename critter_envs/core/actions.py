"""The flat action space of a game, built from named ranges."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod

import numpy as np

#: Stands for an axis of the other seats: index 0 is the left neighbour, index 1 the seat after that …
OTHERS = "others"


@dataclass(frozen=True)
class ActionRange:
    """Actions of one kind, ``start + index`` with the axes counted row by row.

    Args:
        start: the first action of the range.
        label: what the player does; ``{0}``, ``{1}`` … stand for the choices along the axes.
        meaning: help for a player, one sentence.
        axes: for each axis the names of its choices, or ``OTHERS``.
    """

    start: int
    label: str
    meaning: str
    axes: tuple[tuple[str, ...] | str, ...] = ()

    def shape(self, max_players: int) -> tuple[int, ...]:
        """How many choices each axis has."""
        return tuple(max_players - 1 if axis == OTHERS else len(axis) for axis in self.axes)

    def size(self, max_players: int) -> int:
        """How many actions the range holds."""
        return prod(self.shape(max_players))

    def describe(self, action: int, others: Sequence[str]) -> str:
        """The label of one action; ``others`` names the other seats, from the left neighbour on."""
        shape = self.shape(len(others) + 1)
        places = np.unravel_index(action - self.start, shape) if shape else ()
        names = [
            others[place] if axis == OTHERS else axis[place] for axis, place in zip(self.axes, map(int, places), strict=True)
        ]
        return self.label.format(*names)


def range_of(ranges: Sequence[ActionRange], action: int) -> ActionRange:
    """The range that an action lies in."""
    return max((r for r in ranges if r.start <= action), key=lambda r: r.start)
