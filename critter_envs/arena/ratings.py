"""Ratings of agents by OpenSkill, from the outcomes of games.

The model is that of Plackett and Luce, with ties: all seats are ranked, not only who won. Agents are taken to be what they are
from the first game to the last: no doubt is added from game to game, and each game counts in full.

OpenSkill's own measure of doubt holds if the model is right and games have nothing to do with each other. Those of one deal
have, and agents far apart strain the model. So the intervals come from the deals: these are split into groups, each is rated
by itself, and the ratings of an agent differ from group to group as they would from tournament to tournament.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from math import sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .statistics import Estimate, student

#: In so many groups the deals are split, and so many deals at least belong to each.
GROUPS, DEALS_IN_GROUP = 10, 5

#: A game: the agent in each seat, and a number that is lower the better the seat did; equal ones tie.
Game = tuple[Sequence[int], Sequence[int]]

#: The games of a table: the agent in each seat, for each seating (S, seats), and the ranks (deals, S, seats).
Games = tuple[NDArray[np.int64], NDArray[np.uint8]]


@dataclass(frozen=True)
class Rating:
    """How strong an agent is, and OpenSkill's doubt about it, which decides how far the next games move it."""

    mean: float = 25.0
    sigma: float = 25.0 / 3


def rate(ratings: Sequence[Rating], deals: Iterable[Sequence[Game]]) -> list[Rating]:
    """The ratings after the games of some deals, one after the other.

    Where an agent holds several seats of a game, it moves by as much as all of them together, so that one's gain is the others'
    loss; its doubt falls as it does for one seat, as seats of one agent tell nothing about each other.

    Args:
        ratings: of all agents, before.
        deals: the games of each.
    """
    from openskill.models import PlackettLuce

    fresh = Rating()
    model: Any = PlackettLuce(mu=fresh.mean, sigma=fresh.sigma, tau=0.0, gamma=_in_full)
    after = [(rating.mean, rating.sigma) for rating in ratings]
    for games in deals:
        for seats, ranks in games:
            rated = model.rate([[model.rating(*after[one])] for one in seats], ranks=list(ranks))
            for one in set(seats):
                mean, _ = after[one]
                own = [team[0] for team, sitting in zip(rated, seats, strict=True) if sitting == one]
                after[one] = mean + sum(seat.mu - mean for seat in own), sum(seat.sigma for seat in own) / len(own)
    return [Rating(*one) for one in after]


def by_deals(rounds: Iterable[Sequence[Games]]) -> Iterator[list[Game]]:
    """The order in which games are rated: of each round the first deal at all tables, the second at all tables, and so on."""
    for tables in rounds:
        for deal in range(max((len(ranks) for _, ranks in tables), default=0)):
            dealt = [(seatings, ranks[deal]) for seatings, ranks in tables if deal < len(ranks)]
            yield [game for seatings, ranks in dealt for game in zip(seatings.tolist(), ranks.tolist(), strict=True)]


def intervals(ratings: Sequence[Rating], rounds: Sequence[Sequence[Games]]) -> list[Estimate]:
    """The ratings with their 95 % intervals, if there are deals enough."""
    deals = sum(max(len(ranks) for _, ranks in tables) for tables in rounds)
    if deals < GROUPS * DEALS_IN_GROUP:
        return [Estimate(one.mean, None, None) for one in ratings]
    start = [Rating(one.mean) for one in ratings]  # where few games would not yet lead, but with a newcomer's doubt
    groups = [[one.mean for one in rate(start, islice(by_deals(rounds), first, None, GROUPS))] for first in range(GROUPS)]
    halves = student(GROUPS - 1) * np.std(groups, axis=0, ddof=1) / sqrt(GROUPS)
    return [Estimate(one.mean, one.mean - half, one.mean + half) for one, half in zip(ratings, halves.tolist(), strict=True)]


def _in_full(*told: Any) -> float:
    """OpenSkill would have a game count the less, the surer the ratings are."""
    return 1.0
