"""Tournaments: every agent against every other one, or, for many agents, rounds in which near ones meet."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from itertools import combinations, permutations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from critter_envs.agents import Agent
from critter_envs.agents.spec import digests
from critter_envs.core.batch import check_seed
from critter_envs.core.errors import ParameterError
from critter_envs.core.extras import need
from critter_envs.core.game import Game
from critter_envs.core.parameters import is_integer
from critter_envs.core.registry import find
from critter_envs.workers import Workers

from .chunk import Floats
from .habits import Habit, habits_from, sum_of
from .match import Match, check_entrant, distinct, names_of, play_all
from .ratings import Games, Rating, by_deals, intervals, rate
from .schedule import Seats, round_robin, swiss
from .significance import holm, p_value
from .statistics import Estimate, mean_interval, mean_of_estimates, share_interval

#: What keeps the deals of a round of a Swiss tournament apart from those of the others.
_ROUND = 33


@dataclass(frozen=True)
class Pairing:
    """How an agent did in one seat of tables at which another one sat, too.

    In a round robin that other one holds all other seats.

    Args:
        agent: who sat in one seat.
        against: the other one.
        num_players: the table size; a share of 1 / ``num_players`` is even.
        games, deals, truncated: as in a ``MatchResult``.
        wins: the agent's share of the win.
        score: the agent's final score.
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
class Matrix:
    """The share of the win of each agent (a row) in its pairing with each other one (a column); None where there is none."""

    num_players: int
    agents: tuple[str, ...]
    wins: tuple[tuple[float | None, ...], ...]


@dataclass(frozen=True)
class Comparison:
    """Whether one agent is better than another at the tables of one size that they shared.

    Args:
        agent, other: who is compared.
        num_players: the table size.
        deals: how many deals they shared.
        difference: the share of the win of a seat of the agent, less that of the other one: a mean over pairs in the same deals.
        p: how likely so great a difference would be by chance, corrected for the number of all comparisons of the tournament.
    """

    agent: str
    other: str
    num_players: int
    deals: int
    difference: Estimate
    p: float


@dataclass(frozen=True)
class Overall:
    """How an agent did in all.

    Args:
        agent: who.
        rating: by OpenSkill, from all games.
        strength: its share of the win as a multiple of an even one, where it sat in one seat; each pairing of a round robin
            counts the same. In a Swiss tournament it depends on whom the agent met: compare ratings there.
        pairings: in how many it was.
        habits: what it did besides, in all matches, where the game can tell.
    """

    agent: str
    rating: Estimate
    strength: Estimate
    pairings: int
    habits: tuple[Habit, ...] = ()


@dataclass(frozen=True)
class TournamentResult:
    """The outcome of a tournament.

    Args:
        game, seed, parameters: what was played.
        rounds: of a Swiss tournament; None for a round robin.
        games: how many were played.
        complete: whether these are all.
        overall: the agents, those with the highest rating first.
        matrices: the shares of the win, for each table size, in the order of ``overall``.
        comparisons: each two agents, by table size and in the order of ``overall``.
        pairings: by table size, then by agent, in the order in which they were named.
        checkpoints: which file each agent was that came from one: its SHA-256, by the agent's spec.
    """

    game: str
    seed: int
    parameters: dict[str, Any]
    rounds: int | None
    games: int
    complete: bool
    overall: tuple[Overall, ...]
    matrices: tuple[Matrix, ...]
    comparisons: tuple[Comparison, ...]
    pairings: tuple[Pairing, ...]
    checkpoints: dict[str, str] = field(default_factory=dict)

    def as_dict(self) -> dict[str, Any]:
        """The same as JSON-able data."""
        return asdict(self)


def tournament(
    game: str | Game,
    agents: Sequence[str | Agent],
    num_players: int | Sequence[int] = 4,
    num_games: int = 1000,
    seed: int = 0,
    swiss: int | None = None,
    workers: Workers | None = None,
    **parameters: Any,
) -> TournamentResult:
    """Let agents play in a tournament.

    In a round robin every agent sits alone at a table of every other one. All these matches are played with the same deals, and
    each is the one that ``play_match`` plays with the same arguments. In each round of a Swiss tournament every agent sits at a
    table with others who have a rating near its own, and whom it has met least often so far; all tables of a round get the same
    deals.

    Args:
        game: its name or its description.
        agents: two or more different specs or agents.
        num_players: the table size, or several.
        num_games: how many games each match has; in a Swiss tournament each table of a round.
        seed: decides the deals and what the agents leave to chance.
        swiss: the number of rounds of a Swiss tournament; without it, it is a round robin.
        workers: who plays; by default this process.
        parameters: the game's parameters.

    Raises:
        ParameterError: a parameter that the game can't take, or not enough different agents.
        AgentError: there is no such agent.
        MissingExtra: OpenSkill or SciPy isn't installed.
    """
    event = Tournament(game, agents, num_players, num_games, seed, swiss, **parameters)
    for _ in event.run(workers):
        pass
    return event.result()


