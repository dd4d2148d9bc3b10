"""The rule-based player: it weighs what each action brings it, and what it costs the others.

Food in the stomach counts its points, food in the hand a part of them, less where others are strong enough to take it; weapons
count by how many players they put in reach. Cards that hands are too full for count nothing.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from critter_envs.core.counts import total
from critter_envs.core.jit import Record, rule

from .cards import FOOD, GOODS, GRAB, HANDS, WEAPON, WIDTH
from .rules import DISCARD, EAT, FIGHT, FRENZY, NO_SPECIAL, OTHERS, SNATCH, STEAL, TAKE, sum_up

Numbers = NDArray[np.float64]

#: What the parts are worth, in points; found by playing.
KEEP = 0.45  #: the part that food in the hand counts
RISK = 0.085  #: the part of it that each stronger player takes away
REACH = 0.8  #: a weapon that puts all others in reach
EDGE = 0.095  #: each point of strength besides
TURN = 0.85  #: an extra turn
HURT = 1.0  #: the loss of all others together, to oneself
LATE = 1.35  #: from so many cards for each player on, the deck is about to run out
FREE = 0.35  #: a free hand
AHEAD = 1.0  #: how much the loss of those who are ahead counts more

#: More than all the rest: to end the game as its winner, or not as its loser.
DECISIVE = 100.0

#: The points of an eaten card that the player knows nothing of.
TYPICAL = 2.5


class Outlook(NamedTuple):
    """What the player makes of the position."""

    strength: NDArray[np.int64]  #: (n,) of the weapons that each player holds
    points: Numbers  #: (n,) of each player, if the game ended now
    weight: Numbers  #: (n,) what the loss of a point is to oneself, by who loses it
    keep: float  #: the part that food in the hand counts if nobody is stronger
    late: float  #: 1 as long as the deck is thick, down to 0 where it is gone
    players: int


@rule
def play(o: Record, mask: Record, rng: Record) -> int:
    """The action that brings most; of equals the first."""
    outlook = look(o)
    hand = np.zeros(GOODS, np.int64)
    for kind in range(GOODS):
        hand[kind] = o.hand[0, kind]
    now = hand_worth(o, outlook, hand, 0)
    best, value = -1, 0.0
    for action in range(mask.size):
        if mask[action]:
            gain = weigh(o, outlook, hand, now, action)
            if best < 0 or gain > value:
                best, value = action, gain
    return best


@rule
def look(o: Record) -> Outlook:
    """Strengths, and how near the end is."""
    players = total(o.present)
    strength = np.zeros(players, np.int64)
    points = np.zeros(players)
    for k in range(players):
        strength[k] = sum_up(o.deck, WEAPON, o.hand[k])
        points[k] = sum_up(o.deck, FOOD, o.hand[k]) + sum_up(o.deck, FOOD, o.stomach[k])
        points[k] += TYPICAL * (int(o.stomach_size[k]) - total(o.stomach[k]))
    late = min(1.0, o.pile_size / (LATE * players))
    weight = np.zeros(players)
    whole = 0.0
    for k in range(1, players):
        weight[k] = (1.0 + points[k]) ** AHEAD
        whole += weight[k]
    for k in range(1, players):
        weight[k] *= HURT / whole
    return Outlook(strength, points, weight, 1.0 - (1.0 - KEEP) * late, late, players)


# --- what things are worth -------------------------------------------------------------------------------------


@rule
def hand_worth(o: Record, outlook: Outlook, hand: Record, k: int) -> float:
    """What a hand is worth to a player, if they put away what they can't hold: the best of its parts that fit."""
    cards = np.zeros(HANDS + 2, np.int64)
    count = 0
    for kind in range(GOODS):
        for _ in range(hand[kind]):
            cards[count] = kind
            count += 1
    best = 0.0
    for part in range(1 << count):
        width, food, strength = 0, 0, 0
        for place in range(count):
            if (part >> place) & 1:
                kind = cards[place]
                width += int(o.deck[WIDTH + kind])
                food += int(o.deck[FOOD + kind])
                strength += int(o.deck[WEAPON + kind])
        if width <= HANDS:
            best = max(best, worth(outlook, food, strength, k) + FREE * outlook.late * (HANDS - width))
    return best


