"""PettingZoo games for Tianshou, from the seat of one learner."""

from collections.abc import Sequence
from typing import Any, TypeVar

import numpy as np
from tianshou.env import PettingZooEnv

from critter_envs.agents import Agent
from critter_envs.agents.base import ask
from critter_envs.envs.aec import OrderedGame

#: What keeps the draws for each game apart from other uses of a seed.
_SEATING = 47

_THE_GAME = np.zeros(1, np.int64)

Drawn = TypeVar("Drawn")

#: Observation with the mask, reward, terminated, truncated, info.
Step = tuple[dict[str, Any], float, bool, bool, dict[str, Any]]


class SeatEnv(PettingZooEnv):  # type: ignore[misc]
    """Tianshou's own wrapper, but a step lasts until the learner is to act again.

    By itself, the wrapper shows after each action what the next agent sees, and pays with it whoever was paid then. A learner
    for each seat would take others' observations for what its actions led to, and, since all are paid when the game ends,
    only who acts last would learn of it.

    The table, the learner's seat, and who of the opponents sits in all the others, are drawn anew for each game.

    Args:
        tables: the PettingZoo environments, one for each table size.
        opponents: who may play the other seats.
        seed: decides the games, the seats, and who plays.
    """

    def __init__(self, tables: Sequence[OrderedGame], opponents: Sequence[Agent], seed: int) -> None:
        self._tables = tables
        self._opponents = opponents
        self._generator = np.random.default_rng(np.random.SeedSequence(seed, spawn_key=(_SEATING,)))
        super().__init__(tables[0])

    def reset(self) -> tuple[dict[str, Any], dict[str, Any]]:
        """A new game, at the learner's first decision. Games that end before there is one are passed over."""
        while True:
            self.env = self._draw(self._tables)
            self.env.reset(seed=int(self._generator.integers(2**63)))
            self.learner = self._draw(self.env.possible_agents)
            self._others = self._draw(self._opponents)
            if not self._play_others():
                return self._view(), {}

    def step(self, action: Any) -> Step:
        """The learner's action, and those of the others up to its next one. Where a game is cut off, too, payment is final."""
        self.env.step(action)
        over = self._play_others()
        return self._view(), float(self.env.rewards[self.learner]), over, False, {}

    def _draw(self, those: Sequence[Drawn]) -> Drawn:
        return those[int(self._generator.integers(len(those)))]

    def _play_others(self) -> bool:
        """Play until the learner is to act, or the game is over; tells whether it is."""
        while not self._over() and self.env.agent_selection != self.learner:
            self.env.step(ask(self._others, self.env.unwrapped.batch, _THE_GAME)[0])
        return self._over()

    def _over(self) -> bool:
        return bool(self.env.terminations[self.learner] or self.env.truncations[self.learner])

    def _view(self) -> dict[str, Any]:
        """What the learner sees, in Tianshou's words."""
        observation = self.env.observe(self.learner)
        return {"agent_id": self.learner, "obs": observation["observation"], "mask": observation["action_mask"].astype(np.bool_)}
