"""From final standings to returns: the three ways of paying that every game offers."""

import numpy as np
from numpy.typing import NDArray

from .jit import rule

#: The values of the parameter ``reward``; a state holds the index.
REWARDS = ("win", "score", "rank")
_WIN, _SCORE, _RANK = range(3)

Integers = NDArray[np.int64]
Floats = NDArray[np.float64]


@rule
def share_win(players: int, keys: Integers, shares: Floats) -> None:
    """1/k for each of the k seats with the highest key, 0 for the others."""
    best, winners = keys[0], 0
    for seat in range(players):
        if keys[seat] > best:
            best, winners = keys[seat], 0
        winners += keys[seat] == best
    for seat in range(players):
        shares[seat] = 1.0 / winners if keys[seat] == best else 0.0


@rule
def _rank(players: int, keys: Integers, seat: int) -> float:
    """How many stand above the seat, ties averaged."""
    rank = -0.5
    for other in range(players):
        if keys[other] > keys[seat]:
            rank += 1.0
        elif keys[other] == keys[seat]:
            rank += 0.5
    return rank


@rule
def pay(reward: int, players: int, scores: Integers, keys: Integers, scale: float, returns: Floats) -> None:
    """Write each seat's return.

    ``scores`` are the final scores, ``keys`` order the seats with every tie-break counted (the highest wins),
    ``scale`` is the game's constant for ``reward="score"``.
    """
    if reward == _WIN:
        share_win(players, keys, returns)
        for seat in range(players):
            returns[seat] = (players * returns[seat] - 1.0) / (players - 1)
    elif reward == _SCORE:
        mean = 0.0
        for seat in range(players):
            mean += scores[seat] / players
        for seat in range(players):
            returns[seat] = (scores[seat] - mean) / scale
    else:
        for seat in range(players):
            returns[seat] = 1.0 - 2.0 * _rank(players, keys, seat) / (players - 1)
