"""What one seat was told of a game: its log, and the number of its view."""

from collections.abc import Iterable
from copy import copy
from dataclasses import dataclass, field
from functools import cached_property
from types import SimpleNamespace

import numpy as np

from critter_envs.core.game import Game
from critter_envs.core.jit import Record
from critter_envs.core.paint import plain

from .course import SECRET, Course


class Sight:
    """A position as a viewer sees it. It is put in words when somebody asks for them, for that takes long.

    Args:
        game: what is played.
        observation: what the viewer sees.
    """

    def __init__(self, game: Game, observation: Record) -> None:
        self._game = game
        self.seen: bytes = observation.tobytes()

    @cached_property
    def lines(self) -> list[str]:
        """It in words."""
        observation = np.frombuffer(self.seen, self._game.observation_dtype)[0]
        return self._game.describe(_fields_of(observation), plain).split("\n")


def _fields_of(record: Record) -> Record:
    """The same record, a block as a list of records: words look at each field many times, and NumPy takes long for each look."""
    fields = {name: record[name] for name in record.dtype.names}
    return SimpleNamespace(
        **{name: [_fields_of(one) for one in field] if field.dtype.names else field for name, field in fields.items()}
    )


@dataclass(frozen=True)
class Entry:
    """A decision, as the viewer may know it.

    Args:
        count: how many decisions the game had after it.
        seat: who took it.
        text: what it was.
        before, after: how the viewer saw the game.
    """

    count: int
    seat: int
    text: str
    before: Sight = field(repr=False, compare=False)
    after: Sight = field(repr=False, compare=False)

    @cached_property
    def news(self) -> tuple[str, ...]:
        """The lines of the viewer's position that were not there before it."""
        return () if self.after is self.before else tuple(line for line in self.after.lines if line not in self.before.lines)

    @cached_property
    def was(self) -> tuple[str | None, ...]:
        """For each of the news the line of its kind that stood there before, if one did: with the same words up to a colon."""
        stood = {_kind(line): line for line in self.before.lines} if self.news else {}
        return tuple(stood.get(_kind(line)) for line in self.news)


def _kind(line: str) -> str:
    return line.partition(":")[0]


class Journal:
    """The log of a seat. What others choose in secret leaves no more trace in it than that they have chosen.

    Args:
        course: the game, as it stands.
        viewer: the seat.
        open: whether all lies open to it, as to a spectator who stands behind it.
    """

    def __init__(self, course: Course, viewer: int, open: bool = False) -> None:
        self.viewer = viewer
        self.open = open
        self.entries: list[Entry] = []
        self._sight: Sight | None = None
        self.look(course)

    @property
    def number(self) -> int:
        """How many decisions the viewer has been told of."""
        return len(self.entries)

    @property
    def count(self) -> int:
        """How many decisions the game has had."""
        return self._count

    @property
    def asked(self) -> int | None:
        """The number since when the viewer has been to decide what it is to decide now; None if it isn't to act."""
        return self._asked

    def told(self, course: Course, seat: int, action: int) -> str:
        """What the viewer may know of a decision that is about to be taken."""
        return course.told(self.viewer, seat, action, self.open)

    def add(self, course: Course, seat: int, text: str) -> None:
        """Note a decision that has been taken."""
        before = self._sight
        after = self._observe(course)
        if text != SECRET or after is not before or not course.is_pending(seat):
            self.entries.append(Entry(len(course.decisions), seat, text, before or after, after))
        if not course.is_pending(self.viewer):
            self._asked = None
        elif self._asked is None or seat == self.viewer:
            self._asked = self.number

    def look(self, course: Course) -> None:
        """Forget what was taken back, and see the game as it stands."""
        self.entries = [entry for entry in self.entries if entry.count <= len(course.decisions)]
        self._observe(course)
        self._asked = self.number if course.is_pending(self.viewer) else None

    def at(self, course: Course) -> "Journal":
        """What the viewer had been told when the game stood as it does now."""
        earlier = copy(self)
        earlier.look(course)
        return earlier

    def _observe(self, course: Course) -> Sight:
        """See the position; the sight of it is another one only if it has changed."""
        self._count = len(course.decisions)
        sight = Sight(course.game, course.seen(self.viewer, self.open))
        if self._sight is None or sight.seen != self._sight.seen:
            self._sight = sight
        return self._sight

    @property
    def lines(self) -> list[str]:
        """The position in words."""
        assert self._sight is not None
        return self._sight.lines


def carry_out(course: Course, journals: Iterable[Journal], seat: int, action: int) -> None:
    """A legal decision, and what each viewer is told of it."""
    texts = [(journal, journal.told(course, seat, action)) for journal in journals]
    course.act(seat, action)
    for journal, text in texts:
        journal.add(course, seat, text)


def retell(course: Course, viewers: Iterable[int], open: bool = False) -> list[Journal]:
    """What each of these seats was told of a game, from its deal to where it stands."""
    decisions = list(course.decisions)
    course.go_back(0)
    journals = [Journal(course, viewer, open) for viewer in viewers]
    for seat, action in decisions:
        carry_out(course, journals, seat, action)
    return journals
