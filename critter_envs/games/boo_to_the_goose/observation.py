"""What a player may know, and what could be otherwise for all that the player knows."""

import numpy as np

from critter_envs.core.counts import copy, fill, seat_after, total
from critter_envs.core.fields import Field
from critter_envs.core.generator import below, draw
from critter_envs.core.jit import Record, rule

from .cards import CARD_SET, DOG, DOGS, FOX, FOXES, GEESE, GOOSE, HAND, KINDS, MAX_PLAYERS, MAX_ROW, REMOVED, SET_SIZE
from .rules import DOG_DOWN, EMPTY, GOOSE_DOWN, GOOSE_UP, NOBODY, is_face_down

#: All geese that there are to be turned in one chase; a dog ends it.
MAX_FLIPS = (MAX_PLAYERS - 1) * GEESE

#: What an observation tells of a card in a row, if it is known.
UNKNOWN, KNOWN_GOOSE, KNOWN_DOG = range(3)

STATE = (
    Field("turn", (), MAX_PLAYERS - 1, "the seat whose turn it is; in a chase, the chaser's"),
    Field("target", (), MAX_PLAYERS - 1, "the seat whose card is to be turned next; -1 outside of a chase", low=NOBODY),
    Field("flips", (), MAX_FLIPS, "geese turned in this chase"),
    Field("turns", (MAX_PLAYERS,), SET_SIZE, "cards that each player has played"),
    Field("pile", (MAX_PLAYERS, len(KINDS)), int(CARD_SET.max()), "the draw piles: geese, foxes, dogs"),
    Field("removed", (MAX_PLAYERS, len(KINDS)), REMOVED, "cards removed from each set at the start: geese, foxes, dogs"),
    Field("hand", (MAX_PLAYERS, len(KINDS)), HAND, "cards in each hand: geese, foxes, dogs"),
    Field(
        "row",
        (MAX_PLAYERS, MAX_ROW),
        GOOSE_UP,
        "what lies in each row, the oldest first: 1 a goose, 2 a dog, face down; 3 a goose turned in this chase; 0 nothing",
    ),
    Field("laid", (MAX_PLAYERS, MAX_ROW), SET_SIZE, "the owner's turn in which each of these was laid, from 1; 0 is none"),
    Field("won_geese", (MAX_PLAYERS, MAX_PLAYERS), GEESE, "geese in the first seat's win pile from the second seat's set"),
    Field("won_foxes", (MAX_PLAYERS, MAX_PLAYERS), FOXES, "foxes in the first seat's win pile from the second seat's set"),
    Field("won_dogs", (MAX_PLAYERS,), DOGS, "dogs in each win pile; they always come from the owner's set"),
    Field("revealed", (), 1, "1 if all hands and rows lie open, for spectators"),
)

OBSERVATION = (
    Field("present", (MAX_PLAYERS,), 1, "1 for each seat that is taken, the observer's first"),
    Field("turn", (MAX_PLAYERS,), 1, "1 for the seat whose turn it is; in a chase, the chaser's"),
    Field("target", (MAX_PLAYERS,), 1, "in a chase, 1 for the seat whose card is to be turned next"),
    Field("flips", (), MAX_FLIPS, "geese turned in this chase"),
    Field("hand", (MAX_PLAYERS, len(KINDS)), HAND, "the observer's hand: geese, foxes, dogs; the others' for spectators only"),
    Field("hand_size", (MAX_PLAYERS,), HAND, "cards in each hand"),
    Field("pile_size", (MAX_PLAYERS,), SET_SIZE - HAND, "cards in each draw pile"),
    Field("turns", (MAX_PLAYERS,), SET_SIZE, "cards that each player has played"),
    Field("face_down", (MAX_PLAYERS, MAX_ROW), 1, "1 where a card lies face down in a row, the oldest first"),
    Field(
        "kind",
        (MAX_PLAYERS, MAX_ROW),
        KNOWN_DOG,
        "of the same places, 1 where the card is known to be a goose, 2 a dog: those turned in this chase, "
        "and the observer's own (with memory=False only the former; for spectators all)",
    ),
    Field("laid", (MAX_PLAYERS, MAX_ROW), SET_SIZE, "the owner's turn in which it was laid, from 1; zeros with memory=False"),
    Field("won_geese", (MAX_PLAYERS, MAX_PLAYERS), GEESE, "geese in the first seat's win pile from the second seat's set"),
    Field("won_foxes", (MAX_PLAYERS, MAX_PLAYERS), FOXES, "foxes in the first seat's win pile from the second seat's set"),
    Field("won_dogs", (MAX_PLAYERS,), DOGS, "dogs in each win pile; they always come from the owner's set"),
    Field("remove_four", (), 1, "1 if four cards of each set were removed unseen"),
)


