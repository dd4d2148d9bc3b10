"""A game as a PettingZoo AEC environment: one agent acts at a time."""

from typing import Any

from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from critter_envs.core.game import TRUNCATED, Game

from .spaces import single_action
from .table import Observation, Table

#: Observation, reward, terminated, truncated, info.
Last = tuple[Observation | None, float, bool, bool, dict[str, Any]]


class AECGame(Table, AECEnv[str, Observation, int]):  # type: ignore[misc]
    """One agent acts at a time: of several that choose at once, the one with the lowest seat.

    No agent sees what another one chose before all have. Rewards are paid when the game ends, to all agents; each
    agent's info then holds its ``score`` and ``win_share``. An agent may act several times in a row.
    """

    agent_selection: str

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin the game of a seed: the same game as ``Batch(..., seed=seed)`` holds first.

        Without a seed it is the game that follows the last one, which that one's seed decides; the first is left to
        chance. There are no options.
        """
        self._begin(seed)
        self._start()
        self._show_people()

    def step(self, action: int | None) -> None:
        """Carry out an action of the agent in ``agent_selection``.

        Raises:
            IllegalAction: its mask rules the action out; nothing has changed.
            ValueError: its game is over, and the action isn't None.
        """
        self._need_game("step")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        rewards, terminated, truncated = self.batch.step(single_action(action))
        if terminated[0] or truncated[0]:
            self._end(rewards[0].tolist())
        else:
            self.agent_selection = self.possible_agents[self.batch.player[0]]
        self._show_people()

    def render(self) -> Any:
        """The game as the agent in ``agent_selection`` sees it, or with ``spectator`` all of it."""
        return self._render(self._seats[self.agent_selection] if self._begun else 0)

    def close(self) -> None:
        """There is nothing to close."""

    # --- the bookkeeping of PettingZoo -------------------------------------------------------------------------

    def _start(self) -> None:
        """All agents are in the game, and nobody has been paid."""
        self.agents = self.possible_agents.copy()
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection: str | None = None
        self.agent_selection = self.possible_agents[self.batch.player[0]]

    def _end(self, returns: list[float]) -> None:
        """The game is over for all agents, and all are paid."""
        truncated = bool(self.batch.states["over"][0] == TRUNCATED)
        self.rewards = dict(zip(self.agents, returns, strict=False))
        self._cumulative_rewards = self.rewards.copy()
        self.terminations = dict.fromkeys(self.agents, not truncated)
        self.truncations = dict.fromkeys(self.agents, truncated)
        self.infos = self._final_infos()
        self.agent_selection = self.agents[0]

    def _take_over(self, gone: int) -> None:
        self._start()
        if self.batch.player[0] < 0:
            self._end(self.batch.returns()[0].tolist())
            for _ in range(gone):
                self._was_dead_step(None)


class OrderedGame(OrderEnforcingWrapper[str, Observation, int]):  # type: ignore[misc]
    """PettingZoo's guard against calls in the wrong order. Its ``last()`` would take as long as all the rest of a turn."""

    def last(self, observe: bool = True) -> Last:
        """Observation, reward, terminated, truncated and info of the agent in ``agent_selection``."""
        return self.env.last(observe) if self._has_reset else super().last(observe)

    def __str__(self) -> str:
        return str(self.env)


def env(game: str | Game, **arguments: Any) -> OrderedGame:
    """An ``AECGame`` that refuses, as PettingZoo's environments do, to be used before ``reset``."""
    return OrderedGame(AECGame(game, **arguments))
