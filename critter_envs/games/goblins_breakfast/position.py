"""Whole positions: what must hold in each, and how a spectator sees one."""

import numpy as np

from critter_envs.core.errors import PositionError
from critter_envs.core.game import TERMINATED
from critter_envs.core.jit import Record

from .cards import COPIES, FOOD, GOODS, HANDS, KINDS, WIDTH, names, of_goods, of_kinds
from .rules import FOOD_FIGHT, FRENZY, NO_SPECIAL, SNATCH


def check(s: Record) -> None:
    """Every card is exactly once somewhere, nobody holds more than the rules allow, and nothing waits without need.

    Raises:
        PositionError: that is not so.
    """
    check_cards(s)
    check_places(s)
    if s.over == TERMINATED:
        check_end(s)
    else:  # a game that was truncated stands as it would go on
        check_turn(s)


def check_cards(s: Record) -> None:
    """Each card of the deck is once somewhere."""
    size = int(s.pile_size)
    if (s.pile[:size] == 0).any() or s.pile[size:].any():
        raise PositionError(f"pile is {s.pile.tolist()}; its first {size} places must hold cards, and the others 0")
    there = s.supply + s.discard + np.bincount(s.pile[:size], minlength=KINDS + 1)[1:]
    there[:GOODS] += s.hand.sum(axis=0) + s.stomach.sum(axis=0)
    if s.special:
        there[NO_SPECIAL + s.special] += 1
    for name, found, owned in zip(names(s.deck), there.tolist(), of_kinds(s.deck, COPIES).tolist(), strict=True):
        if found != owned:
            raise PositionError(f"there are {found} cards {name!r} in all places together; the deck has {owned}")


def check_places(s: Record) -> None:
    """Nothing lies where it can't be."""
    players = int(s.num_players)
    if s.hand[players:].any() or s.stomach[players:].any():
        raise PositionError(f"a seat from {players} on has cards; only seats 0 to {players - 1} are taken")
    if (s.stomach * (of_goods(s.deck, FOOD) == 0)).any():
        raise PositionError(f"the stomachs {s.stomach.tolist()} hold weapons; they hold only food")
    if s.turn >= players or (s.pending and s.pending != 1 << s.turn):
        raise PositionError(
            f"the turn is seat {s.turn}'s and pending is {s.pending}; pending must be {1 << s.turn}, or 0 at the end"
        )
    widths = of_goods(s.deck, WIDTH)
    for seat in range(players):
        held, largest = int((s.hand[seat] * widths).sum()), int(widths[s.hand[seat] > 0].max(initial=0))
        if held > HANDS and (seat != s.turn or s.over == TERMINATED or held - largest > HANDS):
            raise PositionError(f"seat {seat} holds {s.hand[seat].tolist()}, {held} hands' worth; {HANDS} hands are what it has")


def check_turn(s: Record) -> None:
    """The one to act has something to choose, and what is under way fits it."""
    players, full = int(s.num_players), is_full(s)
    supply, whole = int(s.supply.sum()), int(s.num_players) + 1
    if not s.special and not full:
        foods = of_kinds(s.deck, FOOD) > 0
        if supply != whole or s.extra or not (s.supply[foods].any() or s.hand[:, foods[:GOODS]].any()):
            raise PositionError(
                f"at the start of a turn, the supply holds {whole} cards, there is food in play, and extra is 0: "
                f"not {s.supply.tolist()} and {s.extra}"
            )
        return
    choices = {
        0: full,
        FRENZY: not full and bool((s.hand[s.turn] * of_goods(s.deck, FOOD)).any()),
        FOOD_FIGHT: not full and bool(np.delete(s.hand[:players], s.turn, axis=0).any()),
        SNATCH: full or bool(np.delete(s.hand[:players], s.turn, axis=0).any()),
    }
    if not choices[int(s.special)]:
        raise PositionError(f"special is {s.special} and the hands are {s.hand.tolist()}: there is nothing to choose")
    if not whole - 1 <= supply <= whole - bool(s.special or s.extra):
        raise PositionError(
            f"the supply holds {supply} cards: in the middle of an action it is {whole - 1}, or {whole} after a theft"
        )
    if (s.special == FRENZY and not s.extra) or (s.special > FRENZY and s.extra):
        raise PositionError(
            f"special is {s.special} and extra {s.extra}: Feeding Frenzy gives an extra turn, the other special cards don't"
        )


def check_end(s: Record) -> None:
    """A card was missing to fill the supply, and all food in hands has been eaten."""
    food_held = (s.hand * (of_goods(s.deck, FOOD) > 0)).any()
    if s.pile_size or s.supply.sum() > s.num_players or food_held or s.special or s.extra:
        raise PositionError(
            f"the game has ended with {s.pile_size} cards in the deck, {s.supply.sum()} in the supply, hands {s.hand.tolist()}, "
            f"special {s.special} and extra {s.extra}; it ends when the deck is empty and the supply not full, with all food "
            "eaten, nothing being played and no extra turn"
        )


def is_full(s: Record) -> bool:
    """Whether the one whose turn it is has to discard."""
    return bool((s.hand[s.turn] * of_goods(s.deck, WIDTH)).sum() > HANDS)


def reveal(s: Record) -> None:
    """Let every seat know what is in every stomach."""
    s.memory = 1