@rule
def observe(s: Record, seat: int, o: Record) -> None:
    """Write what the seat may know; seats count from the observer."""
    o.flips = s.flips
    o.remove_four = s.remove_four
    for k in range(s.num_players):
        other = seat_after(s, seat, k)
        o.present[k] = 1
        o.turn[k] = other == s.turn
        o.target[k] = other == s.target
        o.hand_size[k] = total(s.hand[other])
        o.pile_size[k] = total(s.pile[other])
        o.turns[k] = s.turns[other]
        o.won_dogs[k] = s.won_dogs[other]
        if sees_hand(s, seat, other):
            copy(s.hand[other], o.hand[k])
        observe_row(s, other, sees_row(s, seat, other), k, o)
        for j in range(s.num_players):
            owner = seat_after(s, seat, j)
            o.won_geese[k, j] = s.won_geese[other, owner]
            o.won_foxes[k, j] = s.won_foxes[other, owner]


@rule
def sees_hand(s: Record, seat: int, holder: int) -> bool:
    """Whether the seat knows which cards the holder has in hand."""
    return seat == holder or s.revealed


@rule
def sees_row(s: Record, seat: int, owner: int) -> bool:
    """Whether the seat knows which cards lie face down in the owner's row; one's own are remembered."""
    return (seat == owner and s.memory) or s.revealed


@rule
def observe_row(s: Record, owner: int, known: bool, k: int, o: Record) -> None:
    """Write what may be known of the owner's row."""
    for place in range(MAX_ROW):
        card = s.row[owner, place]
        if card == EMPTY:
            break
        o.face_down[k, place] = is_face_down(card)
        if card == GOOSE_UP or (known and card == GOOSE_DOWN):
            o.kind[k, place] = KNOWN_GOOSE
        elif known:
            o.kind[k, place] = KNOWN_DOG
        if s.memory:
            o.laid[k, place] = s.laid[owner, place]


@rule
def redeal(s: Record, seat: int, rng: Record) -> None:
    """Deal anew, of each set, what the seat doesn't know: rows, hands, draw piles, and what was removed.

    A row holds no foxes; otherwise all ways to deal are equally likely. Without memory it isn't known either when the
    cards of a row were laid.
    """
    hidden = np.zeros(len(KINDS), np.int16)
    for owner in range(s.num_players):
        know_row, know_hand = sees_row(s, seat, owner), sees_hand(s, seat, owner)
        gather(s, owner, know_row, know_hand, hidden)
        if not know_row:
            deal_row(s, owner, hidden, rng)
        if not know_hand:
            deal(s.hand[owner], hidden, rng)
        deal(s.pile[owner], hidden, rng)
        deal(s.removed[owner], hidden, rng)
        if not s.memory:
            deal_turns(s, owner, rng)


@rule
def gather(s: Record, owner: int, know_row: bool, know_hand: bool, hidden: Record) -> None:
    """Count those cards of a set that could be anywhere out of sight."""
    copy(CARD_SET, hidden)
    for holder in range(s.num_players):
        hidden[GOOSE] -= s.won_geese[holder, owner]
        hidden[FOX] -= s.won_foxes[holder, owner]
    hidden[DOG] -= s.won_dogs[owner]
    hidden[FOX] -= s.target != NOBODY and s.turn == owner
    for place in range(MAX_ROW):
        card = s.row[owner, place]
        hidden[GOOSE] -= card == GOOSE_UP or (know_row and card == GOOSE_DOWN)
        hidden[DOG] -= know_row and card == DOG_DOWN
    if know_hand:
        for kind in range(len(KINDS)):
            hidden[kind] -= s.hand[owner, kind]


@rule
def deal_row(s: Record, owner: int, hidden: Record, rng: Record) -> None:
    """A hidden goose or dog to each face-down place."""
    foxes = hidden[FOX]
    hidden[FOX] = 0
    for place in range(MAX_ROW):
        if is_face_down(s.row[owner, place]):
            kind = draw(rng, hidden)
            hidden[kind] -= 1
            s.row[owner, place] = GOOSE_DOWN if kind == GOOSE else DOG_DOWN
    hidden[FOX] = foxes


@rule
def deal(cards: Record, hidden: Record, rng: Record) -> None:
    """As many hidden cards as there were."""
    count = total(cards)
    fill(cards, 0)
    for _ in range(count):
        kind = draw(rng, hidden)
        hidden[kind] -= 1
        cards[kind] += 1


@rule
def deal_turns(s: Record, owner: int, rng: Record) -> None:
    """To the cards of a row, turns of their owner in ascending order; the fox of a chase under way was the last one."""
    missing = 0
    while missing < MAX_ROW and s.row[owner, missing] != EMPTY:
        missing += 1
    turns = int(s.turns[owner]) - (s.target != NOBODY and s.turn == owner)
    place = 0
    for turn in range(1, turns + 1):
        if below(rng, turns - turn + 1) < missing:
            s.laid[owner, place] = turn
            place += 1
            missing -= 1
