"""What the golden games of Goblins Breakfast tell between the decisions."""

import numpy as np
from games.goblins_breakfast.table import words

from critter_envs.games.goblins_breakfast.cards import SPECIAL_NAMES

FIRST_SEED = 2000
PARAMETERS = {}


def situation(batch):
    """What lies where."""
    s = batch.states[0]
    whose = "over" if s.over else f"seat {s.turn}"
    played = SPECIAL_NAMES[s.special - 1] if s.special else "nothing"
    following = f"next {names_of(s.pile[: s.pile_size][::-1][:3] - 1, batch)}" if s.pile_size else "none"
    yield f"   turn: {whose}; extra turn: {'yes' if s.extra else 'no'}; being played: {played}"
    yield f"   supply: {words(s.supply, batch)}; deck: {s.pile_size}, {following}; discarded: {s.discard.sum()}"
    for seat in range(s.num_players):
        yield f"   seat {seat}: holds {words(s.hand[seat], batch) or '-'}; has eaten {words(s.stomach[seat], batch) or '-'}"


def names_of(kinds, batch):
    """A few cards in their order."""
    return ", ".join(words(np.bincount([kind], minlength=19), batch) for kind in kinds)
