"""The words of the game: labels of actions, and a seat's view for people and language models."""

from collections.abc import Callable

import numpy as np

from critter_envs.core.actions import OTHERS, ActionRange, Axes
from critter_envs.core.jit import Record
from critter_envs.core.paint import Painter, plain

from .cards import COPIES, FOOD, GOODS, KINDS, WEAPON, Deck, default_deck, names, of_goods, of_kinds
from .rules import DISCARD, EAT, FIGHT, STEAL, TAKE

#: The names of kinds in the deck of the box.
NAMES = names(np.array(Deck("deck", "", default_deck).encode(default_deck(2), 2)))


def kinds(deck_names: tuple[str, ...]) -> Axes:
    """A choice among all kinds."""
    return (deck_names,)


def goods(deck_names: tuple[str, ...]) -> Axes:
    """A choice among food and weapons."""
    return (deck_names[:GOODS],)


def goods_of_others(deck_names: tuple[str, ...]) -> Axes:
    """A choice of another player, and among food and weapons."""
    return (OTHERS, deck_names[:GOODS])


def open_actions(start: int, label: str, meaning: str, axes: Callable[[tuple[str, ...]], Axes]) -> ActionRange:
    """Actions that everybody sees, with the names of the cards in the deck of the game."""
    return ActionRange(start, label, meaning, axes(NAMES), seen=label, renamed=lambda o: axes(names(o.deck)))


ACTIONS = (
    open_actions(TAKE, "take {0}", "Take it from the supply into your hand, or play it at once if it is a special card.", kinds),
    open_actions(EAT, "eat {0}", "It goes from your hand to your stomach, and its points are yours for good.", goods),
    open_actions(DISCARD, "discard {0}", "You hold more than two hands can: put a card away.", goods),
    open_actions(
        STEAL, "take from {0}: {1}", "It comes into your hand: stolen with better weapons, or snatched.", goods_of_others
    ),
    open_actions(
        FIGHT, "throw at {0}: {1} is gone", "A Food Fight: the player loses the card to the discard pile.", goods_of_others
    ),
)


def describe(o: Record, paint: Painter = plain) -> str:
    """An observation in words: all that it holds. Seats are named as in the labels of actions, "+1" is the left neighbour."""
    players = int(o.present.sum())
    seats = ["you", *(f"+{k}" for k in range(1, players))]
    lines = [f"Turn: {paint(seats[int(o.turn.argmax())], 'strong')}"]
    if o.special.any():
        lines.append(f"Being played: {paint(names(o.deck)[GOODS + int(o.special.argmax())], 'yellow')}")
    if o.extra:
        lines.append(f"After this action: {paint('an extra turn', 'strong')}")
    lines.append(f"Supply: {cards(o, o.supply, paint)}")
    lines.append(f"Deck: {number_of(o.pile_size)}")
    for k, seat in enumerate(seats):
        lines.append(
            f"{seat.capitalize()}: {cards(o, o.hand[k], paint)}; weapons {sum_of(o, WEAPON, o.hand[k])}; {stomach(o, k, paint)}"
        )
    lines.append(f"Discard pile: {cards(o, o.discard, paint)}")
    lines.append(f"All cards: {cards(o, of_kinds(o.deck, COPIES), paint)}")
    return "\n".join(lines)


def stomach(o: Record, k: int, paint: Painter) -> str:
    """What a player has eaten, as far as it is known."""
    eaten = f"has eaten {number_of(o.stomach_size[k])}"
    if not o.stomach[k].any():
        return eaten
    points = sum_of(o, FOOD, o.stomach[k])
    return f"{eaten}, {points} point{'' if points == 1 else 's'}: {cards(o, o.stomach[k], paint)}"


def cards(o: Record, counts: Record, paint: Painter) -> str:
    """``2 × food 3, 1 × weapon 1``, or ``nothing``."""
    named = zip(range(KINDS), counts.tolist(), names(o.deck), strict=False)
    return ", ".join(paint(f"{count} × {name}", style(o, kind)) for kind, count, name in named if count) or "nothing"


def sum_of(o: Record, fact: int, counts: Record) -> int:
    """The sum of a fact over food and weapon cards."""
    return int((counts * of_goods(o.deck, fact).astype(int)).sum())


def style(o: Record, kind: int) -> str:
    """The colour of a kind: food is green, weapons are red, special cards yellow."""
    if kind >= GOODS:
        return "yellow"
    return "green" if o.deck[FOOD + kind] else "red"


def number_of(size: int) -> str:
    """``1 card``, ``2 cards`` …"""
    return f"{size} card" if size == 1 else f"{size} cards"
