"""Matches: the same agents over many games, every deal played once in each seating."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from critter_envs.agents import Agent, agent
from critter_envs.agents.base import ask, check_agent
from critter_envs.core.batch import Batch, check_seed
from critter_envs.core.errors import ParameterError
from critter_envs.core.game import Game
from critter_envs.core.generator import seeds
from critter_envs.core.parameters import is_integer
from critter_envs.core.registry import find

from .habits import Counts, Habit, Watch, habits_from
from .statistics import Estimate, mean_interval, share_interval

#: So many games are in play at once, so that an agent is asked about many in one call and memory stays bounded.
GAMES_AT_ONCE = 2048

#: So many games a match may have: the outcome of each is kept.
MOST_GAMES = 100_000_000

#: What keeps the chance of the agents apart from that of the deals.
_AGENTS = 31

Floats = NDArray[np.float64]


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
    """

    game: str
    num_players: int
    seed: int
    parameters: dict[str, Any]
    games: int
    deals: int
    truncated: int
    agents: tuple[AgentResult, ...]

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
    game: str | Game, agents: Sequence[str | Agent], num_players: int, num_games: int, seed: int = 0, **parameters: Any
) -> MatchResult:
    """Let agents play many games against each other.

    Each deal is played as often as there are different seatings: the agents move round the table together, so that each sits in
    each place equally often and the luck of the deal is the same for all. Equal specs are one agent. The outcome depends on the
    arguments alone, if the agents are named by specs; an agent that is handed in goes on from where it stands.

    Args:
        game: its name or its description.
        agents: a spec or an agent for each seat.
        num_players: the table size.
        num_games: how many games; rounded up so that each deal is played in all seatings.
        seed: decides the deals and what the agents leave to chance.
        parameters: the game's parameters.

    Raises:
        ParameterError: a parameter that the game can't take, or another number of agents than seats.
        AgentError: there is no such agent.
    """
    match = Match(game, agents, num_players, num_games, seed, **parameters)
    for _ in match.run():
        pass
    return match.result()


class Match:
    """A match that tells how far it is, and what came out so far. Arguments and errors as for ``play_match``."""

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
        entrants = distinct(agents)
        self.names = names_of(entrants)
        self._agents = [
            agent(one, self.game, _seed_of(one, seed)) if isinstance(one, str) else check_agent(one) for one in entrants
        ]
        self._seatings = _seatings([_place(entrants, one) for one in agents])
        self.deals = -(-int(num_games) // len(self._seatings))
        self._wins: list[Floats] = []
        self._scores: list[Floats] = []
        self._truncated = 0
        self._watch = Watch(self.game, len(entrants))

    @property
    def num_games(self) -> int:
        """How many games there are to play."""
        return self.deals * len(self._seatings)

    def run(self) -> Iterator[int]:
        """Play all deals; yields how many games are done, every now and then."""
        deals = seeds(self.seed, self.deals)
        step = max(1, GAMES_AT_ONCE // len(self._seatings))
        for first in range(0, self.deals, step):
            self._play(deals[first : first + step])
            yield min(first + step, self.deals) * len(self._seatings)

    def samples(self) -> Floats:
        """The shares of the win of each agent's seat in each deal played so far, (deals, agents)."""
        return np.concatenate(self._wins) if self._wins else np.empty((0, len(self._agents)))

    def counts(self, agent: int) -> Counts:
        """What the agent in this place has done so far, where the game can tell."""
        return self._watch.counts(agent)

    def result(self) -> MatchResult:
        """What came out so far, when at least one deal has been played."""
        wins, scores = self.samples(), np.concatenate(self._scores)
        results = tuple(
            AgentResult(
                name,
                int((self._seatings[0] == k).sum()),
                share_interval(wins[:, k]),
                mean_interval(scores[:, k]),
                habits_from([self.counts(k)]),
            )
            for k, name in enumerate(self.names)
        )
        return MatchResult(
            self.game.name,
            self.num_players,
            self.seed,
            self.parameters,
            len(wins) * len(self._seatings),
            len(wins),
            self._truncated,
            results,
        )

    def _play(self, deals: NDArray[np.int64]) -> None:
        """Play some deals, each in all seatings at once."""
        batch = Batch(
            self.game,
            len(deals) * len(self._seatings),
            self.num_players,
            np.repeat(deals, len(self._seatings)),  # type: ignore[arg-type]
            autoreset=False,
            **self.parameters,
        )
        running = np.flatnonzero(batch.player >= 0)
        while running.size:
            _, _, truncated = batch.step_some(running, self._ask(batch, running))
            self._truncated += int(truncated.sum())
            running = running[batch.player[running] >= 0]
        scores, shares = batch.standings()
        self._wins.append(self._by_agent(shares))
        self._scores.append(self._by_agent(scores))

    def _ask(self, batch: Batch, games: NDArray[np.int64]) -> NDArray[np.int64]:
        """The actions in these games (K,): each agent is asked once about all of those in which it is to act."""
        turns = self._seatings[games % len(self._seatings), batch.player[games]]
        actions = np.empty(len(games), np.int64)
        for k, one in enumerate(self._agents):
            rows = np.flatnonzero(turns == k)
            if rows.size:
                asked = games[rows]
                actions[rows] = ask(one, batch, asked)
                self._watch.note(k, batch.observation[asked], actions[rows])
        return actions

    def _by_agent(self, values: NDArray[Any]) -> Floats:
        """From a value for each seat of each game to the mean over each agent's seats, for each deal: (deals, agents)."""
        tables = values[:, : self.num_players].reshape(-1, *self._seatings.shape)
        return np.stack([tables[:, self._seatings == k].mean(axis=1) for k in range(len(self._agents))], axis=1)


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


def _seed_of(spec: str, seed: int) -> int:
    """The seed of an agent: it depends on its spec, and not on who else plays."""
    words = np.random.SeedSequence(seed, spawn_key=(_AGENTS, crc32(spec.encode())))
    return int(words.generate_state(1, np.uint64)[0] >> np.uint64(1))


def _seatings(places: Sequence[int]) -> NDArray[np.int64]:
    """All different ways to turn the table, a row each: the agent in each seat."""
    turns = [np.roll(places, turn) for turn in range(len(places))]
    again = next((turn for turn in range(1, len(turns)) if (turns[turn] == turns[0]).all()), len(turns))
    return np.array(turns[:again], np.int64)
