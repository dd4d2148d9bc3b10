"""A game as a PettingZoo parallel environment: all who are to act do so at once."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from pettingzoo import ParallelEnv

from critter_envs.core.errors import CritterError, IllegalAction

from .spaces import single_action
from .table import Observation, Table

Infos = dict[str, dict[str, Any]]
Step = tuple[dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], Infos]


class ParallelGame(Table, ParallelEnv[str, Observation, int]):  # type: ignore[misc]
    """In each step, all agents that are to act do so at once: one in a turn-based game, several where they choose in secret.

    The mask of an agent that isn't to act is empty; whatever action is given for it is ignored. Rewards are paid when the
    game ends; each agent's info then holds its ``score`` and ``win_share``.
    """

    agents: list[str]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[dict[str, Observation], Infos]:
        """Begin the game of a seed: the same game as ``Batch(..., seed=seed)`` holds first.

        Without a seed it is the game that follows the last one, which that one's seed decides; the first is left to
        chance. There are no options.

        Returns:
            Observations and infos of all agents.
        """
        self._begin(seed)
        self._take_over(0)
        self._show_people()
        return self._observe_all(), {agent: {} for agent in self.agents}

    def step(self, actions: Mapping[str, Any]) -> Step:
        """Carry out an action of each agent that is to act.

        Returns:
            Observations, rewards, terminations, truncations and infos of all agents; nothing once the game is over.

        Raises:
            IllegalAction: an action is missing, or a mask rules it out; nothing has changed.
            ParameterError: there is an action for an agent that isn't in the game; nothing has changed.
        """
        self._need_game("step")
        if not self.agents:
            return {}, {}, {}, {}, {}
        if not isinstance(actions, Mapping):
            raise IllegalAction(f"the actions are {actions!r}: they must be a mapping from agents to actions")
        for agent in actions:
            self._seat(agent)
        before = self.batch.states.copy()
        try:
            rewards, terminated, truncated = self._act(actions)
        except CritterError:
            self.batch.states[:] = before
            self.batch.refresh(0)
            raise
        players, over = self.agents, terminated or truncated
        infos = self._final_infos() if over else {agent: {} for agent in players}
        self._take_over(0)
        self._show_people()
        return (
            self._observe_all(),
            dict(zip(players, rewards, strict=False)),
            dict.fromkeys(players, terminated),
            dict.fromkeys(players, truncated),
            infos,
        )

    def render(self) -> Any:
        """The game as the first agent that is to act sees it, or with ``spectator`` all of it."""
        return self._render(max(int(self.batch.player[0]), 0))

    def close(self) -> None:
        """There is nothing to close."""

    def _act(self, actions: Mapping[str, Any]) -> tuple[list[float], bool, bool]:
        """One decision of each pending seat: rewards, terminated, truncated."""
        seats = self._pending()
        for seat in seats:
            agent = self.possible_agents[seat]
            if agent not in actions:
                raise IllegalAction(f"there is no action for {agent}: all of {self._names(seats)} are to act")
            if seat in self._pending():  # another one's choice may have ended this one's
                self.batch.turn_to(0, seat)
                rewards, terminated, truncated = self.batch.step(single_action(actions[agent]))
        return rewards[0].tolist(), bool(terminated[0]), bool(truncated[0])

    def _pending(self) -> list[int]:
        pending = int(self.batch.states["pending"][0])
        return [seat for seat in range(len(self.possible_agents)) if pending >> seat & 1]

    def _names(self, seats: list[int]) -> str:
        return ", ".join(self.possible_agents[seat] for seat in seats)

    def _observe_all(self) -> dict[str, Observation]:
        count = len(self.possible_agents)
        observations, masks = self.batch.observe(np.zeros(count, np.int64), np.arange(count))
        return {agent: {"observation": observations[seat], "action_mask": masks[seat]} for agent, seat in self._seats.items()}

    def _take_over(self, gone: int) -> None:
        self.agents = [] if self.batch.player[0] < 0 else self.possible_agents.copy()
