"""The words of the game: labels of actions, and a seat's view for people and language models."""

from critter_envs.core.actions import OTHERS, ActionRange
from critter_envs.core.jit import Record
from critter_envs.core.paint import Painter, plain

from .cards import ACTION_CARDS, COLOURS, KINDS, LIMITS, POINTS
from .rules import DECLINE, FLIP, GIVE, PASS, STEAL, STOP

ACTIONS = (
    ActionRange(FLIP, "flip a card", "Turn up another card; a second snack of one colour makes you take all."),
    ActionRange(STOP, "stop and take the face-up cards", "Take all face-up snacks into your hand and end your turn."),
    ActionRange(PASS, "pass", "Leave the face-up snacks to the next player and end your turn."),
    ActionRange(DECLINE, "decline the action card", "Put the action card out of play and go on with your turn."),
    ActionRange(
        GIVE, "give a {0} card to {1}", "The player must add it to their hand, and may be too greedy then.", (COLOURS, OTHERS)
    ),
    ActionRange(STEAL, "steal a card from {0}", "Draw a card from their hand without looking, and add it to yours.", (OTHERS,)),
)


def describe(o: Record, paint: Painter = plain) -> str:
    """An observation in words: all that it holds. Seats are named as in the labels of actions, "+1" is the left neighbour."""
    names = ["you", *(f"+{k}" for k in range(1, int(o.present.sum())))]
    lines = [f"Turn: {paint(names[int(o.turn.argmax())], 'strong')}"]
    if o.action_card.any():
        lines.append(f"Action card: {paint(ACTION_CARDS[int(o.action_card.argmax())], 'strong')}")
    lines.append(f"Face up: {count_cards(o.table, COLOURS, paint)}")
    lines.append(f"Centre: {cards(o.centre_size)} face down")
    points = int((o.own_hand * POINTS).sum())
    lines.append(f"Your hand: {count_cards(o.own_hand, COLOURS, paint)} ({cards(o.hand_size[0])}, worth {points})")
    for k, name in enumerate(names[1:]):
        known, shown = count_cards(o.known[k], COLOURS, paint), count_cards(o.shown[k], COLOURS, paint)
        lines.append(f"{name}: {cards(o.hand_size[k + 1])}, known to you {known}; knows of yours {shown}")
    lines.append(f"Seen out of play: {count_cards(o.out, KINDS, paint)}")
    lines.append(f"Deck at the start: {count_cards(o.deck, KINDS, paint)}")
    lines.append(f"Limits: {count_cards(LIMITS, COLOURS, paint)}")
    return "\n".join(lines)


def count_cards(counts: Record, names: tuple[str, ...], paint: Painter) -> str:
    """``2 red, 1 green``, or ``nothing``."""
    parts = [paint(f"{count} {name}", name) for count, name in zip(counts, names, strict=True) if count]
    return ", ".join(parts) or "nothing"


def cards(number: int) -> str:
    """``1 card``, ``2 cards`` …"""
    return f"{number} card" if number == 1 else f"{number} cards"
