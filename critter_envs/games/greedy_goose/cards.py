"""What is in the box: 78 snacks in five colours and 12 action cards. Kinds 0 to 4 are snacks, 5 to 7 actions."""

from typing import Any

import numpy as np

from critter_envs.core.errors import ParameterError

COLOURS = ("blue", "red", "yellow", "green", "purple")
ACTION_CARDS = ("gift", "steal", "gift or steal")
KINDS = COLOURS + ACTION_CARDS

#: The number printed on each snack: so many of its colour may be in a hand.
LIMITS = np.array([1, 2, 3, 3, 4], np.int16)

#: Points for a card in hand at the end.
POINTS = np.array([3, 1, 1, 1, 1], np.int16)

#: All 90 cards, for five or six players.
FULL_DECK = dict(zip(KINDS, (12, 12, 18, 12, 24, 4, 4, 4), strict=True))

#: Without the cards with the dark border, for two to four players. No source prints their number; an owner of the
#: game counts those in the box and puts them in here.
SMALL_DECK = dict(zip(KINDS, (8, 8, 12, 8, 16, 3, 3, 3), strict=True))

DEALT = 3
MAX_PLAYERS = 6
MAX_HAND = int(LIMITS.sum())


def default_deck(num_players: int) -> dict[str, int]:
    """The cards in play at a table of this size."""
    return SMALL_DECK if num_players <= 4 else FULL_DECK


def check_deck(s: Any) -> None:
    """Refuse a deck from which no deal is possible, or that leaves nothing to flip.

    If the players together can hold three snacks each, then so can each of them: limits are the same for all.
    """
    players = int(s["num_players"])
    snacks = np.minimum(s["deck"][: len(COLOURS)], players * LIMITS).sum()
    if snacks < DEALT * players or s["deck"].sum() <= DEALT * players:
        raise ParameterError(
            f"the deck {dict(zip(KINDS, s['deck'].tolist(), strict=True))} can't serve {players} players: "
            f"it must give each {DEALT} snacks within the limits, and leave a card in the centre"
        )
