"""The rule-based player: it counts cards, and thinks each turn through to its end.

It works out what the next flip may bring, what each card in a hand is worth, and from these the best course of a
turn from every set of face-up colours. Sets of colours are numbers with a bit for each colour.
"""

from math import exp
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from critter_envs.core.counts import total
from critter_envs.core.jit import Record, rule

from .cards import KINDS, LIMITS, POINTS
from .rules import DECLINE, FLIP, GIVE, OTHERS, PASS, SNACKS, STEAL, STOP

Numbers = NDArray[np.float64]

SETS = 1 << SNACKS
MOST = int(LIMITS.max())

#: How much of its value a full colour is sure to lose to greed, if the game goes on for long, and how fast that
#: comes about for each card of the colour that each player is yet to see. Found by playing.
LOSS, PACE = 0.7, 1.6


class Outlook(NamedTuple):
    """What the player makes of the position."""

    hidden: Numbers  #: (5,) how likely a snack unknown to the player is of each colour
    chance: Numbers  #: (8,) how likely the next flip is of each kind
    worth: Numbers  #: (5, 5) what so many cards of a colour in a hand are worth, in points at the end
    passing: Numbers  #: (32,) what passing is worth, by what it leaves face up, from what lies there on


@rule
def play(o: Record, mask: Record, rng: Record) -> int:
    """The action that promises the most points, those of the others counted against it."""
    hand = np.zeros(SNACKS, np.int64)
    face_up = 0
    for colour in range(SNACKS):
        hand[colour] = o.own_hand[colour]
        face_up |= int(o.table[colour]) << colour
    hidden, chance = count_cards(o)
    worth = value_cards(o, hidden)
    outlook = Outlook(hidden, chance, worth, value_passing(o, hidden, chance, worth, face_up))
    if mask[DECLINE]:
        return answer_action_card(o, mask, outlook, hand, face_up)
    return flip_stop_or_pass(mask, outlook, hand, face_up)


# --- counting --------------------------------------------------------------------------------------------------


@rule
def count_cards(o: Record) -> tuple[Numbers, Numbers]:
    """How likely a hidden snack is of each colour, and the next flip of each kind.

    Snacks may be hidden in the centre and in hands, action cards only in the centre.
    """
    hidden = np.zeros(SNACKS)
    chance = np.zeros(len(KINDS))
    snacks, actions = 0.0, 0.0
    for colour in range(SNACKS):
        hidden[colour] = int(o.deck[colour]) - int(o.out[colour]) - int(o.own_hand[colour]) - int(o.table[colour])
        for k in range(OTHERS):
            hidden[colour] -= o.known[k, colour]
        snacks += hidden[colour]
    for kind in range(SNACKS, len(KINDS)):
        chance[kind] = int(o.deck[kind]) - int(o.out[kind]) - int(o.action_card[kind - SNACKS])
        actions += chance[kind]
    outside_hands = snacks + actions
    for k in range(OTHERS):
        outside_hands -= unknown_cards(o, k)
    for kind in range(SNACKS, len(KINDS)):
        chance[kind] /= max(outside_hands, 1.0)
    for colour in range(SNACKS):
        hidden[colour] /= max(snacks, 1.0)
        chance[colour] = hidden[colour] * (1.0 - actions / max(outside_hands, 1.0))
    return hidden, chance


@rule
def unknown_cards(o: Record, k: int) -> int:
    """How many cards of another hand the player doesn't know."""
    return int(o.hand_size[k + 1]) - total(o.known[k])


@rule
def likely_cards(o: Record, k: int, colour: int, hidden: Numbers) -> Numbers:
    """How likely another hand holds 0, 1, 2 … cards of a colour: those known, and its share of the hidden ones."""
    likely = np.zeros(MOST + 1)
    known, unknown = int(o.known[k, colour]), unknown_cards(o, k)
    share = min(hidden[colour], 0.999)
    chance = (1.0 - share) ** unknown
    whole = 0.0
    for more in range(min(unknown, LIMITS[colour] - known) + 1):
        likely[known + more] = chance
        whole += chance
        chance *= (unknown - more) / (more + 1) * share / (1.0 - share)
    for count in range(MOST + 1):
        likely[count] /= whole
    return likely


# --- what cards are worth --------------------------------------------------------------------------------------


@rule
def value_cards(o: Record, hidden: Numbers) -> Numbers:
    """Points, less what greed is going to take: the fuller a colour and the more of it there is to come, the more."""
    worth = np.zeros((SNACKS, MOST + 1))
    for colour in range(SNACKS):
        to_come = hidden[colour] * int(o.centre_size) / total(o.present)
        loss = LOSS * (1.0 - exp(-PACE * to_come))
        for count in range(LIMITS[colour] + 1):
            fullness = count / LIMITS[colour]
            worth[colour, count] = POINTS[colour] * count * (1.0 - loss * fullness * fullness)
    return worth


@rule
def gain(worth: Numbers, colour: int, count: int, added: int) -> float:
    """What it brings to add cards of a colour to so many of them: beyond the limit, all are lost."""
    after = count + added
    if after > LIMITS[colour]:
        after = 0
    return worth[colour, after] - worth[colour, count]


@rule
def weight(o: Record, k: int) -> float:
    """How much a point of another player counts against one's own: by their share of all that the others hold."""
    held = 0
    for other in range(OTHERS):
        held += int(o.hand_size[other + 1])
    return (int(o.hand_size[k + 1]) + 1) / (held + total(o.present) - 1)


# --- a turn thought through ------------------------------------------------------------------------------------


