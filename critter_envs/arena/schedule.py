"""Who sits at a table with whom. Agents are numbers from 0; a table names the agent of each seat."""

from collections.abc import Mapping, Sequence
from itertools import combinations, permutations

Seats = tuple[int, ...]


def round_robin(agents: int, size: int) -> list[Seats]:
    """Each agent alone at a table of each other one; at a table of two each sits alone, and one table serves both."""
    pairs = (combinations if size == 2 else permutations)(range(agents), 2)
    return [(one, *[other] * (size - 1)) for one, other in pairs]


def swiss(ranking: Sequence[int], met: Mapping[frozenset[int], int], size: int) -> list[Seats]:
    """Tables of different agents who have met least often, and among those of near ones.

    The best agent without a seat opens a table, and the others join it one by one. The last table is filled up with agents
    that sit at another one, too.

    Args:
        ranking: the agents, the best first; at least ``size``.
        met: how often two agents have sat at a table with each other.
        size: the seats of a table.
    """
    tables: list[Seats] = []
    waiting = list(ranking)
    while waiting:
        table = [waiting.pop(0)]
        while len(table) < size:
            table.append(_nearest(table, waiting or [one for one in ranking if one not in table], met))
            waiting = [one for one in waiting if one != table[-1]]
        tables.append(tuple(table))
    return tables


def _nearest(table: Sequence[int], others: Sequence[int], met: Mapping[frozenset[int], int]) -> int:
    """Who has met those at the table least often; the first of the others among equals."""
    return min(others, key=lambda one: sum(met.get(frozenset((one, other)), 0) for other in table))
