"""A game between a person and agents, without any input or output."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from critter_envs.agents import Agent, agent
from critter_envs.agents.base import ask
from critter_envs.core.batch import Batch
from critter_envs.core.errors import CritterError
from critter_envs.core.game import Game
from critter_envs.core.jit import Record
from critter_envs.core.paint import Painter, plain
from critter_envs.core.records import Decision, GameRecord, decide, record_of
from critter_envs.core.registry import find

#: What a record calls the person's seat.
PERSON = "person"

#: What is told of a choice that several seats make at once.
SECRET = "choose in secret"

#: What keeps the chance of the agents apart from that of the game.
_AGENTS = 41


class PlayError(CritterError):
    """A person asked for what isn't possible; the game is as it was."""


@dataclass(frozen=True)
class Turn:
    """What another seat did, one decision or several in a row.

    Args:
        seat: who.
        labels: the decisions, as far as the person may know them.
        news: the lines of the person's view that are new after it.
    """

    seat: int
    labels: tuple[str, ...]
    news: tuple[str, ...]


class Session:
    """One person and agents at a table.

    Args:
        game: its name or its description.
        players: for each seat the spec of its agent, or ``PERSON``, exactly once.
        seed: decides the game and what the agents leave to chance.
        parameters: the game's parameters.
        decisions: those that have been taken already.

    Raises:
        AgentError: there is no such agent.
        ParameterError: a parameter that the game can't take.
        PlayError: not exactly one seat is the person's.
    """

    def __init__(
        self, game: str | Game, players: Sequence[str], seed: int = 0, decisions: Sequence[Decision] = (), **parameters: Any
    ) -> None:
        self.game = find(game)
        self.players = tuple(players)
        self.seed = seed
        if self.players.count(PERSON) != 1:
            raise PlayError(f"one seat must be the {PERSON}'s, and the others agents': not {', '.join(self.players)}")
        self.seat = self.players.index(PERSON)
        self._parameters = parameters
        self._decisions = list(decisions)
        self._replay()
        self._agents = self._make_agents()

    @classmethod
    def load(cls, record: GameRecord) -> "Session":
        """Go on with a recorded game.

        Raises:
            RecordError: the record doesn't fit.
            PlayError: it isn't that of one person's game.
        """
        record.replay()
        parameters = {name: value for name, value in record.parameters.items() if name != "num_players"}
        return cls(record.game, record.agents, record.seed, record.actions, **parameters)

    def record(self) -> GameRecord:
        """The game so far."""
        return record_of(self.game, len(self.players), self.seed, self.players, self._decisions, **self._parameters)

    # --- what the person sees ----------------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return bool(self._batch.player[0] < 0)

    def view(self, paint: Painter = plain) -> str:
        """The position as the person may see it."""
        return self.game.describe(self._seen(), paint)

    def name(self, seat: int) -> str:
        """What a seat is called: "you", or its place to the left of the person."""
        return "you" if seat == self.seat else f"+{(seat - self.seat) % len(self.players)}"

    def legal(self) -> list[int]:
        """The person's legal actions.

        Raises:
            PlayError: the person isn't to act.
        """
        self._need_turn()
        return np.flatnonzero(self._batch.mask[0]).tolist()

    def label(self, action: int) -> str:
        """One of the person's actions in words."""
        return self.game.label(action, self._others(self.seat), o=self._seen())

    def standings(self) -> list[tuple[int, int, float]]:
        """Seat, score and share of the win of each player, the best first."""
        scores, shares = self._batch.standings()
        rows = [(seat, int(scores[0, seat]), float(shares[0, seat])) for seat in range(len(self.players))]
        return sorted(rows, key=lambda row: (-row[2], -row[1]))

    # --- what happens ------------------------------------------------------------------------------------------

    def act(self, action: int) -> None:
        """Carry out the person's decision.

        Raises:
            IllegalAction: it isn't legal.
            PlayError: the person isn't to act.
        """
        self._need_turn()
        self._step(action)

    def others(self) -> list[Turn]:
        """Let the agents play until the person is to act, or the game is over."""
        turns = []
        while not self.over and self._batch.player[0] != self.seat:
            turns.append(self._turn())
        return turns

    def undo(self) -> None:
        """Take back the person's last decision, and all that came after it.

        Raises:
            PlayError: there is none.
        """
        own = [number for number, (seat, _) in enumerate(self._decisions) if seat == self.seat]
        if not own:
            raise PlayError("there is no decision of yours to take back")
        del self._decisions[own[-1] :]
        self._replay()

    def _seen(self) -> Record:
        """The person's observation."""
        observation, _ = self._batch.observe(0, self.seat)
        return observation.view(self.game.observation_dtype).view(np.recarray)[0, 0]

    def _need_turn(self) -> None:
        """What others may do is no business of the person's."""
        if self._batch.player[0] != self.seat:
            raise PlayError(
                "the game is over" if self.over else f"it is the turn of {self.name(int(self._batch.player[0]))}, not yours"
            )

    def _turn(self) -> Turn:
        """The decisions of one seat up to another one's."""
        seat, before, labels = int(self._batch.player[0]), self.view().split("\n"), []
        while self._batch.player[0] == seat:
            action = int(ask(self._agents[self.players[seat]], self._batch, np.zeros(1, np.int64))[0])
            if not self._chooses_with_others(seat):
                labels.append(self.game.label(action, self._others(seat), looking_on=True, o=self._seen()))
            elif SECRET not in labels:
                labels.append(SECRET)
            self._step(action)
        return Turn(seat, tuple(labels), tuple(line for line in self.view().split("\n") if line not in before))

    def _step(self, action: int) -> None:
        """A decision of the seat to act."""
        seat = int(self._batch.player[0])
        self._take(seat, action)
        self._decisions.append((seat, action))

    def _take(self, seat: int, action: int) -> None:
        """Carry out a decision, and remember who else chooses at the same time."""
        together = self._chooses_with_others(seat)
        if together:
            self._together |= self._pending
        decide(self._batch, seat, action)
        if not self._pending >> seat & 1:
            self._together &= ~(1 << seat)

    def _chooses_with_others(self, seat: int) -> bool:
        """Whether several seats choose at once, this one among them, perhaps as the last: nobody sees yet what it chooses."""
        return bool(self._pending & ~(1 << seat) or self._together >> seat & 1)

    @property
    def _pending(self) -> int:
        """A bit for each seat that is to act."""
        return int(self._batch.states[0].pending)

    def _others(self, seat: int) -> list[str]:
        """The names of the others from the left neighbour of a seat on."""
        return [self.name((seat + k) % len(self.players)) for k in range(1, len(self.players))]

    def _replay(self) -> None:
        """Deal the game, and take all decisions again."""
        self._batch = Batch(self.game, 1, len(self.players), [self.seed], autoreset=False, **self._parameters)
        self._together = 0
        for seat, action in self._decisions:
            self._take(seat, action)

    def _make_agents(self) -> dict[str, Agent]:
        """An agent for each spec. In a game that goes on, they don't begin their chance anew."""
        words = np.random.SeedSequence(self.seed, spawn_key=(_AGENTS, len(self._decisions)))
        seed = int(words.generate_state(1, np.uint64)[0] >> np.uint64(1))
        return {spec: agent(spec, self.game, seed) for spec in self.players if spec != PERSON}
