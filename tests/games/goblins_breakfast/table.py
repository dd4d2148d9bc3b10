"""Set tables: positions of Goblins Breakfast in words."""

import numpy as np

from critter_envs import Batch
from critter_envs.games.goblins_breakfast.cards import COPIES, FOOD, GOODS, SPECIALS, names, of_kinds
from critter_envs.games.goblins_breakfast.rules import DISCARD, EAT, FIGHT, STEAL, TAKE

GAME = "goblins_breakfast"


def cards(text, batch):
    """``"2 food 3, weapon 1"`` as a list of kinds."""
    kinds = []
    for part in filter(None, text.split(", ")):
        number, _, name = part.partition(" ")
        count, name = (int(number), name) if number.isdecimal() else (1, part)
        kinds += [kind_of(name, batch)] * count
    return kinds


def kind_of(name, batch):
    """``"two-handed food 4"`` may be said as ``"big food 4"``."""
    return names(batch.states[0].deck).index(name.replace("big", "two-handed"))


def counts(text, batch, kinds=GOODS):
    """``"2 food 3, weapon 1"`` as counts."""
    return np.bincount(cards(text, batch), minlength=kinds)[:kinds]


def table(hands, supply, draw="", turn=0, stomachs=(), special=None, extra=0, **parameters):
    """A batch of one game in this position; ``draw`` are the cards of the deck, the next one first, the rest is discarded."""
    batch = Batch(GAME, 1, len(hands), autoreset=False, **parameters)
    s = batch.states[0]
    s.hand[:] = s.stomach[:] = s.pile[:] = 0
    for seat, hand in enumerate(hands):
        s.hand[seat] = counts(hand, batch)
    for seat, eaten in enumerate(stomachs):
        s.stomach[seat] = counts(eaten, batch)
    s.supply[:] = counts(supply, batch, s.supply.size)
    pile = cards(draw, batch)[::-1]
    s.pile[: len(pile)] = np.array(pile, int) + 1
    s.pile_size = len(pile)
    s.turn, s.pending, s.extra = turn, 1 << turn, extra
    s.special = 0 if special is None else SPECIALS.index(special) + 1
    there = s.supply + np.bincount(pile, minlength=s.supply.size).astype(int)
    there[:GOODS] += s.hand.sum(axis=0) + s.stomach.sum(axis=0)
    if special:
        there[GOODS - 1 + s.special] += 1
    s.discard[:] = of_kinds(s.deck, COPIES) - there
    batch.set_position(0, batch.position(0))  # checked
    return batch


# --- actions ---------------------------------------------------------------------------------------------------


def take(name, batch):
    return TAKE + kind_of(name, batch)


def eat(name, batch):
    return EAT + kind_of(name, batch)


def discard(name, batch):
    return DISCARD + kind_of(name, batch)


def steal(k, name, batch):
    """From the k-th player to the left."""
    return STEAL + (k - 1) * GOODS + kind_of(name, batch)


def fight(k, name, batch):
    return FIGHT + (k - 1) * GOODS + kind_of(name, batch)


def act(batch, action, *arguments):
    """One decision by the seat to act: ``act(batch, take, "food 3")``."""
    return batch.step([action(*arguments, batch)])


def legal(batch):
    """The legal actions of the seat to act."""
    return set(np.flatnonzero(batch.mask[0]).tolist())


def actions(batch, action, *choices):
    """Several actions: ``actions(batch, eat, "food 1", "food 2")``, or with tuples of choices."""
    return {action(*(choice if isinstance(choice, tuple) else (choice,)), batch) for choice in choices}


def random_action(batch, rng):
    """A uniformly random legal one."""
    return int(rng.choice(np.flatnonzero(batch.mask[0])))


# --- looking ---------------------------------------------------------------------------------------------------


def words(numbers, batch):
    """Counts in words, in the order of the kinds."""
    called = names(batch.states[0].deck)
    named = [f"{number} {called[kind]}" if number > 1 else called[kind] for kind, number in enumerate(numbers.tolist()) if number]
    return ", ".join(named).replace("two-handed", "big")


def hand(batch, seat):
    return words(batch.states[0].hand[seat], batch)


def stomach(batch, seat):
    return words(batch.states[0].stomach[seat], batch)


def supply(batch):
    return words(batch.states[0].supply, batch)


def discarded(batch, name):
    """How many cards of a kind lie in the discard pile."""
    return int(batch.states[0].discard[kind_of(name, batch)])


def view(batch, seat):
    """The observation of a seat, by field."""
    return batch.observe([0], [seat])[0].view(batch.game.observation_dtype).reshape(-1).view(np.recarray)[0]


def is_food(batch):
    """(KINDS,) whether each kind is food."""
    return of_kinds(batch.states[0].deck, FOOD) > 0


#: Few cards, so that two games are soon alike.
SMALL_DECK = [
    {"kind": "food", "value": 1, "hands": 1, "copies": 4, "effect": "grab-berries"},
    {"kind": "food", "value": 3, "hands": 2, "copies": 5},
    {"kind": "weapon", "value": 2, "hands": 1, "copies": 3},
    {"kind": "special", "copies": 2, "effect": "feeding frenzy"},
    {"kind": "special", "copies": 2, "effect": "snatch"},
]
