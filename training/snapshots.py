"""Players of the past, drawn by how hard they are to beat: prioritised fictitious self-play (Vinyals and others, 2019)."""

import numpy as np
from numpy.typing import NDArray

from critter_envs.agents.actor import Actor

#: How much of what was seen of a player counts after one more rollout: the learner changes.
MEMORY = 0.98

#: What is taken to have been seen of a player that nobody has met yet: so many games, half of them won.
UNMET = 8.0


class Snapshots:
    """A pool of fixed players. ``hardness`` is one for each: the square of the share of games that the learner didn't win."""

    def __init__(self) -> None:
        self.players: list[Actor] = []
        self._games = np.zeros(0)
        self._won = np.zeros(0)

    def add(self, player: Actor) -> None:
        """Keep a player, of which nothing is known yet."""
        self.players.append(player)
        self._games = np.append(self._games, UNMET)
        self._won = np.append(self._won, UNMET / 2)

    @property
    def hardness(self) -> NDArray[np.float64]:
        """How often each is drawn, as against the others (K,)."""
        return np.square(1.0 - self._won / self._games)

    def draw(self, generator: np.random.Generator) -> int:
        """One of the players. A rollout has passed since the last draw."""
        self._won = UNMET / 2 + MEMORY * (self._won - UNMET / 2)
        self._games = UNMET + MEMORY * (self._games - UNMET)
        share = self.hardness / self.hardness.sum()
        return int(generator.choice(len(self.players), p=share))

    def note(self, player: int, won: NDArray[np.bool_]) -> None:
        """Whether the learner won games (K,) against one of them."""
        self._games[player] += won.size
        self._won[player] += won.sum()
