"""The flat action space of a game, built from named ranges."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import prod

import numpy as np

from .jit import Record

#: Stands for an axis of the other seats: index 0 is the left neighbour, index 1 the seat after that …
OTHERS = "others"

#: For each axis the names of its choices, or ``OTHERS``.
Axes = tuple[tuple[str, ...] | str, ...]


@dataclass(frozen=True)
class ActionRange:
    """Actions of one kind, ``start + index`` with the axes counted row by row.

    Args:
        start: the first action of the range.
        label: what the player does; ``{0}``, ``{1}`` … stand for the choices along the axes.
        meaning: help for a player, one sentence.
        axes: what there is to choose between.
        seen: the label for players who look on; without it they see which seats were chosen, and nothing else.
        renamed: the axes as they are called in a game with this observation, where that depends on its parameters.
        per_part: the first choices are one for each part of the block at the end of the observation, in the same order.
    """

    start: int
    label: str
    meaning: str
    axes: Axes = ()
    seen: str | None = None
    renamed: Callable[[Record], Axes] | None = None
    per_part: bool = False

    def shape(self, max_players: int) -> tuple[int, ...]:
        """How many choices each axis has."""
        return tuple(max_players - 1 if axis == OTHERS else len(axis) for axis in self.axes)

    def size(self, max_players: int) -> int:
        """How many actions the range holds."""
        return prod(self.shape(max_players))

    def describe(self, action: int, others: Sequence[str], looking_on: bool = False, o: Record | None = None) -> str:
        """The label of one action, or what is said of it to those who look on.

        ``others`` names the other seats, from the actor's left neighbour on; ``o`` is an observation of the game at hand.
        """
        axes = self.axes if o is None or self.renamed is None else self.renamed(o)
        shape = self.shape(len(others) + 1)
        places = np.unravel_index(action - self.start, shape) if shape else ()
        names = [others[place] if axis == OTHERS else axis[place] for axis, place in zip(axes, map(int, places), strict=True)]
        if looking_on and self.seen is None:
            names = [name if axis == OTHERS else "…" for axis, name in zip(axes, names, strict=True)]
        label = self.seen if looking_on and self.seen is not None else self.label
        return label.format(*names)


def range_of(ranges: Sequence[ActionRange], action: int) -> ActionRange:
    """The range that an action lies in."""
    return max((r for r in ranges if r.start <= action), key=lambda r: r.start)
