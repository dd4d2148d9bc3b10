"""What a player may know, and what could be otherwise for all that the player knows."""

import numpy as np

from critter_envs.core.counts import copy, seat_after, total
from critter_envs.core.fields import Field
from critter_envs.core.generator import draw, shuffle
from critter_envs.core.jit import Record, rule

from .cards import FACTS, FOOD, GOODS, HANDS, KINDS, MAX_CARDS, MAX_COPIES, MAX_PLAYERS, MAX_VALUE, SPECIAL_NAMES

SPECIALS = KINDS - GOODS
MAX_HELD = HANDS + 1  # of a kind, before a discard

STATE = (
    Field("turn", (), MAX_PLAYERS - 1, "the seat whose turn it is"),
    Field("extra", (), 1, "1 if the action under way gives an extra turn"),
    Field("special", (), SPECIALS, f"the special card that is being played: {', '.join(SPECIAL_NAMES)}; 0 is none"),
    Field("pile_size", (), MAX_CARDS, "cards in the deck"),
    Field("pile", (MAX_CARDS,), KINDS, "the deck in order, the card to be drawn next last: kinds, counted from 1; 0 is no card"),
    Field("supply", (KINDS,), MAX_PLAYERS + 1, "cards in the table supply, by kind"),
    Field("discard", (KINDS,), MAX_COPIES, "cards in the discard pile, by kind"),
    Field("hand", (MAX_PLAYERS, GOODS), MAX_HELD, "cards in each hand, by kind"),
    Field("stomach", (MAX_PLAYERS, GOODS), MAX_COPIES, "cards that each player has eaten, by kind"),
)

OBSERVATION = (
    Field("present", (MAX_PLAYERS,), 1, "1 for each seat that is taken, the observer's first"),
    Field("turn", (MAX_PLAYERS,), 1, "1 for the seat whose turn it is"),
    Field("extra", (), 1, "1 if the action under way gives an extra turn"),
    Field("special", (SPECIALS,), 1, f"1 for the special card that is being played: {', '.join(SPECIAL_NAMES)}"),
    Field("pile_size", (), MAX_CARDS, "cards in the deck"),
    Field(
        "supply",
        (KINDS,),
        MAX_PLAYERS + 1,
        "cards in the table supply, by kind: food and weapons as in the deck, then special cards",
    ),
    Field("hand", (MAX_PLAYERS, GOODS), MAX_HELD, "cards in each hand, by kind"),
    Field("discard", (KINDS,), MAX_COPIES, "cards in the discard pile, by kind"),
    Field("stomach_size", (MAX_PLAYERS,), MAX_CARDS, "cards that each player has eaten"),
    Field("stomach", (MAX_PLAYERS, GOODS), MAX_COPIES, "the same by kind; zeros with memory=False"),
    Field("deck", (len(FACTS) * KINDS,), max(MAX_COPIES, MAX_VALUE), f"what is on the cards, for all kinds: {', '.join(FACTS)}"),
)


@rule
def observe(s: Record, seat: int, o: Record) -> None:
    """Write what the seat may know; seats count from the observer."""
    o.extra = s.extra
    if s.special:
        o.special[s.special - 1] = 1
    o.pile_size = s.pile_size
    copy(s.supply, o.supply)
    copy(s.discard, o.discard)
    copy(s.deck, o.deck)
    for k in range(s.num_players):
        other = seat_after(s, seat, k)
        o.present[k] = 1
        o.turn[k] = other == s.turn
        copy(s.hand[other], o.hand[k])
        o.stomach_size[k] = total(s.stomach[other])
        if s.memory:
            copy(s.stomach[other], o.stomach[k])


@rule
def redeal(s: Record, seat: int, rng: Record) -> None:
    """Shuffle the deck. Without memory, what has been eaten is as unknown as what is to come, save that it is food."""
    hidden = np.zeros(KINDS, np.int16)
    for place in range(s.pile_size):
        hidden[s.pile[place] - 1] += 1
    if not s.memory:
        feed_anew(s, hidden, rng)
    place = 0
    for kind in range(KINDS):  # sorted first, so that the order before leaves no trace
        for _ in range(hidden[kind]):
            s.pile[place] = kind + 1
            place += 1
    shuffle(rng, s.pile, s.pile_size)


@rule
def feed_anew(s: Record, hidden: Record, rng: Record) -> None:
    """Exchange what is in the stomachs for as much food, any of it and of what is hidden besides."""
    sizes = np.zeros(MAX_PLAYERS, np.int16)
    food = np.zeros(GOODS, np.int16)
    for seat in range(s.num_players):
        sizes[seat] = total(s.stomach[seat])
        for kind in range(GOODS):
            hidden[kind] += s.stomach[seat, kind]
            s.stomach[seat, kind] = 0
    for kind in range(GOODS):
        food[kind] = hidden[kind] if s.deck[FOOD + kind] > 0 else 0
    for seat in range(s.num_players):
        for _ in range(sizes[seat]):
            kind = draw(rng, food)
            food[kind] -= 1
            hidden[kind] -= 1
            s.stomach[seat, kind] += 1
