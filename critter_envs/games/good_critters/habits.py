"""What decisions tell of those who took them: whether they keep their word, and how they vote on what they are to get."""

import numpy as np
from numpy.typing import NDArray

from critter_envs.core.jit import Records

from .actions import CARD, CHOOSING
from .cards import NO, VALUES, YES

Followed = NDArray[np.float64]


def read(o: Records, actions: NDArray[np.int64]) -> dict[str, Followed]:
    """From choices of action cards: 1 where a habit was followed, 0 where not, NaN where nothing can be told.

    A share is fair if it is worth at least an even part of the loot handed out. The Boss has none.
    """
    cards = actions - CARD
    choosing = o["phase"][:, CHOOSING] == 1
    words = o["word"][np.arange(len(o)), np.maximum(o["talked"], 1) - 1, 0]
    worth = o["share"].astype(np.int64) @ VALUES
    fair = worth[:, 0] * o["present"].sum(axis=1) >= worth.sum(axis=1)
    voter = choosing & (o["boss"][:, 0] == 0)
    return {
        "word kept": followed(cards == words.argmax(axis=1), choosing & words.any(axis=1)),
        "yes, share fair": followed(cards == YES, voter & fair),
        "no, share fair": followed(cards == NO, voter & fair),
        "yes, unfair": followed(cards == YES, voter & ~fair),
        "no, unfair": followed(cards == NO, voter & ~fair),
    }


def followed(did: NDArray[np.bool_], could: NDArray[np.bool_]) -> Followed:
    """1 and 0 where it could be done, NaN where not."""
    return np.where(could, did.astype(np.float64), np.nan)
