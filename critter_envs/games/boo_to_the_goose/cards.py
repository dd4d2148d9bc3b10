"""What is in the box: for each player a set of 24 cards, whose backs and faces show the set's colour."""

from typing import Any

import numpy as np

KINDS = ("goose", "fox", "dog")
GOOSE, FOX, DOG = range(len(KINDS))

#: How many cards of each kind a set holds.
CARD_SET = np.array([15, 5, 4], np.int16)
GEESE, FOXES, DOGS = map(int, CARD_SET)
SET_SIZE = GEESE + FOXES + DOGS

#: The variation removes so many cards of each set.
REMOVED = 4

HAND = 5
MAX_PLAYERS = 5

#: Geese and dogs are laid in a row, foxes are not.
MAX_ROW = GEESE + DOGS


def check_parameters(s: Any) -> None:
    """All parameters go together."""
