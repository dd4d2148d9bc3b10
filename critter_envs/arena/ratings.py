"""Ratings of agents by OpenSkill, from the outcomes of games.

The model is that of Plackett and Luce, with ties: all seats are ranked, not only who won. It takes agents to be what they
are from the first game to the last: no uncertainty is added from game to game, and each game counts in full. So the
uncertainty falls with the root of the number of games, and 1.96 times it either way is an interval that holds the rating
about 95 times in 100.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .statistics import Estimate, Z

#: Mean and uncertainty of an agent that hasn't played.
FRESH = (25.0, 25.0 / 3)


@dataclass(frozen=True)
class Rating:
    """How strong an agent is, on a scale on which all begin at 25.

    Args:
        mean: the rating.
        sigma: how uncertain it is.
    """

    mean: float = FRESH[0]
    sigma: float = FRESH[1]

    def interval(self) -> Estimate:
        """The rating with its 95 % interval."""
        return Estimate(self.mean, self.mean - Z * self.sigma, self.mean + Z * self.sigma)


def rate(ratings: Sequence[Rating], games: Iterable[tuple[Sequence[int], Sequence[int]]]) -> list[Rating]:
    """The ratings after some games, one after the other.

    Where an agent holds several seats of a game, each of them is rated, and it goes on with their mean.

    Args:
        ratings: of all agents, before.
        games: for each, the agent in each seat, and a number that is lower the better the seat did; equal ones tie.
    """
    from openskill.models import PlackettLuce

    model: Any = PlackettLuce(mu=FRESH[0], sigma=FRESH[1], tau=0.0, gamma=_in_full)
    after = [(rating.mean, rating.sigma) for rating in ratings]
    for seats, ranks in games:
        rated = model.rate([[model.rating(*after[one])] for one in seats], ranks=list(ranks))
        for one in set(seats):
            own = [team[0] for team, sitting in zip(rated, seats, strict=True) if sitting == one]
            after[one] = sum(seat.mu for seat in own) / len(own), sum(seat.sigma for seat in own) / len(own)
    return [Rating(*one) for one in after]


def by_deals(tables: Sequence[tuple[NDArray[np.int64], NDArray[np.uint8]]]) -> Iterable[tuple[list[int], list[int]]]:
    """The games of several tables in the order in which they are rated: the first deal of each table, the second, and so on.

    Args:
        tables: for each, the agent in each seat for each seating (S, seats), and the ranks (deals, S, seats).
    """
    for deal in range(max((len(ranks) for _, ranks in tables), default=0)):
        for seatings, ranks in tables:
            if deal < len(ranks):
                yield from zip(seatings.tolist(), ranks[deal].tolist(), strict=True)


def _in_full(*told: Any) -> float:
    """OpenSkill would have a game count the less, the surer the ratings are."""
    return 1.0
