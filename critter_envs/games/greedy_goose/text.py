"""The words of the game: labels of actions, and a seat's view for people and language models."""

from collections.abc import Callable

from critter_envs.core.actions import OTHERS, ActionRange
from critter_envs.core.jit import Record

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


def plain(text: str, style: str) -> str:
    """A painter without colours."""
    return text


def count_cards(counts: Record, names: tuple[str, ...], paint: Callable[[str, str], str]) -> str:
    """``2 red, 1 green``, or ``nothing``."""
    parts = [paint(f"{count} {name}", name) for count, name in zip(counts, names, strict=True) if count]
    return ", ".join(parts) or "nothing"


def describe(o: Record, paint: Callable[[str, str], str] = plain) -> str:
    """An observation in words; seats are named as in the labels of actions, "+1" is the left neighbour."""
    players = int(o.present.sum())
    names = ["you"] + [f"+{k}" for k in range(1, players)]
    turn = names[int(o.turn.argmax())]
    lines = [
        f"Turn: {paint(turn, 'strong')}",
        f"Face up: {count_cards(o.table, COLOURS, paint)}",
    ]
    if o.action_card.any():
        lines.append(f"Action card: {paint(ACTION_CARDS[int(o.action_card.argmax())], 'strong')}")
    lines.append(f"Centre: {o.centre_size} cards")
    points = int((o.own_hand * POINTS).sum())
    lines.append(f"Your hand: {count_cards(o.own_hand, COLOURS, paint)} ({points} points)")
    for k in range(1, players):
        lines.append(
            f"{names[k]}: {o.hand_size[k]} cards, you know of {count_cards(o.known[k - 1], COLOURS, paint)}; "
            f"knows of yours {count_cards(o.shown[k - 1], COLOURS, paint)}"
        )
    lines.append(f"Out of play: {count_cards(o.out, KINDS, paint)}")
    lines.append(f"Deck: {count_cards(o.deck, KINDS, paint)}")
    limits = ", ".join(f"{colour} {limit}" for colour, limit in zip(COLOURS, LIMITS, strict=True))
    lines.append(f"Limits: {limits}")
    return "\n".join(lines)