@dataclass(frozen=True)
class _Table:
    """A match of a tournament. In one round all tables get the same deals."""

    round: int
    seats: Seats
    match: Match

    def place(self, one: int) -> int:
        """Where the agent stands among those of the match."""
        return list(dict.fromkeys(self.seats)).index(one)

    def wins(self, one: int) -> Floats:
        """The share of the win of a seat of the agent in each deal so far, (deals,)."""
        return self.match.wins()[:, self.place(one)]

    def scores(self, one: int) -> Floats:
        """The score of a seat of the agent in each deal so far, (deals,)."""
        return self.match.scores()[:, self.place(one)]

    def seatings(self) -> NDArray[np.int64]:
        """Which agent sits in each seat, for each seating: (S, seats)."""
        return np.array(list(dict.fromkeys(self.seats)))[self.match.seatings]


class Tournament:
    """A tournament that tells how far it is, and what came out so far. Arguments and errors as for ``tournament``."""

    def __init__(
        self,
        game: str | Game,
        agents: Sequence[str | Agent],
        num_players: int | Sequence[int] = 4,
        num_games: int = 1000,
        seed: int = 0,
        swiss: int | None = None,
        **parameters: Any,
    ) -> None:
        need("a tournament", "arena", "openskill", "scipy")
        self.game = find(game)
        self.seed = check_seed(seed)
        self.parameters = parameters
        self.rounds = swiss
        self._agents = list(agents)
        self._sizes: list[int] = [num_players] if is_integer(num_players) else list(num_players)  # type: ignore[arg-type, list-item]
        self._match_games = num_games
        self.names = names_of(distinct(agents))
        self._check()
        self._checkpoints = digests((one for one in self._agents if isinstance(one, str)), self.game)
        self._tables: list[_Table] = []
        self._settled = [Rating() for _ in agents]
        self._seat_round(0)
        #: How many games there are to play.
        self.num_games = sum(table.match.num_games for table in self._tables) * (swiss or 1)

    def _check(self) -> None:
        """See to it that this tournament can be held."""
        if len(self.names) < 2 or len(self.names) < len(self._agents):
            raise ParameterError(f"a tournament needs two or more different agents, not {', '.join(names_of(self._agents))}")
        if not self._sizes or len(set(self._sizes)) < len(self._sizes):
            raise ParameterError(f"num_players can't be {self._sizes!r}: it must be a table size, or several different ones")
        for size in self._sizes:
            self.game.check_players(size)
        for one in self._agents:
            check_entrant(one, self.game)
        if self.rounds is None:
            return
        if not is_integer(self.rounds) or self.rounds < 1:
            raise ParameterError(f"swiss can't be {self.rounds!r}: it must be a number of rounds, a whole number from 1")
        largest, there = max(self._sizes), len(self._agents)
        if there < largest:
            raise ParameterError(
                f"a Swiss tournament at tables of {largest} needs {largest} different agents or more, not {there}"
            )

    def run(self, workers: Workers | None = None) -> Iterator[int]:
        """Play all matches, some deals of each in turn; yields how many games are done, every now and then."""
        for number in range(self.rounds or 1):
            before = sum(table.match.games_done for table in self._tables)
            if number:
                self._settled = self._rated()
                self._seat_round(number)
            for done in play_all([table.match for table in self._tables if table.round == number], workers):
                yield before + done

    def result(self) -> TournamentResult:
        """What came out so far."""
        ratings = self._rated()
        estimates = intervals(ratings, self._games(range(self._tables[-1].round + 1)))
        ranking = [one for one in self._ranking(ratings) if self._alone(one)]
        sizes = sorted({len(table.seats) for table in self._begun()}, key=self._sizes.index)
        games = sum(table.match.games_done for table in self._tables)
        orders = [(size, *pair) for size in sizes for pair in permutations(range(len(self.names)), 2)]
        return TournamentResult(
            self.game.name,
            self.seed,
            self.parameters,
            self.rounds,
            games,
            games == self.num_games,
            tuple(self._overall(one, estimates[one]) for one in ranking),
            tuple(self._matrix(size, ranking) for size in sizes),
            tuple(self._comparisons(sizes, ranking)),
            tuple(self._pairing(*order) for order in orders if self._alone(order[1], order[0], order[2])),
            self._checkpoints,
        )

    # --- who plays whom ----------------------------------------------------------------------------------------

    def _seat_round(self, number: int) -> None:
        """Make the tables of a round."""
        for size in self._sizes:
            if self.rounds is None:
                tables, seed = round_robin(len(self.names), size), self.seed
            else:
                tables, seed = swiss(self._ranking(self._settled), self._met(size), size), _round_seed(self.seed, number)
            for seats in tables:
                agents = [self._agents[one] for one in seats]
                match = Match(self.game, agents, size, self._match_games, seed, **self.parameters)
                self._tables.append(_Table(number, seats, match))

    def _met(self, size: int) -> Counter[frozenset[int]]:
        """How often two agents have sat at a table of this size with each other."""
        tables = [table.seats for table in self._tables if len(table.seats) == size]
        return Counter(frozenset(pair) for seats in tables for pair in combinations(seats, 2))

    def _ranking(self, ratings: Sequence[Rating]) -> list[int]:
        """The agents, those with the highest rating first; among equals in the order in which they were named."""
        return sorted(range(len(ratings)), key=lambda one: -ratings[one].mean)

    def _rated(self) -> list[Rating]:
        """The ratings after all games so far: those from before this round, and on."""
        return rate(self._settled, by_deals(self._games([self._tables[-1].round])))

    def _games(self, rounds: Iterable[int]) -> list[list[Games]]:
        """The games of each table of these rounds."""
        return [[(table.seatings(), table.match.above()) for table in self._tables if table.round == one] for one in rounds]

    # --- what came out -----------------------------------------------------------------------------------------

    def _begun(self) -> list[_Table]:
        return [table for table in self._tables if table.match.games_done]

    def _alone(self, one: int, size: int | None = None, other: int | None = None) -> list[_Table]:
        """The tables with games at which an agent sits in one seat; only those of a size, and with another agent."""
        return [
            table
            for table in self._begun()
            if table.seats.count(one) == 1 and size in (None, len(table.seats)) and (other is None or other in table.seats)
        ]

    def _pairing(self, size: int, one: int, other: int) -> Pairing:
        tables = self._alone(one, size, other)
        wins = _by_deals(tables, lambda table: table.wins(one))
        return Pairing(
            self.names[one],
            self.names[other],
            size,
            sum(table.match.games_done for table in tables),
            len(wins),
            sum(table.match.truncated for table in tables),
            share_interval(wins),
            mean_interval(_by_deals(tables, lambda table: table.scores(one))),
        )

    def _overall(self, one: int, rating: Estimate) -> Overall:
        """The strength is a mean over table sizes. At one size all pairings share their deals: these are the unit there."""
        by_size = [(size, self._alone(one, size)) for size in self._sizes]
        shares = [(size, share_interval(_by_deals(tables, lambda table: table.wins(one)))) for size, tables in by_size if tables]
        strengths = [share.times(size) for size, share in shares]
        pairings = {(size, other) for size, tables in by_size for table in tables for other in table.seats if other != one}
        habits = habits_from(sum_of(table.match.counts(table.place(one)) for table in self._begun() if one in table.seats))
        return Overall(self.names[one], rating, mean_of_estimates(strengths), len(pairings), habits)

    def _matrix(self, size: int, ranking: Sequence[int]) -> Matrix:
        def share(one: int, other: int) -> float | None:
            tables = self._alone(one, size, other) if one != other else []
            return float(_by_deals(tables, lambda table: table.wins(one)).mean()) if tables else None

        rows = tuple(tuple(share(one, other) for other in ranking) for one in ranking)
        return Matrix(size, tuple(self.names[one] for one in ranking), rows)

    def _comparisons(self, sizes: Sequence[int], ranking: Sequence[int]) -> Iterator[Comparison]:
        found = []
        for size in sizes:
            for one, other in combinations(ranking, 2):
                tables = [table for table in self._begun() if len(table.seats) == size and {one, other} <= set(table.seats)]
                if tables:
                    found.append((one, other, size, _by_deals(tables, lambda table: table.wins(one) - table.wins(other))))  # noqa: B023 - used at once
        corrected = holm([p_value(differences) for *_, differences in found])
        for (one, other, size, differences), p in zip(found, corrected, strict=True):
            yield Comparison(self.names[one], self.names[other], size, len(differences), mean_interval(differences), p)


def _by_deals(tables: Iterable[_Table], value: Callable[[_Table], Floats]) -> Floats:
    """A value for each deal (D,): a mean over the tables of a round, which share their deals, one round after the other."""
    rounds: dict[int, list[Floats]] = {}
    for table in tables:
        rounds.setdefault(table.round, []).append(value(table))
    common = [[values[: min(map(len, some))] for values in some] for some in rounds.values()]
    return np.concatenate([np.mean(some, axis=0) for some in common])


def _round_seed(seed: int, number: int) -> int:
    """The seed of a round of a Swiss tournament."""
    words = np.random.SeedSequence(seed, spawn_key=(_ROUND, number))
    return int(words.generate_state(1, np.uint64)[0] >> np.uint64(1))
