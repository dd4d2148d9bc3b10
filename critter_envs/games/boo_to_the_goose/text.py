"""The words of the game: labels of actions, and a seat's view for people and language models."""

from collections.abc import Iterable

from critter_envs.core.actions import ActionRange
from critter_envs.core.jit import Record
from critter_envs.core.paint import Painter, plain

from .cards import CARD_SET, DOG, FOX, GOOSE, KINDS, MAX_ROW, REMOVED
from .observation import KNOWN_DOG, KNOWN_GOOSE
from .rules import PLAY, STOP, TURN

ACTIONS = (
    ActionRange(PLAY + GOOSE, "lay a goose", "Face down to the end of your row.", seen="lay a card"),
    ActionRange(PLAY + FOX, "send out a fox", "Chase the geese of the others, from your left neighbour on."),
    ActionRange(PLAY + DOG, "lay a dog", "Face down to the end of your row, where it guards your geese.", seen="lay a card"),
    ActionRange(STOP, "stop the chase", "Win the turned geese, keep your fox, and end your turn."),
    ActionRange(
        TURN,
        "turn card {0} of the row",
        "Cards of the player whose row is next are counted from the oldest; a dog ends the chase and loses all.",
        (tuple(str(place + 1) for place in range(MAX_ROW)),),
        seen="turn card {0} of the row",
    ),
)

PLURALS = ("geese", "foxes", "dogs")


def describe(o: Record, paint: Painter = plain) -> str:
    """An observation in words: all that it holds. Seats are named as elsewhere, "+1" is the left neighbour.

    Each line says whose cards it is about, for it may be shown alone.
    """
    names = ["you", *(f"+{k}" for k in range(1, int(o.present.sum())))]
    lines = [f"Turn: {paint(names[int(o.turn.argmax())], 'strong')}"]
    if o.target.any():
        target = paint(names[int(o.target.argmax())], "strong")
        lines.append(f"Chase: the next card is of {target}; {count(o.flips, GOOSE)} turned so far")
    for k, name in enumerate(names):
        lines.append(f"{paint(name, 'strong')}: {cards(o, k)}")
        lines.append(f"  row of {name}: {', '.join(row(o, k, paint)) or 'empty'}")
        lines.append(f"  win pile of {name}: {win_pile(o, k, names)}")
    removed = f", {REMOVED} of them removed unseen" if o.remove_four else ""
    lines.append(f"Each set: {', '.join(count(number, kind) for kind, number in enumerate(CARD_SET))}{removed}")
    return "\n".join(lines)


def cards(o: Record, k: int) -> str:
    """Hand and draw pile, as ``5 cards in hand (3 geese, 2 dogs), 11 in the pile, 8 played``."""
    shown = ", ".join(count(number, kind) for kind, number in enumerate(o.hand[k]) if number)
    number = int(o.hand_size[k])
    held = f"{number} card{'' if number == 1 else 's'} in hand" + (f" ({shown})" if shown else "")
    return f"{held}, {o.pile_size[k]} in the pile, {o.turns[k]} played"


def row(o: Record, k: int, paint: Painter) -> Iterable[str]:
    """Each place in use: its number, as in the labels of actions, what is known of the card, and when it was laid."""
    names = {KNOWN_GOOSE: KINDS[GOOSE], KNOWN_DOG: KINDS[DOG]}
    for place in range(MAX_ROW):
        known = names.get(int(o.kind[k, place]), "")
        if o.face_down[k, place]:
            what = f"{known} face down" if known else "face down"
        elif known:
            what = paint(f"{known} turned", "yellow")
        else:
            continue
        when = f" (turn {o.laid[k, place]})" if o.laid[k, place] else ""
        yield f"{place + 1} {what}{when}"


def win_pile(o: Record, k: int, names: list[str]) -> str:
    """The cards of a win pile, and from whose sets they are."""
    parts = []
    for kind, won in ((GOOSE, o.won_geese[k]), (FOX, o.won_foxes[k])):
        parts += [f"{count(number, kind)} of {name}" for name, number in zip(names, won, strict=False) if number]
    if o.won_dogs[k]:
        parts.append(f"{count(o.won_dogs[k], DOG)} of {names[k]}")
    size = int(o.won_geese[k].sum() + o.won_foxes[k].sum() + o.won_dogs[k])
    return f"{size} card{'' if size == 1 else 's'}" + (f": {', '.join(parts)}" if parts else "")


def count(number: int, kind: int) -> str:
    """``1 goose``, ``2 geese`` …"""
    return f"{number} {KINDS[kind] if number == 1 else PLURALS[kind]}"
