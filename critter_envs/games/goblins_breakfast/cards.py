"""What is in the box: food, weapons and special cards, as a table that an owner of the game may edit.

Cards that do the same are one kind, whatever they are called. Kinds 0 to 15 are food and weapons, in the order of the
table, and 16 to 18 the special cards.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from critter_envs.core.errors import ParameterError
from critter_envs.core.jit import Record
from critter_envs.core.parameters import Parameter, is_integer


class Card(NamedTuple):
    """A row of the table.

    Args:
        kind: ``"food"``, ``"weapon"`` or ``"special"``.
        value: points of food, strength of a weapon, from 1; 0 for a special card.
        hands: how many hands hold it, 1 or 2; 0 for a special card.
        copies: how many there are.
        effect: ``"grab-berries"`` is possible for food; a special card has one of ``SPECIALS``.
        name: what the card is called, if it is to be called by anything but its kind, hands and value.
    """

    kind: str
    value: int
    hands: int
    copies: int
    effect: str = "none"
    name: str = ""


#: All 60 cards. The rulebook prints 30 food, 20 weapons and 10 special cards, and nothing of what is on them: the values
#: and copies are our assumption. An owner of the game puts in here what is in the box.
DECK = (
    Card("food", 1, 1, 4, "grab-berries"),
    Card("food", 1, 1, 5),
    Card("food", 2, 1, 8),
    Card("food", 3, 1, 6),
    Card("food", 4, 2, 4),
    Card("food", 5, 2, 2),
    Card("food", 6, 2, 1),
    Card("weapon", 1, 1, 6),
    Card("weapon", 2, 1, 5),
    Card("weapon", 3, 1, 3),
    Card("weapon", 4, 2, 3),
    Card("weapon", 5, 2, 2),
    Card("weapon", 6, 2, 1),
    Card("special", 0, 0, 4, "feeding frenzy"),
    Card("special", 0, 0, 3, "food fight"),
    Card("special", 0, 0, 3, "snatch"),
)

MAX_PLAYERS = 6
HANDS = 2  # so many does everybody have

GRAB_BERRIES = "grab-berries"
SPECIALS = ("feeding frenzy", "food fight", "snatch")
SPECIAL_NAMES = ("Feeding Frenzy", "Food Fight", "Snatch")

GOODS = 16  # kinds of food and weapons for which there is room
KINDS = GOODS + len(SPECIALS)
MAX_VALUE = 20
MAX_COPIES = 30
MAX_CARDS = 100

#: What a deck in a state or an observation says of its cards, each for all kinds: ``deck[FOOD + kind]``.
FACTS = ("points as food", "strength as a weapon", "hands that hold it", "1 for grab-berries", "copies")
FOOD, WEAPON, WIDTH, GRAB, COPIES = range(0, len(FACTS) * KINDS, KINDS)


def of_kinds(deck: Record, fact: int) -> Record:
    """A fact of each kind (KINDS,)."""
    return deck[fact : fact + KINDS]


def of_goods(deck: Record, fact: int) -> Record:
    """A fact of each kind of food and weapons (GOODS,)."""
    return deck[fact : fact + GOODS]


# --- names -----------------------------------------------------------------------------------------------------


def describe_card(card: Mapping[str, Any]) -> str:
    """What a row is called by: ``food 2``, ``two-handed weapon 5``, ``grab-berries 1``, ``Snatch``."""
    if card["kind"] == "special":
        return SPECIAL_NAMES[SPECIALS.index(card["effect"])]
    thing = GRAB_BERRIES if card["effect"] == GRAB_BERRIES else card["kind"]
    return f"{'two-handed ' if card['hands'] == HANDS else ''}{thing} {card['value']}"


def names(deck: Record) -> tuple[str, ...]:
    """The name of each kind in a deck, with those that the table gives; places without cards are numbered."""
    given: dict[str, list[str]] = {}
    for card in DECK:
        if card.name:
            given.setdefault(describe_card(card._asdict()), []).append(card.name)
    found = []
    for kind, row in enumerate(rows(deck)):
        facts = describe_card(row) if row["copies"] or kind >= GOODS else f"card {kind + 1}"
        found.append(f"{' / '.join(given[facts])} ({facts})" if facts in given else facts)
    return tuple(found)


def rows(deck: Record) -> list[dict[str, Any]]:
    """Each kind of a deck as a row of ``deck=``, those without cards, too."""
    found = []
    for kind, (food, weapon, hands, grab, copies) in enumerate(np.reshape(deck, (len(FACTS), KINDS)).T.tolist()):
        what = "special" if kind >= GOODS else "food" if food else "weapon"
        effect = SPECIALS[kind - GOODS] if kind >= GOODS else GRAB_BERRIES if grab else "none"
        found.append({"kind": what, "value": food + weapon, "hands": hands, "copies": copies, "effect": effect})
    return found


# --- the parameter ---------------------------------------------------------------------------------------------


def default_deck(num_players: int) -> list[dict[str, Any]]:
    """The table, as ``deck=`` takes it."""
    return [{fact: value for fact, value in card._asdict().items() if fact != "name"} for card in DECK]


@dataclass(frozen=True)
class Deck(Parameter):
    """A list of rows, each a mapping."""

    @property
    def shape(self) -> tuple[int, ...]:  # type: ignore[override]
        """A number for each fact and kind."""
        return (len(FACTS) * KINDS,)

    def possible(self, num_players: int) -> str:
        """What a row holds."""
        return (
            "a list of rows, each a mapping with kind (food, weapon or special), value, hands, copies, effect "
            f"(none, {GRAB_BERRIES}, {', '.join(SPECIALS)}) and, if you like, a name"
        )

    def in_words(self, value: Any) -> str:
        """The README has a table for this."""
        return "the cards above"

    def encode(self, value: Any, num_players: int) -> list[int]:
        """A number for each fact and kind.

        Rows that differ in nothing but copies and name are one kind. Names aren't kept.
        """
        if not isinstance(value, Sequence) or isinstance(value, str) or not value:
            raise self.refuse(value, num_players)
        goods: dict[tuple[int, ...], int] = {}
        specials = dict.fromkeys(SPECIALS, 0)
        for number, given in enumerate(value, 1):
            card = read_row(given, number)
            if card.kind == "special":
                copies = specials[card.effect] = specials[card.effect] + card.copies
            else:
                copies = goods[facts_of(card)] = goods.get(facts_of(card), 0) + card.copies
            if copies > MAX_COPIES:
                raise ParameterError(f"deck can't hold {copies} cards like {given!r}: there may be at most {MAX_COPIES}")
        kinds = [(*facts, copies) for facts, copies in goods.items()]
        check_size(len(kinds), sum(goods.values()) + sum(specials.values()))
        kinds += [(0,) * len(FACTS)] * (GOODS - len(kinds))
        kinds += [(0, 0, 0, 0, copies) for copies in specials.values()]
        return [number for fact in zip(*kinds, strict=True) for number in fact]

    def decode(self, stored: Any) -> list[dict[str, Any]]:
        """A row for each kind of which there are cards."""
        return [row for row in rows(stored) if row["copies"]]


def read_row(given: Any, number: int) -> Card:
    """A row of ``deck=``, checked.

    Raises:
        ParameterError: it is no card that could be in the game.
    """
    if not isinstance(given, Mapping) or not {"kind", "copies"} <= set(given) <= set(Card._fields):
        raise ParameterError(
            f"row {number} of deck is {given!r}: it must be a mapping with kind, value, hands, copies and effect"
        )
    card = Card(**{"value": 0, "hands": 0, **given})
    problem = problem_of(card)
    if problem:
        raise ParameterError(f"row {number} of deck is {given!r}: {problem}")
    return card._replace(value=int(card.value), hands=int(card.hands), copies=int(card.copies))


def problem_of(card: Card) -> str | None:
    """What is wrong with a row, or None."""
    effects = {"food": ("none", GRAB_BERRIES), "weapon": ("none",), "special": SPECIALS}
    if not isinstance(card.kind, str) or card.kind not in effects:
        return "kind must be food, weapon or special"
    special = card.kind == "special"
    least, strongest, widest = (0, 0, 0) if special else (1, MAX_VALUE, HANDS)
    for fact, low, high in (("value", least, strongest), ("hands", least, widest), ("copies", 1, MAX_COPIES)):
        if not is_integer(getattr(card, fact)) or not low <= getattr(card, fact) <= high:
            return f"{fact} must be {low if low == high else f'a whole number from {low} to {high}'} for {card.kind}"
    if not isinstance(card.effect, str) or card.effect not in effects[card.kind]:
        return f"effect must be {' or '.join(effects[card.kind])} for {card.kind}"
    return None if isinstance(card.name, str) else "name must be a text"


def facts_of(card: Card) -> tuple[int, ...]:
    """The facts of food or a weapon but for its copies."""
    food, weapon = card.kind == "food", card.kind == "weapon"
    return card.value * food, card.value * weapon, card.hands, int(card.effect == GRAB_BERRIES)


def check_size(goods: int, size: int) -> None:
    """Refuse more kinds, or more cards, than there is room for."""
    if goods > GOODS:
        raise ParameterError(f"deck has {goods} different food and weapon cards: there is room for {GOODS}")
    if size > MAX_CARDS:
        raise ParameterError(f"deck can't hold {size} cards: there may be at most {MAX_CARDS}")


def check_deck(s: Any) -> None:
    """Refuse a deck with so little food that no first supply is sure to hold any: the Matron would take all of it."""
    food, needed = int(of_kinds(s["deck"], COPIES)[of_kinds(s["deck"], FOOD) > 0].sum()), int(s["num_players"]) + 1
    if food < needed:
        raise ParameterError(f"the deck has {food} food cards, but {needed - 1} players need at least {needed}")
