"""What the benchmark asks of an algorithm."""

from dataclasses import dataclass
from typing import Protocol

from critter_envs.agents import Agent
from critter_envs.core.errors import CritterError
from critter_envs.core.game import Game


class AlgorithmError(CritterError):
    """An algorithm that can't be had, or that breaks a rule."""


@dataclass(frozen=True)
class Task:
    """What an algorithm is to learn.

    Args:
        game: its description.
        players: the table sizes at which the agent will be measured.
        opponents: the specs of the agents that it will meet there, one kind at a table.
        steps: the decisions that it may learn from, those of the learning seat alone.
        seed: decides everything.
    """

    game: Game
    players: tuple[int, ...]
    opponents: tuple[str, ...]
    steps: int
    seed: int


class Algorithm(Protocol):
    """Whatever turns decisions into an agent; the class is made without arguments."""

    def train(self, task: Task) -> Agent:
        """An agent that has learned from no more than ``task.steps`` decisions. The same task makes the same agent."""
