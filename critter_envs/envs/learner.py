"""Games in which one seat learns and agents play the others: what the Gymnasium environments have in common."""

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from critter_envs.agents import Agent, agent
from critter_envs.agents.base import ask_each, check_agent
from critter_envs.core.batch import Batch
from critter_envs.core.errors import ParameterError, PositionError
from critter_envs.core.game import Game
from critter_envs.core.generator import words
from critter_envs.core.parameters import is_integer
from critter_envs.core.registry import find

#: What keeps the seeds of the opponents apart from other uses of a seed.
_OPPONENTS = 31

#: So many games in a row may end before the learner has acted; then something is wrong with the parameters.
_IDLE_GAMES = 1000

#: Who plays the other seats: one for all of them, or one for each, from the learner's left neighbour on.
OpponentSpecs = str | Agent | Sequence[str | Agent]

Integers = NDArray[np.int64]

#: The learner's rewards, terminated and truncated, (N,) each.
LearnerOutcome = tuple[NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_]]


class Opponents:
    """The players of the other seats. Those with the same name are one agent, asked for all its seats in all games at once.

    Args:
        game: the game's description.
        specs: one agent for all seats, or one for each of them.
        count: how many other seats there are.
        seed: what the agents leave to chance; an agent that was handed in keeps its own.

    Raises:
        ParameterError: there are not as many agents as seats.
        CritterError: there is no such agent.
    """

    def __init__(self, game: Game, specs: OpponentSpecs, count: int, seed: int) -> None:
        every = list(specs) if isinstance(specs, Sequence) and not isinstance(specs, str) else [specs] * count
        if len(every) != count:
            raise ParameterError(
                f"there are {len(every)} opponents for {count} other seats: name one for all, or one for each of them"
            )
        distinct = [spec for k, spec in enumerate(every) if spec not in every[:k]]
        self._agents = [
            agent(spec, game, int(words(seed, _OPPONENTS, k)[0])) if isinstance(spec, str) else check_agent(spec)
            for k, spec in enumerate(distinct)
        ]
        self._agent_at = np.array([distinct.index(spec) for spec in every], np.int64)

    def act(self, batch: Batch, games: Integers, places: Integers) -> Integers:
        """The choices in these games (K,) of players who sit so many places (K,) to the left of the learner."""
        return ask_each(self._agents, self._agent_at[places - 1], batch, games)


class LearnerGames:
    """N games, each of which waits for the learner or is over. A game that is over stays so until it is restarted.

    Args:
        game: its name or its description.
        num_games: N.
        num_players: the table size.
        opponents: who plays the other seats.
        seat: the learner's; None draws it anew for each game.
        parameters: the game's parameters.

    Raises:
        ParameterError: an unknown parameter, or a value that it can't take.
        CritterError: there is no such opponent.
    """

    def __init__(
        self,
        game: str | Game,
        num_games: int,
        num_players: int,
        opponents: OpponentSpecs,
        seat: int | None,
        parameters: dict[str, Any],
    ) -> None:
        game = find(game)
        self.num_players = game.check_players(num_players)
        if seat is not None and not (is_integer(seat) and 0 <= seat < self.num_players):
            raise ParameterError(f"seat can't be {seat!r}: it must be None (drawn) or a seat from 0 to {self.num_players - 1}")
        self.batch = Batch(game, num_games, self.num_players, autoreset=False, **parameters)
        self.seats = np.zeros(num_games, np.int64)
        self._seat = seat
        self._specs = opponents
        self._all = np.arange(num_games)
        self._opponents = self._invite(0)

    def _invite(self, seed: int) -> Opponents:
        return Opponents(self.batch.game, self._specs, self.num_players - 1, seed)

    def reset(self, seed: int | Sequence[int]) -> None:
        """The games of a seed, or of a seed for each, and opponents who make the same choices again."""
        self.batch.reset(seed)
        self._opponents = self._invite(int(self.batch.states["seed"][0]))
        self._begin(self._all)

    def restart(self, games: Integers) -> None:
        """The following game in the place of each of these."""
        self.batch.restart(*games)
        self._begin(games)

    def step(self, actions: Any) -> LearnerOutcome:
        """The learner's decision in each game, and those of the others up to the learner's next one.

        Raises:
            IllegalAction: an action that the mask rules out; nothing has changed in any game.
        """
        outcome = self._no_outcome()
        self._decide(self._all, actions, outcome)
        self._play_others(self._all, outcome)
        return outcome

    def results(self, games: Iterable[int]) -> list[dict[str, Any]]:
        """The learner's score and share of the win in each of these games."""
        scores, shares = self.batch.standings()
        return [{"score": int(scores[i, self.seats[i]]), "win_share": float(shares[i, self.seats[i]])} for i in games]

    def take_over(self, game: int, position: dict[str, Any], seat: int) -> None:
        """Put a position in the place of one of the games, with the learner in this seat.

        Raises:
            PositionError: no game could be in it, or it doesn't wait for the learner; nothing has changed.
        """
        pending = position["state"]["pending"]
        if seat >= self.num_players or (pending and pending & -pending != 1 << seat):
            raise PositionError(f"the saved game is of another kind of environment: it doesn't wait for seat {seat}")
        self.batch.set_position(game, position)
        self.seats[game] = seat

    def _no_outcome(self) -> LearnerOutcome:
        count = len(self._all)
        return np.zeros(count), np.zeros(count, np.bool_), np.zeros(count, np.bool_)

    def _decide(self, games: Integers, actions: Any, outcome: LearnerOutcome) -> None:
        """One decision in each of these games; what it brings the learner is added to the outcome."""
        rewards, terminated, truncated = self.batch.step_some(games, actions)
        outcome[0][games] += rewards[np.arange(len(games)), self.seats[games]]
        outcome[1][games] |= terminated
        outcome[2][games] |= truncated

    def _play_others(self, games: Integers, outcome: LearnerOutcome) -> None:
        """Let the opponents play until, in each of these games, the learner is to act or the game is over."""
        batch = self.batch
        while True:
            players, seats = batch.player[games], self.seats[games]
            others = (players >= 0) & (players != seats)
            games, places = games[others], (players - seats)[others] % self.num_players
            if not games.size:
                return
            self._decide(games, self._opponents.act(batch, games, places), outcome)

    def _begin(self, games: Integers) -> None:
        """Seat the learner in new games, and play until it is to act. A game that doesn't ask it is followed by another."""
        for _ in range(_IDLE_GAMES):
            self.seats[games] = self._draw_seats(games) if self._seat is None else self._seat
            self._play_others(games, self._no_outcome())
            games = games[self.batch.player[games] < 0]
            if not games.size:
                return
            self.batch.restart(*games)
        raise ParameterError(f"{_IDLE_GAMES} games in a row ended before the learner came to act: choose other parameters")

    def _draw_seats(self, games: Integers) -> Integers:
        """A seat for each game, from its seed alone: the same in a batch of any size (splitmix64, by Steele, Lea and Flood)."""
        word = self.batch.states["seed"][games].astype(np.uint64) + np.uint64(0x9E3779B97F4A7C15)
        word = (word ^ (word >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        word = (word ^ (word >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        high = (word ^ (word >> np.uint64(31))) >> np.uint64(32)
        return (high * np.uint64(self.num_players) >> np.uint64(32)).astype(np.int64)
