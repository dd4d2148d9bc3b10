"""A table: a game with agents in some of its seats, or in all of them."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from critter_envs.agents import Agent, agent
from critter_envs.agents.base import ask
from critter_envs.core.batch import Batch
from critter_envs.core.game import Game
from critter_envs.core.records import Decision

from .course import PERSON, Course

#: What keeps the chance of the agents apart from that of the game.
_AGENTS = 41


class Table(Course):
    """Persons and agents at a game.

    Args:
        game, players, decisions, parameters: as for a ``Course``.
        seed: decides the game and what the agents leave to chance.

    Raises:
        AgentError: there is no such agent.
        ParameterError: a parameter that the game can't take.
    """

    def __init__(
        self, game: str | Game, players: Sequence[str], seed: int = 0, decisions: Sequence[Decision] = (), **parameters: Any
    ) -> None:
        super().__init__(game, players, seed, decisions, **parameters)
        self._agents = self._make_agents()

    def think(self, seat: int, position: Batch) -> int:
        """What the agent of a seat does in a position of this game."""
        return int(ask(self._agents[self.players[seat]], position, np.zeros(1, np.int64))[0])

    def _make_agents(self) -> dict[str, Agent]:
        """An agent for each spec. In a game that goes on, they don't begin their chance anew."""
        words = np.random.SeedSequence(self.seed, spawn_key=(_AGENTS, len(self.decisions)))
        seed = int(words.generate_state(1, np.uint64)[0] >> np.uint64(1))
        return {spec: agent(spec, self.game, seed) for spec in self.players if spec != PERSON}
