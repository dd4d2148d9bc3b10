"""Whole positions: what must hold in each, and how a spectator sees one."""

from critter_envs.core.errors import PositionError
from critter_envs.core.jit import Record

from .cards import KINDS, LIMITS
from .rules import SNACKS


def check(s: Record) -> None:
    """Every card is exactly once somewhere, no hand is beyond a limit, and nobody is sure of what isn't there.

    Raises:
        PositionError: that is not so.
    """
    players = int(s.num_players)
    there = s.centre + s.out
    there[:SNACKS] += s.table + s.hand.sum(axis=0)
    if s.action_card:
        there[SNACKS + s.action_card - 1] += 1
    for kind, found, owned in zip(KINDS, there.tolist(), s.deck.tolist(), strict=True):
        if found != owned:
            raise PositionError(f"there are {found} {kind} cards in hands, centre, table and out of play; the deck has {owned}")
    if s.hand[players:].any() or s.known[players:].any() or s.known[:, players:].any():
        raise PositionError(f"a seat from {players} on holds or knows cards; only seats 0 to {players - 1} are taken")
    if (s.hand > LIMITS).any():
        raise PositionError(f"the hands {s.hand.tolist()} exceed the limits {LIMITS.tolist()}")
    if (s.known > s.hand).any() or s.known[range(players), range(players)].any():
        raise PositionError("known must be at most what is in the hand, and zero for one's own")
    if s.turn >= players or (s.pending and s.pending != 1 << s.turn):
        raise PositionError(
            f"the turn is seat {s.turn}'s and pending is {s.pending}; pending must be {1 << s.turn}, or 0 at the end"
        )


def reveal(s: Record) -> None:
    """Let every seat know every hand."""
    s.memory = 1
    s.known[: s.num_players] = s.hand
    for seat in range(s.num_players):
        s.known[seat, seat] = 0