@rule
def worth(outlook: Outlook, food: int, strength: int, k: int) -> float:
    """So much food and strength, in the hand of a player."""
    kept, weaker = outlook.keep, 0
    for other in range(outlook.players):
        if other != k:
            if outlook.strength[other] > strength:
                kept -= outlook.keep * RISK * outlook.late
            elif outlook.strength[other] < strength:
                weaker += 1
    return food * max(kept, 0.1) + outlook.late * (REACH * weaker / (outlook.players - 1) + EDGE * strength)


@rule
def loss(o: Record, outlook: Outlook, k: int, kind: int) -> float:
    """What it is to oneself that another player loses a card."""
    hand = np.zeros(GOODS, np.int64)
    for each in range(GOODS):
        hand[each] = o.hand[k, each]
    before = hand_worth(o, outlook, hand, k)
    hand[kind] -= 1
    return outlook.weight[k] * (before - hand_worth(o, outlook, hand, k))


# --- what actions bring ----------------------------------------------------------------------------------------


@rule
def weigh(o: Record, outlook: Outlook, hand: Record, now: float, action: int) -> float:
    """What an action brings."""
    if action < EAT:
        return taking(o, outlook, hand, now, action - TAKE)
    if action < DISCARD:
        return eating(o, outlook, hand, now, action - EAT)
    if action < STEAL:
        kind = action - DISCARD
        return changed(o, outlook, hand, kind, -1) - now
    k, kind = divmod(action - STEAL, GOODS)
    if action < FIGHT:
        return stealing(o, outlook, hand, now, k + 1, kind)
    return loss(o, outlook, k - OTHERS + 1, kind)


@rule
def changed(o: Record, outlook: Outlook, hand: Record, kind: int, number: int) -> float:
    """What the hand is worth with a card more or less."""
    hand[kind] += number
    value = hand_worth(o, outlook, hand, 0)
    hand[kind] -= number
    return value


@rule
def taking(o: Record, outlook: Outlook, hand: Record, now: float, kind: int) -> float:
    """A card from the supply, with what it does. If the deck is gone, that ends the game."""
    if o.pile_size == 0:
        return DECISIVE * verdict(o, outlook, kind) + o.deck[FOOD + kind]
    if kind < GOODS:
        return changed(o, outlook, hand, kind, 1) - now + o.deck[GRAB + kind] * TURN * outlook.late
    special = kind - NO_SPECIAL
    best = 0.0
    if special == FRENZY:
        for food in range(GOODS):
            if hand[food] and o.deck[FOOD + food]:
                best = max(best, eating(o, outlook, hand, now, food))
        return best + TURN * outlook.late
    for k in range(1, outlook.players):
        for each in range(GOODS):
            if o.hand[k, each]:
                if special == SNATCH:
                    best = max(best, stealing(o, outlook, hand, now, k, each))
                else:
                    best = max(best, loss(o, outlook, k, each))
    return best


@rule
def verdict(o: Record, outlook: Outlook, kind: int) -> int:
    """1 if the game is won when it ends with this card taken, else -1. What hands can't hold is left out of account."""
    points = outlook.points[0] + o.deck[FOOD + kind]
    for k in range(1, outlook.players):
        if outlook.points[k] >= points:
            return -1
    return 1


@rule
def eating(o: Record, outlook: Outlook, hand: Record, now: float, kind: int) -> float:
    """Points for good, and a free hand."""
    return changed(o, outlook, hand, kind, -1) + o.deck[FOOD + kind] - now


@rule
def stealing(o: Record, outlook: Outlook, hand: Record, now: float, k: int, kind: int) -> float:
    """A card that comes here, and is missing there."""
    return changed(o, outlook, hand, kind, 1) - now + loss(o, outlook, k, kind)
