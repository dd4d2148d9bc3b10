"""A game to look at: it can be gone through forwards and backwards, and be seen from each seat, or with all cards open."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

from critter_envs.agents import Agent, agent
from critter_envs.core.errors import CritterError
from critter_envs.core.game import Game
from critter_envs.core.records import GameRecord

from .course import Course, PlayError
from .hints import Share, shares
from .journal import Journal, carry_out
from .table import Table


@dataclass(frozen=True)
class Viewer:
    """Who looks on: someone in a seat, or, to whom all is ``open``, someone who stands behind it and sees everything."""

    seat: int = 0
    open: bool = True


@dataclass(frozen=True)
class Next:
    """The decision that follows on a position.

    Args:
        seat: whose it is.
        action: what it was; None if it hasn't been taken yet.
        shares: the probabilities of the seat's agent, the most probable first; None if the agent can't tell them.
    """

    seat: int
    action: int | None
    shares: list[Share] | None


class Show:
    """A game that was played, or is being played by agents, and where in it one is.

    Args:
        course: the game as far as it was played. At a table, whose seats are all agents', they take the decisions that follow.
        may_ask: which players may be asked how probable their decisions were, by their specs: whoever wrote a record may have
            named any file.
    """

    def __init__(self, course: Course, may_ask: Callable[[str], bool] = lambda spec: True) -> None:
        self.course = course
        self._may_ask = may_ask
        self._table = course if isinstance(course, Table) else None
        self._decisions = list(course.decisions)
        self._open_ended = self._table is not None and not course.over
        self._journals: dict[Viewer, Journal] = {}
        self._agents: dict[str, Agent | None] = {}

    @classmethod
    def of(cls, record: GameRecord, may_ask: Callable[[str], bool] = lambda spec: True) -> "Show":
        """A recorded game.

        Raises:
            RecordError: the record doesn't fit.
        """
        record.replay()
        return cls(Course(record.game, record.agents, record.seed, record.actions, **record.variant), may_ask)

    @property
    def game(self) -> Game:
        """What is played."""
        return self.course.game

    @property
    def players(self) -> tuple[str, ...]:
        """Who plays in each seat."""
        return self.course.players

    @property
    def live(self) -> bool:
        """Whether agents play the game while one looks on."""
        return self._table is not None

    @property
    def number(self) -> int:
        """How many decisions have been taken where one is."""
        return len(self.course.decisions)

    @property
    def played(self) -> int:
        """How many decisions have been taken at all."""
        return len(self._decisions)

    @property
    def more(self) -> bool:
        """Whether agents will take more."""
        return self._open_ended

    def go(self, number: int) -> None:
        """Go to where so many decisions have been taken. If it is one more than have been taken yet, its agent takes it now.

        Raises:
            PlayError: there are not so many; one is where one was.
            CritterError: the agent can't decide; one is at the end of what was played.
        """
        last = self.played + self.more
        if not 0 <= number <= last:
            raise PlayError(f"there is no position {number}: they are numbered from 0 to {last}")
        self._move(min(number, self.played))
        if number > self.played:
            self._play_on()

    def record(self) -> GameRecord:
        """The game as far as it was played."""
        self._move(self.played)
        return self.course.record()

    def journal(self, viewer: Viewer) -> Journal:
        """What a viewer has been told where one is.

        Raises:
            PlayError: there is no such seat.
        """
        if not 0 <= viewer.seat < len(self.players):
            raise PlayError(f"there is no seat {viewer.seat} at this table: they are numbered from 0 to {len(self.players) - 1}")
        here = self.number
        if viewer not in self._journals:
            self._move(0)
            self._journals[viewer] = Journal(self.course, viewer.seat, viewer.open)
        journal = self._journals[viewer]
        if journal.count < here:
            self._move(journal.count)
            for seat, action in self._decisions[journal.count : here]:
                carry_out(self.course, [journal], seat, action)
        self._move(here)
        return journal.at(self.course)

    def next(self, viewer: Viewer) -> Next | None:
        """The decision that follows where one is; None at the end, and if it is none of the viewer's business."""
        decided = self.number < self.played
        if not decided and not self.more:
            return None
        seat, action = self._decisions[self.number] if decided else (self.course.turn, None)
        if not viewer.open and seat != viewer.seat:
            return None
        return Next(seat, action, shares(self._agent(self.players[seat]), self.course.position_of(seat)))

    def _move(self, number: int) -> None:
        """Go to a position that was played."""
        if number < self.number:
            self.course.go_back(number)
        for seat, action in self._decisions[self.number : number]:
            self.course.act(seat, action)

    def _play_on(self) -> None:
        """Let the agent whose turn it is decide, at the end of what was played."""
        assert self._table is not None
        seat = self._table.turn
        action = self._table.think(seat, self._table.position_of(seat))
        self.course.act(seat, action)
        self._decisions.append((seat, action))
        self._open_ended = not self.course.over

    def _agent(self, spec: str) -> Agent | None:
        """Who can tell the probabilities of a player, if anybody can: records may name whomever they like."""
        if spec not in self._agents:
            self._agents[spec] = None
            if self._may_ask(spec):
                with suppress(CritterError):
                    self._agents[spec] = agent(spec, self.game)
        return self._agents[spec]
