"""The settings of a benchmark."""

from typing import Annotated

from pydantic import Field, model_validator

from critter_envs.agents import agent
from critter_envs.core.registry import find

from ..config import Count, Games, Seed, Settings


class Benchmark(Settings):
    """What is to be measured, and how.

    Args:
        games: the table sizes of each game.
        opponents: who fills the table, one match each at each table size.
        steps: the decisions that an algorithm may learn from, in each run.
        seeds: a run each, of each algorithm in each game; one alone would say nothing of how runs differ.
        games_per_match: how many show what an agent has learned.
    """

    games: Annotated[dict[str, Annotated[tuple[Count, ...], Field(min_length=1)]], Field(min_length=1)]
    opponents: Annotated[tuple[str, ...], Field(min_length=1)]
    steps: Annotated[int, Field(ge=2, strict=True)]
    seeds: Annotated[tuple[Seed, ...], Field(min_length=2)]
    games_per_match: Games = 2000

    @model_validator(mode="after")
    def _check_with_games(self) -> "Benchmark":
        """What only the games can tell."""
        for name, players in self.games.items():
            game = find(name)
            for size in players:
                game.configure(size)
            for opponent in self.opponents:
                agent(opponent, game)
        for key, values in {"seeds": self.seeds, "opponents": self.opponents, **self.games}.items():
            if len(set(values)) < len(values):
                raise ValueError(f"something stands twice in {key}: {', '.join(map(str, values))}")
        return self
