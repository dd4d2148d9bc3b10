"""Heaps of cards as counts of each kind. Plain loops: they compile in a tenth of the time of NumPy's functions."""

from typing import Any

from .jit import inlined


@inlined
def total(counts: Any) -> int:
    """How many cards there are."""
    cards = 0
    for kind in range(counts.size):
        cards += int(counts[kind])
    return cards


@inlined
def fill(counts: Any, number: int) -> None:
    """So many cards of each kind."""
    for kind in range(counts.size):
        counts[kind] = number


@inlined
def copy(source: Any, target: Any) -> None:
    """Make ``target`` hold what ``source`` holds."""
    for kind in range(source.size):
        target[kind] = source[kind]


@inlined
def seat_after(s: Any, seat: int, steps: int) -> int:
    """The seat so many places to the left, at most once round the table. (A remainder would cost ten times as much.)"""
    left = seat + steps
    return left - s.num_players if left >= s.num_players else left
