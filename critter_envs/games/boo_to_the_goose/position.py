"""Whole positions: what must hold in each, and how a spectator sees one."""

import numpy as np

from critter_envs.core.errors import PositionError
from critter_envs.core.game import TERMINATED
from critter_envs.core.jit import Record

from .cards import CARD_SET, HAND, KINDS, REMOVED, SET_SIZE
from .rules import DOG_DOWN, EMPTY, GOOSE_DOWN, GOOSE_UP, NOBODY, aim_at_next, is_face_down


def check(s: Record) -> None:
    """Every card is exactly once somewhere, and rows, hands and turns fit each other.

    Raises:
        PositionError: that is not so.
    """
    players = int(s.num_players)
    absent = (s.turns, s.pile, s.removed, s.hand, s.row, s.laid, s.won_geese, s.won_foxes, s.won_dogs)
    if any(field[players:].any() for field in absent) or s.won_geese[:, players:].any() or s.won_foxes[:, players:].any():
        raise PositionError(f"a seat from {players} on has cards or turns; only seats 0 to {players - 1} are taken")
    if s.turn >= players or (s.pending and s.pending != 1 << s.turn):
        raise PositionError(
            f"the turn is seat {s.turn}'s and pending is {s.pending}; pending must be {1 << s.turn}, or 0 at the end"
        )
    check_chase(s)
    for owner in range(players):
        check_set(s, owner)
        check_row(s, owner)
    if s.target != NOBODY:
        check_order(s)
    check_turns(s)


def check_chase(s: Record) -> None:
    """There is something to turn in a chase, and outside of one nothing has been turned."""
    turned = s.row == GOOSE_UP
    if turned.sum() != s.flips:
        raise PositionError(f"flips is {s.flips}, but {turned.sum()} geese lie face up in the rows")
    if turned[s.turn].any() or (s.target == NOBODY and turned.any()):
        raise PositionError(f"a goose lies face up in the row of the chaser, or outside of a chase; the turn is seat {s.turn}'s")
    if s.target != NOBODY and (s.target == s.turn or not any(map(is_face_down, s.row[s.target]))):
        raise PositionError(f"the target is seat {s.target}; it must have a face-down card, and not be the chaser")


def check_order(s: Record) -> None:
    """The chase has come to its target by the rules, with a goose of each player on its way."""
    chase = s.copy()
    chase.row[chase.row == GOOSE_UP] = GOOSE_DOWN
    aim_at_next(chase, s.turn, s.turn)
    for _ in range(s.flips):
        turned = np.flatnonzero(chase.row[chase.target] != s.row[chase.target])
        if not turned.size:
            break
        chase.row[chase.target, turned[0]] = GOOSE_UP
        aim_at_next(chase, s.turn, chase.target)
    if chase.target != s.target or (chase.row != s.row).any():
        raise PositionError(
            f"the target is seat {s.target}, with {(s.row == GOOSE_UP).sum(axis=1).tolist()} geese turned; a chase goes "
            f"clockwise round the table from the left neighbour of seat {s.turn}, one card of each player who has any left"
        )


def check_set(s: Record, owner: int) -> None:
    """The cards of one colour are all there, wherever they are."""
    there = s.pile[owner] + s.removed[owner] + s.hand[owner]
    row = s.row[owner]
    geese = ((row == GOOSE_DOWN) | (row == GOOSE_UP)).sum() + s.won_geese[:, owner].sum()
    foxes = s.won_foxes[:, owner].sum() + in_play(s, owner)
    there += np.array([geese, foxes, (row == DOG_DOWN).sum() + s.won_dogs[owner]])
    if there.tolist() != CARD_SET.tolist():
        found = dict(zip(KINDS, there.tolist(), strict=True))
        raise PositionError(
            f"the set of seat {owner} has {found}; it must have {dict(zip(KINDS, CARD_SET.tolist(), strict=True))}"
        )
    if s.removed[owner].sum() != REMOVED * s.remove_four:
        raise PositionError(
            f"removed is {s.removed[owner].tolist()} for seat {owner}, but must hold {REMOVED * s.remove_four} cards"
        )


def check_row(s: Record, owner: int) -> None:
    """A row has no gaps, and its cards were laid one after the other."""
    row, laid = s.row[owner], s.laid[owner]
    length = int((row != EMPTY).sum())
    last_turn = s.turns[owner] - in_play(s, owner)
    numbers = laid[:length].tolist()
    if row[length:].any() or laid[length:].any():
        raise PositionError(f"the row of seat {owner} is {row.tolist()}, laid {laid.tolist()}; free places must come last")
    if numbers != sorted({*numbers} - {0}) or (numbers and numbers[-1] > last_turn):
        raise PositionError(f"the row of seat {owner} was laid in turns {numbers}; they must rise from 1 to {last_turn} at most")


def check_turns(s: Record) -> None:
    """All have played equally often, but for those who come before the player to act; hands are full while piles last."""
    players, size = int(s.num_players), SET_SIZE - REMOVED * int(s.remove_four)
    for seat in range(players):
        hand, pile = int(s.hand[seat].sum()), int(s.pile[seat].sum())
        left = size - int(s.turns[seat])
        expected = min(HAND, left + in_play(s, seat)) - in_play(s, seat)
        if (hand, pile) != (expected, left - expected):
            raise PositionError(
                f"seat {seat} has played {s.turns[seat]} cards and has {hand} in hand and {pile} in the draw pile; "
                f"it must have {expected} in hand and {left - expected} in the draw pile"
            )
    played = [int(s.turns[seat]) - in_play(s, seat) for seat in range(players)]
    in_order = played[s.turn :] + played[: s.turn]
    ahead = in_order.count(in_order[0] + 1)
    first = (s.turn - ahead) % players
    if in_order != sorted(in_order) or in_order[0] + (ahead > 0) != in_order[-1] or (s.first_player not in (-1, first)):
        raise PositionError(f"the seats have played {s.turns.tolist()} cards, which can't be when the turn is seat {s.turn}'s")
    if (s.over == TERMINATED) != (in_order[0] == size) or (s.over == TERMINATED and s.row.any()):
        raise PositionError(
            f"over is {s.over}; it must be 1 exactly when all have played their cards, and then no cards lie in rows"
        )


def in_play(s: Record, seat: int) -> int:
    """1 if a fox of the seat is on the hunt."""
    return int(s.target != NOBODY and s.turn == seat)


def reveal(s: Record) -> None:
    """Let every seat see all hands and rows."""
    s.memory = 1
    s.revealed = 1
