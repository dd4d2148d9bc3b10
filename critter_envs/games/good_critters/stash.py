"""Cards come into stashes and leave them, before some eyes or others. ``eyes`` has a bit for each seat that sees the card."""

from typing import Any

from critter_envs.core.jit import Record, inlined, rule

from .actions import LOOT_KINDS


@inlined
def wide(number: Any) -> int:
    """A number of the state in the type that seats and cards are handed about in: each other type compiles a rule once more."""
    return number + 0


@rule
def everybody(s: Record) -> int:
    """The eyes of all."""
    return (1 << s.num_players) - 1


@rule
def gain(s: Record, seat: int, kind: int, eyes: int) -> None:
    """A loot card goes into a stash: whoever sees it is sure of one more there."""
    s.stash[seat, kind] += 1
    for observer in range(s.num_players):
        if observer != seat and (eyes >> observer) & 1:
            s.known[observer, seat, kind] += 1


@rule
def lose(s: Record, seat: int, kind: int, eyes: int) -> None:
    """A loot card leaves a stash. To those who don't see it, it may have been any of the cards they knew of."""
    s.stash[seat, kind] -= 1
    for observer in range(s.num_players):
        if observer != seat:
            for other in range(LOOT_KINDS):
                if (other == kind or not (eyes >> observer) & 1) and s.known[observer, seat, other] > 0:
                    s.known[observer, seat, other] -= 1


@rule
def show(s: Record, seat: int, kind: int) -> None:
    """A card is shown to all and stays where it is."""
    for observer in range(s.num_players):
        if observer != seat and s.known[observer, seat, kind] == 0:
            s.known[observer, seat, kind] = 1
