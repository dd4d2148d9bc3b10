"""What a player may know, and what could be otherwise for all that the player knows."""

import numpy as np

from critter_envs.core.counts import copy, fill, seat_after, total
from critter_envs.core.fields import Field
from critter_envs.core.generator import draw
from critter_envs.core.jit import Record, rule

from .cards import ACTION_CARDS, KINDS, LIMITS, MAX_HAND, MAX_PLAYERS
from .rules import OTHERS, SNACKS

ANY = 255  # a deck may hold so many cards of a kind

STATE = (
    Field("turn", (), MAX_PLAYERS - 1, "the seat whose turn it is"),
    Field("action_card", (), len(ACTION_CARDS), "the action card that waits for a choice: gift, steal, gift or steal; 0 is none"),
    Field("centre", (len(KINDS),), ANY, "face-down cards in the centre, by kind"),
    Field("table", (SNACKS,), 1, "face-up snacks, by colour"),
    Field("out", (len(KINDS),), ANY, "cards out of play, by kind"),
    Field("hand", (MAX_PLAYERS, SNACKS), int(LIMITS.max()), "cards in each hand, by colour"),
    Field(
        "known",
        (MAX_PLAYERS, MAX_PLAYERS, SNACKS),
        int(LIMITS.max()),
        "how many cards of each colour the first seat is sure of in the second seat's hand; nothing on the own hand",
    ),
)

OBSERVATION = (
    Field("present", (MAX_PLAYERS,), 1, "1 for each seat that is taken, the observer's first"),
    Field("turn", (MAX_PLAYERS,), 1, "1 for the seat whose turn it is"),
    Field("action_card", (len(ACTION_CARDS),), 1, "1 for the action card that waits for a choice: gift, steal, gift or steal"),
    Field("table", (SNACKS,), 1, "face-up snacks: blue, red, yellow, green, purple"),
    Field("centre_size", (), ANY, "face-down cards in the centre (255 stands for more, too)"),
    Field("deck", (len(KINDS),), ANY, "cards in play at the start: the five colours, gift, steal, gift or steal"),
    Field("out", (len(KINDS),), ANY, "cards out of play, by kind; zeros with memory=False"),
    Field("own_hand", (SNACKS,), int(LIMITS.max()), "the observer's cards, by colour"),
    Field("hand_size", (MAX_PLAYERS,), MAX_HAND, "cards in each hand"),
    Field(
        "known",
        (OTHERS, SNACKS),
        int(LIMITS.max()),
        "at least so many cards of each colour are in each other hand, from the left neighbour's on; zeros with memory=False",
    ),
    Field(
        "shown",
        (OTHERS, SNACKS),
        int(LIMITS.max()),
        "so many cards of each colour each other player is sure of in the observer's hand; zeros with memory=False",
    ),
)


@rule
def observe(s: Record, seat: int, o: Record) -> None:
    """Write what the seat may know; seats count from the observer."""
    if s.action_card:
        o.action_card[s.action_card - 1] = 1
    o.centre_size = min(total(s.centre), ANY)
    copy(s.table, o.table)
    copy(s.deck, o.deck)
    copy(s.hand[seat], o.own_hand)
    if s.memory:
        copy(s.out, o.out)
    for k in range(s.num_players):
        other = seat_after(s, seat, k)
        o.present[k] = 1
        o.turn[k] = other == s.turn
        o.hand_size[k] = total(s.hand[other])
        if s.memory and k > 0:
            copy(s.known[seat, other], o.known[k - 1])
            copy(s.known[other, seat], o.shown[k - 1])


@rule
def redeal(s: Record, seat: int, rng: Record) -> None:
    """Deal the other hands and the centre anew.

    Each hand keeps its size, its limits, and what the seat knows to be in it; it never holds action cards. Of what
    the others know of one another the seat has no idea: they are taken to know as much as the seat does. Without
    memory, the cards out of play are as unknown as those in the centre.
    """
    hidden, missing, centre_size = gather(s, seat)
    while total(missing) > 0:
        needy = draw(rng, missing)
        missing[needy] -= 1
        refill(s, needy, seat, hidden, rng)
    fill(s.centre, 0)
    for _ in range(centre_size):
        kind = draw(rng, hidden)
        hidden[kind] -= 1
        s.centre[kind] += 1
    if not s.memory:
        copy(hidden, s.out)


@rule
def gather(s: Record, seat: int) -> tuple[Record, Record, int]:
    """Take up all cards that the seat doesn't know: those, the number missing from each hand, and from the centre."""
    hidden = np.zeros(len(KINDS), np.int16)
    missing = np.zeros(MAX_PLAYERS, np.int16)
    centre_size = total(s.centre)
    for kind in range(hidden.size):
        hidden[kind] = s.centre[kind] + (0 if s.memory else s.out[kind])
    for holder in range(s.num_players):
        if not s.memory:
            for observer in range(s.num_players):
                fill(s.known[observer, holder], 0)
        if holder != seat:
            missing[holder] = total(s.hand[holder]) - total(s.known[seat, holder])
            for colour in range(SNACKS):
                hidden[colour] += s.hand[holder, colour] - s.known[seat, holder, colour]
            copy(s.known[seat, holder], s.hand[holder])
            for observer in range(s.num_players):
                if observer != holder:
                    copy(s.known[seat, holder], s.known[observer, holder])
    return hidden, missing, centre_size


@rule
def refill(s: Record, needy: int, seat: int, hidden: Record, rng: Record) -> None:
    """Deal a hidden snack within the limits; where only others could take what is left, they exchange cards."""
    fitting = np.zeros(SNACKS, np.int16)
    for colour in range(SNACKS):
        if s.hand[needy, colour] < LIMITS[colour]:
            fitting[colour] = hidden[colour]
    if total(fitting) > 0:
        colour = draw(rng, fitting)
        hidden[colour] -= 1
        s.hand[needy, colour] += 1
    else:
        exchange(s, needy, seat, hidden)


@rule
def exchange(s: Record, needy: int, seat: int, hidden: Record) -> None:
    """Find a chain of hands, each of which passes a card on and can take the next one's, that ends at a hidden card.

    There always is one, since the cards have been dealt within the limits before (an augmenting path of a flow).
    """
    taker = np.full(SNACKS, -1)  # who would take a card of this colour
    passed = np.full(MAX_PLAYERS, -1)  # the colour that a player would pass on for it
    queue = np.full(MAX_PLAYERS, needy)
    head, tail = 0, 1
    while head < tail:
        player = queue[head]
        head += 1
        for colour in range(SNACKS):
            if taker[colour] >= 0 or s.hand[player, colour] >= LIMITS[colour]:
                continue
            taker[colour] = player
            if hidden[colour] > 0:
                hidden[colour] -= 1
                pass_along(s, needy, colour, taker, passed)
                return
            for other in range(s.num_players):
                if (
                    other != seat
                    and other != needy
                    and passed[other] < 0
                    and s.hand[other, colour] > s.known[seat, other, colour]
                ):
                    passed[other] = colour
                    queue[tail] = other
                    tail += 1


@rule
def pass_along(s: Record, needy: int, colour: int, taker: Record, passed: Record) -> None:
    """Carry out an exchange: a card of this colour enters, and each hand on the way passes one on."""
    player = taker[colour]
    s.hand[player, colour] += 1
    while player != needy:
        colour = passed[player]
        s.hand[player, colour] -= 1
        player = taker[colour]
        s.hand[player, colour] += 1