@rule
def own_gains(worth: Numbers, hand: Record) -> Numbers:
    """(2, 5) what one and two more cards of each colour bring."""
    gains = np.zeros((2, SNACKS))
    for colour in range(SNACKS):
        gains[0, colour] = gain(worth, colour, hand[colour], 1)
        gains[1, colour] = gain(worth, colour, hand[colour], 2)
    return gains


@rule
def others_gains(o: Record, k: int, hidden: Numbers, worth: Numbers) -> Numbers:
    """(2, 5) what one and two more cards of each colour may be expected to bring another player."""
    gains = np.zeros((2, SNACKS))
    for colour in range(SNACKS):
        likely = likely_cards(o, k, colour, hidden)
        for count in range(LIMITS[colour] + 1):
            gains[0, colour] += likely[count] * gain(worth, colour, count, 1)
            gains[1, colour] += likely[count] * gain(worth, colour, count, 2)
    return gains


@rule
def stopping(face_up: int, gains: Numbers) -> float:
    """What it brings to take these colours."""
    value = 0.0
    for colour in range(SNACKS):
        if (face_up >> colour) & 1:
            value += gains[0, colour]
    return value


@rule
def flipping(face_up: int, gains: Numbers, chance: Numbers, best: Numbers) -> float:
    """What it brings to flip: a colour that is there already ends the turn, any other leads to a larger set.

    An action card changes nothing here, so what matters is the first snack.
    """
    taken = stopping(face_up, gains)
    value, whole = 0.0, 0.0
    for colour in range(SNACKS):
        whole += chance[colour]
        if (face_up >> colour) & 1:
            value += chance[colour] * (taken - gains[0, colour] + gains[1, colour])
        else:
            value += chance[colour] * best[face_up | 1 << colour]
    return value / whole if whole > 0.0 else 0.0


@rule
def holds(larger: int, face_up: int) -> bool:
    """Whether a set has all these colours: nothing else can come about in a turn, so the rest isn't worked out."""
    return larger & face_up == face_up


@rule
def best_turn(face_up: int, gains: Numbers, chance: Numbers, passing: Numbers) -> Numbers:
    """(32,) what the rest of a turn brings from these face-up colours and each larger set: the larger ones first."""
    best = np.zeros(SETS)
    for larger in range(SETS - 1, face_up - 1, -1):
        if holds(larger, face_up):
            best[larger] = max(passing[larger], flipping(larger, gains, chance, best))
            if larger > 0:
                best[larger] = max(best[larger], stopping(larger, gains))
    return best


@rule
def value_passing(o: Record, hidden: Numbers, chance: Numbers, worth: Numbers, face_up: int) -> Numbers:
    """(32,) what passing brings from these colours and each larger set: the next player has to flip on them, for good or ill."""
    passing = np.zeros(SETS)
    if o.centre_size > 0:
        gains = others_gains(o, 0, hidden, worth)
        best = best_turn(face_up, gains, chance, np.zeros(SETS))
        for larger in range(face_up, SETS):
            if holds(larger, face_up):
                passing[larger] = -weight(o, 0) * flipping(larger, gains, chance, best)
    return passing


# --- choices ---------------------------------------------------------------------------------------------------


@rule
def flip_stop_or_pass(mask: Record, outlook: Outlook, hand: Record, face_up: int) -> int:
    """The best of the three."""
    gains = own_gains(outlook.worth, hand)
    action, value = PASS, outlook.passing[face_up]
    if mask[STOP] and stopping(face_up, gains) > value:
        action, value = STOP, stopping(face_up, gains)
    if (
        mask[FLIP]
        and flipping(face_up, gains, outlook.chance, best_turn(face_up, gains, outlook.chance, outlook.passing)) > value
    ):
        action = FLIP
    return action


@rule
def prospects(outlook: Outlook, hand: Record, face_up: int) -> float:
    """What a hand is worth together with the rest of the turn."""
    value = best_turn(face_up, own_gains(outlook.worth, hand), outlook.chance, outlook.passing)[face_up]
    for colour in range(SNACKS):
        value += outlook.worth[colour, hand[colour]]
    return value


@rule
def prospects_with(added: int, outlook: Outlook, hand: Record, face_up: int) -> Numbers:
    """(5,) the prospects after one card more or less of each colour: beyond its limit, none is left of it."""
    prospective = np.zeros(SNACKS)
    for colour in range(SNACKS):
        count = hand[colour]
        if count + added >= 0:
            hand[colour] = count + added if count + added <= LIMITS[colour] else 0
            prospective[colour] = prospects(outlook, hand, face_up)
            hand[colour] = count
    return prospective


@rule
def answer_action_card(o: Record, mask: Record, outlook: Outlook, hand: Record, face_up: int) -> int:
    """Give or steal where it is better than to decline."""
    action, value = DECLINE, prospects(outlook, hand, face_up)
    with_less, with_more = prospects_with(-1, outlook, hand, face_up), prospects_with(1, outlook, hand, face_up)
    for k in range(total(o.present) - 1):
        gains = others_gains(o, k, outlook.hidden, outlook.worth)
        if mask[STEAL + k]:
            stolen = stealing(o, k, outlook, with_more)
            if stolen > value:
                action, value = STEAL + k, stolen
        for colour in range(SNACKS):
            give = GIVE + colour * OTHERS + k
            if mask[give]:
                given = with_less[colour] - weight(o, k) * gains[0, colour]
                if given > value:
                    action, value = give, given
    return action


@rule
def stealing(o: Record, k: int, outlook: Outlook, with_more: Numbers) -> float:
    """The prospects after drawing a card from another hand, and what it is worth to take it away from there."""
    value = 0.0
    for colour in range(SNACKS):
        chance = (o.known[k, colour] + unknown_cards(o, k) * outlook.hidden[colour]) / o.hand_size[k + 1]
        value += chance * (with_more[colour] + weight(o, k) * POINTS[colour])
    return value
