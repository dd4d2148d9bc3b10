"""What agents do besides winning, where a game can tell it from their decisions."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from critter_envs.core.game import Game

#: By the name of a habit: how often it was followed, and how often it could have been.
Counts = Mapping[str, tuple[int, int]]


@dataclass(frozen=True)
class Habit:
    """How often an agent did something.

    Args:
        name: what.
        share: of the decisions that tell of it.
        times: how many these were.
    """

    name: str
    share: float
    times: int


class Watch:
    """Counts what agents do, in a game that names habits; in others there is nothing to note."""

    def __init__(self, game: Game, agents: int) -> None:
        self._game = game
        self._counts: list[dict[str, tuple[int, int]]] = [{} for _ in range(agents)]

    def note(self, agent: int, observations: NDArray[np.uint8], actions: NDArray[np.int64]) -> None:
        """Look at decisions of an agent: what it saw (K, D) and what it did (K,)."""
        assert self._game.habits is not None
        o: Any = observations.view(self._game.observation_dtype).reshape(-1).view(np.recarray)
        for name, followed in self._game.habits(o, actions).items():
            told = followed[~np.isnan(followed)]
            before = self._counts[agent].get(name, (0, 0))
            self._counts[agent][name] = before[0] + int(told.sum()), before[1] + len(told)

    def counts(self, agent: int) -> Counts:
        """What an agent has done so far."""
        return self._counts[agent]


def sum_of(counts: Iterable[Counts]) -> Counts:
    """The counts of several matches, or parts of one, as one."""
    sums: dict[str, tuple[int, int]] = {}
    for one in counts:
        for name, (followed, times) in one.items():
            before = sums.get(name, (0, 0))
            sums[name] = before[0] + followed, before[1] + times
    return sums


def habits_from(counts: Counts) -> tuple[Habit, ...]:
    """The habits that have shown."""
    return tuple(Habit(name, followed / times, times) for name, (followed, times) in counts.items() if times)
