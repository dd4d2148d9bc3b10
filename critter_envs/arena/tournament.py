"""Tournaments: every agent against every other one."""

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import combinations, permutations, zip_longest
from typing import Any

import numpy as np

from critter_envs.agents import Agent
from critter_envs.core.errors import ParameterError
from critter_envs.core.game import Game
from critter_envs.core.parameters import is_integer
from critter_envs.core.registry import find

from .habits import Habit, habits_from
from .match import Floats, Match, distinct, names_of
from .statistics import Estimate, mean_of_means


@dataclass(frozen=True)
class Pairing:
    """How an agent did alone at a table of another one.

    Args:
        agent: who sat in one seat.
        against: who sat in all others.
        num_players: the table size; a share of 1 / ``num_players`` is even.
        games, deals, truncated: as in a ``MatchResult``.
        wins: the lone agent's share of the win.
        score: the lone agent's final score.
    """

    agent: str
    against: str
    num_players: int
    games: int
    deals: int
    truncated: int
    wins: Estimate
    score: Estimate


@dataclass(frozen=True)
class Overall:
    """How an agent did in all its pairings, each counted once: its share of the win as a multiple of an even one.

    ``habits`` is what it did besides, in all matches, where the game can tell.
    """

    agent: str
    pairings: int
    strength: Estimate
    habits: tuple[Habit, ...] = ()


@dataclass(frozen=True)
class TournamentResult:
    """The outcome of a tournament.

    Args:
        game, seed, parameters: what was played.
        complete: whether all games were played.
        pairings: by table size, then by agent, in the order in which they were named.
        overall: the agents, the strongest first.
    """

    game: str
    seed: int
    parameters: dict[str, Any]
    complete: bool
    pairings: tuple[Pairing, ...]
    overall: tuple[Overall, ...]

    def as_dict(self) -> dict[str, Any]:
        """The same as JSON-able data."""
        return asdict(self)


def tournament(
    game: str | Game,
    agents: Sequence[str | Agent],
    num_players: int | Sequence[int] = 4,
    num_games: int = 1000,
    seed: int = 0,
    **parameters: Any,
) -> TournamentResult:
    """Let every agent sit alone at a table of every other one.

    All matches are played with the same deals, and each is the one that ``play_match`` plays with the same arguments.

    Args:
        game: its name or its description.
        agents: two or more different specs or agents.
        num_players: the table size, or several.
        num_games: how many games each match has.
        seed: decides the deals and what the agents leave to chance.
        parameters: the game's parameters.

    Raises:
        ParameterError: a parameter that the game can't take, or not enough different agents.
        AgentError: there is no such agent.
    """
    event = Tournament(game, agents, num_players, num_games, seed, **parameters)
    for _ in event.run():
        pass
    return event.result()


class Tournament:
    """A tournament that tells how far it is, and what came out so far. Arguments and errors as for ``tournament``."""

    def __init__(
        self,
        game: str | Game,
        agents: Sequence[str | Agent],
        num_players: int | Sequence[int] = 4,
        num_games: int = 1000,
        seed: int = 0,
        **parameters: Any,
    ) -> None:
        self.game = find(game)
        self.seed = seed
        self.parameters = parameters
        self._sizes: list[int] = [num_players] if is_integer(num_players) else list(num_players)  # type: ignore[arg-type, list-item]
        self.names = names_of(distinct(agents))
        if len(self.names) < 2 or len(self.names) < len(agents):
            raise ParameterError(f"a tournament needs two or more different agents, not {', '.join(names_of(agents))}")
        if not self._sizes or len(set(self._sizes)) < len(self._sizes):
            raise ParameterError(f"num_players can't be {num_players!r}: it must be a table size, or several different ones")
        self._matches = {
            (size, one, other): Match(
                self.game, [agents[one]] + [agents[other]] * (size - 1), size, num_games, seed, **parameters
            )
            for size in self._sizes
            # At a table of two, each sits alone: one match serves both.
            for one, other in (combinations if size == 2 else permutations)(range(len(agents)), 2)
        }

    @property
    def num_games(self) -> int:
        """How many games there are to play."""
        return sum(match.num_games for match in self._matches.values())

    def run(self) -> Iterator[int]:
        """Play all matches, some deals of each in turn; yields how many games are done, every now and then."""
        done = [0] * len(self._matches)
        for turn in zip_longest(*(match.run() for match in self._matches.values())):
            done = [before if now is None else now for before, now in zip(done, turn, strict=True)]
            yield sum(done)

    def result(self) -> TournamentResult:
        """What came out so far."""
        matches = self._matches.values()
        order = [(size, *pair) for size in self._sizes for pair in permutations(range(len(self.names)), 2)]
        overall = [self._overall(one) for one in range(len(self.names))]
        return TournamentResult(
            self.game.name,
            self.seed,
            self.parameters,
            all(len(match.samples()) == match.deals for match in matches),
            tuple(self._pairing(*place) for place in order if len(self._samples(*place))),
            tuple(sorted((one for one in overall if one), key=lambda one: -one.strength.mean)),
        )

    def _find(self, size: int, one: int, other: int) -> tuple[Match, int]:
        """The match in which ``one`` sits alone, and its place among the agents of that match."""
        if (size, one, other) in self._matches:
            return self._matches[size, one, other], 0
        return self._matches[size, other, one], 1

    def _samples(self, size: int, one: int, other: int) -> Floats:
        """The lone agent's shares of the win, (deals,)."""
        match, place = self._find(size, one, other)
        return match.samples()[:, place]

    def _pairing(self, size: int, one: int, other: int) -> Pairing:
        match, place = self._find(size, one, other)
        result = match.result()
        lone = result.agents[place]
        return Pairing(
            self.names[one], self.names[other], size, result.games, result.deals, result.truncated, lone.wins, lone.score
        )

    def _overall(self, one: int) -> Overall | None:
        """The mean over table sizes. At one size, all pairings share their deals: the deal is the unit there, too."""
        strengths, pairings = [], 0
        for size in self._sizes:
            played = [self._samples(size, one, other) for other in range(len(self.names)) if other != one]
            played = [samples for samples in played if len(samples)]
            if played:
                common = min(map(len, played))
                strengths.append(size * np.mean([samples[:common] for samples in played], axis=0))
                pairings += len(played)
        if not strengths:
            return None
        matches = [(match, pair.index(one)) for (_, *pair), match in self._matches.items() if one in pair]
        habits = habits_from(match.counts(place) for match, place in matches)
        return Overall(self.names[one], pairings, mean_of_means(strengths), habits)
