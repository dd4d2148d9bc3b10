"""Matches: the same agents over many games, every deal played once in each seating."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from itertools import tee, zip_longest
from typing import Any
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from critter_envs.agents import Agent, agent
from critter_envs.agents.base import Seeded, check_agent
from critter_envs.agents.spec import anywhere, digests
from critter_envs.core.batch import check_seed
from critter_envs.core.errors import ParameterError
from critter_envs.core.game import Game
from critter_envs.core.generator import seeds
from critter_envs.core.parameters import is_integer
from critter_envs.core.registry import find
from critter_envs.workers import InProcess, Workers

from .chunk import Chunk, Floats, Named, Played, play_chunk
from .habits import Counts, Habit, habits_from, sum_of
from .statistics import Estimate, mean_interval, share_interval

#: So many games are in play at once: an agent is asked about many in one call, and they are one task for a worker.
GAMES_AT_ONCE = 256

#: So many games a match may have: the outcome of each is kept.
MOST_GAMES = 100_000_000

#: What keeps the chance of the agents apart from that of the deals.
_AGENTS = 31


@dataclass(frozen=True)
class AgentResult:
    """How one agent did.

    Args:
        agent: its spec, or its name.
        seats: how many seats of each table it held; the figures below are means over them.
        wins: the share of the win of a seat; even is one by the number of players.
        score: the final score of a seat.
        habits: what it did besides, where the game can tell.
    """

    agent: str
    seats: int
    wins: Estimate
    score: Estimate
    habits: tuple[Habit, ...] = ()


@dataclass(frozen=True)
class MatchResult:
    """The outcome of a match.

    Args:
        game, num_players, seed, parameters: what was played.
        games: how many games; each deal counts once for each seating.
        deals: how many deals, the unit of the intervals.
        truncated: how many games were cut off at their limit of decisions.
        agents: each agent once, in the order in which they were named.
        checkpoints: which file each agent was that came from one: its SHA-256, by the agent's spec.
    """

    game: str
    num_players: int
    seed: int
    parameters: dict[str, Any]
    games: int
    deals: int
    truncated: int
    agents: tuple[AgentResult, ...]
    checkpoints: dict[str, str] = field(default_factory=dict)

    def __getitem__(self, name: str) -> AgentResult:
        """The result of the agent of this name."""
        for result in self.agents:
            if result.agent == name:
                return result
        raise KeyError(f"no agent {name!r} played, but {', '.join(result.agent for result in self.agents)}")

    def as_dict(self) -> dict[str, Any]:
        """The same as JSON-able data."""
        return asdict(self)

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> "MatchResult":
        """The result that ``as_dict`` told of."""
        return cls(**{**data, "agents": tuple(_agent_result(**one) for one in data["agents"])})


def _agent_result(
    wins: Mapping[str, Any], score: Mapping[str, Any], habits: Sequence[Mapping[str, Any]] = (), **told: Any
) -> AgentResult:
    """What ``as_dict`` told of one agent."""
    return AgentResult(wins=Estimate(**wins), score=Estimate(**score), habits=tuple(Habit(**one) for one in habits), **told)


def play_match(
    game: str | Game,
    agents: Sequence[str | Agent],
    num_players: int,
    num_games: int,
    seed: int = 0,
    workers: Workers | None = None,
    **parameters: Any,
) -> MatchResult:
    """Let agents play many games against each other.

    Each deal is played as often as there are different seatings: the agents move round the table together, so that each sits in
    each place equally often and the luck of the deal is the same for all. Equal specs are one agent. The outcome depends on the
    arguments alone, if the agents are named by specs, whoever does the work: they are made anew for every few deals. So are
    agents that are handed in and have a method ``seeded``; others go on from where they stand, in this process.

    Args:
        game: its name or its description.
        agents: a spec or an agent for each seat.
        num_players: the table size.
        num_games: how many games; rounded up so that each deal is played in all seatings.
        seed: decides the deals and what the agents leave to chance.
        workers: who plays; by default this process.
        parameters: the game's parameters.

    Raises:
        ParameterError: a parameter that the game can't take, or another number of agents than seats.
        AgentError: there is no such agent.
    """
    match = Match(game, agents, num_players, num_games, seed, **parameters)
    for _ in play_all([match], workers):
        pass
    return match.result()


class Match:
    """A match and what came out so far. Arguments and errors as for ``play_match``; ``play_all`` plays it."""

    def __init__(
        self,
        game: str | Game,
        agents: Sequence[str | Agent],
        num_players: int,
        num_games: int,
        seed: int = 0,
        **parameters: Any,
    ) -> None:
        self.game = find(game)
        self.num_players = int(self.game.configure(num_players, **parameters)["num_players"])
        self.seed = check_seed(seed)
        self.parameters = parameters
        if isinstance(agents, str) or len(agents) != num_players:
            raise ParameterError(f"{num_players} seats need {num_players} agents, one each, not {agents!r}")
        if not is_integer(num_games) or not 1 <= num_games <= MOST_GAMES:
            raise ParameterError(f"num_games can't be {num_games!r}: it must be a whole number from 1 to {MOST_GAMES}")
        self._entrants = distinct(agents)
        self.names = names_of(self._entrants)
        for one in self._entrants:
            check_entrant(one, self.game)
        #: The SHA-256 of the file of each agent that comes from one, by its spec.
        self.checkpoints = digests((one for one in self._entrants if isinstance(one, str)), self.game)
        #: The place among the agents of who sits in each seat, for each seating: (S, seats).
        self.seatings = _seatings([_place(self._entrants, one) for one in agents])
        self.deals = -(-int(num_games) // len(self.seatings))
        self._deals_at_once = max(1, GAMES_AT_ONCE // len(self.seatings))
        self._played: list[Played] = []

    @property
    def num_games(self) -> int:
        """How many games there are to play."""
        return self.deals * len(self.seatings)

    @property
    def games_done(self) -> int:
        """How many have been played."""
        return min(len(self._played) * self._deals_at_once, self.deals) * len(self.seatings)

    @property
    def travels(self) -> bool:
        """Whether others can play it: all agents can be made anew."""
        return all(isinstance(one, str | Seeded) for one in self._entrants)

    def chunks(self) -> Iterator[Chunk]:
        """The parts, in their order."""
        deals = seeds(self.seed, self.deals)
        for number, first in enumerate(range(0, self.deals, self._deals_at_once)):
            agents = tuple(
                self._anew(one, _seed_of(name, self.seed, number)) for one, name in zip(self._entrants, self.names, strict=True)
            )
            some = deals[first : first + self._deals_at_once]
            yield Chunk(self.game, self.num_players, self.parameters, agents, self.seatings, some)

    def _anew(self, one: str | Agent, seed: int) -> Named | Agent:
        """An agent for a part, made anew if that can be."""
        if isinstance(one, str):
            return Named(anywhere(one), seed, self.checkpoints.get(one))
        return one.seeded(seed) if isinstance(one, Seeded) else one

    def add(self, played: Played) -> None:
        """Take note of what came out of the next part."""
        self._played.append(played)

    @property
    def truncated(self) -> int:
        """How many games were cut off so far."""
        return sum(part.truncated for part in self._played)

    def wins(self) -> Floats:
        """The share of the win of a seat of each agent in each deal played so far, (deals, agents)."""
        return np.concatenate([np.empty((0, len(self.names))), *(part.wins for part in self._played)])

    def scores(self) -> Floats:
        """Likewise the score."""
        return np.concatenate([np.empty((0, len(self.names))), *(part.scores for part in self._played)])

    def above(self) -> NDArray[np.uint8]:
        """How many others came out above each seat in each game so far, in halves: (deals, S, seats)."""
        nothing = np.empty((0, *self.seatings.shape), np.uint8)
        return np.concatenate([nothing, *(part.above for part in self._played)])

    def counts(self, agent: int) -> Counts:
        """What the agent in this place has done so far, where the game can tell."""
        return sum_of(part.counts[agent] for part in self._played)

    def result(self) -> MatchResult:
        """What came out so far, when at least one deal has been played."""
        wins, scores = self.wins(), self.scores()
        results = tuple(
            AgentResult(
                name,
                int((self.seatings[0] == k).sum()),
                share_interval(wins[:, k]),
                mean_interval(scores[:, k]),
                habits_from(self.counts(k)),
            )
            for k, name in enumerate(self.names)
        )
        return MatchResult(
            self.game.name,
            self.num_players,
            self.seed,
            self.parameters,
            self.games_done,
            len(wins),
            self.truncated,
            results,
            self.checkpoints,
        )


def play_all(matches: Sequence[Match], workers: Workers | None = None) -> Iterator[int]:
    """Play matches, a part of each in turn; yields how many games are done, every now and then.

    Those with agents that can't be made anew are played last, in this process.
    """
    here = InProcess()
    for crew, travel in ((workers or here, True), (here, False)):
        some = [match for match in matches if match.travels is travel]
        order, ahead = tee(_in_turn(some))
        for (match, _), played in zip(order, crew.map(play_chunk, (chunk for _, chunk in ahead)), strict=True):
            match.add(played)
            yield sum(one.games_done for one in matches)


def _in_turn(matches: Sequence[Match]) -> Iterator[tuple[Match, Chunk]]:
    """The first part of each match, the second of each, and so on."""
    for turn in zip_longest(*(match.chunks() for match in matches)):
        yield from ((match, chunk) for match, chunk in zip(matches, turn, strict=True) if chunk is not None)


def check_entrant(one: str | Agent, game: Game) -> None:
    """See to it that there is such an agent.

    Raises:
        AgentError: there is none.
    """
    if isinstance(one, str):
        agent(one, game)
    else:
        check_agent(one)


def _place(entrants: Sequence[str | Agent], one: str | Agent) -> int:
    """Where an agent stands among the different ones, or -1; specs are the same if they are equal, agents if they are one."""
    for place, entrant in enumerate(entrants):
        if entrant is one or (isinstance(one, str) and entrant == one):
            return place
    return -1


def distinct(agents: Sequence[str | Agent]) -> list[str | Agent]:
    """Each agent once."""
    entrants: list[str | Agent] = []
    for one in agents:
        if _place(entrants, one) < 0:
            entrants.append(one)
    return entrants


def names_of(entrants: Sequence[str | Agent]) -> list[str]:
    """What to call the agents: their spec, or the name of their class; further ones of that name get a number."""
    names: list[str] = []
    for one in entrants:
        name = one if isinstance(one, str) else type(one).__name__
        number = sum(other == name or other.startswith(f"{name} #") for other in names) + 1
        names.append(name if number == 1 else f"{name} #{number}")
    return names


def _seed_of(name: str, seed: int, number: int) -> int:
    """The seed of an agent for a part of a match: it depends on its name, and not on who else plays."""
    words = np.random.SeedSequence(seed, spawn_key=(_AGENTS, crc32(name.encode()), number))
    return int(words.generate_state(1, np.uint64)[0] >> np.uint64(1))


def _seatings(places: Sequence[int]) -> NDArray[np.int64]:
    """All different ways to turn the table, a row each: the agent in each seat."""
    turns = [np.roll(places, turn) for turn in range(len(places))]
    again = next((turn for turn in range(1, len(turns)) if (turns[turn] == turns[0]).all()), len(turns))
    return np.array(turns[:again], np.int64)
