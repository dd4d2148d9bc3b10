"""What one seat was told of a game: its log, and the number of its view."""

from dataclasses import dataclass

from critter_envs.core.paint import plain
from critter_envs.play.table import SECRET, Table


@dataclass(frozen=True)
class Entry:
    """A decision, as the viewer may know it.

    Args:
        count: how many decisions the game had after it.
        seat: who took it.
        text: what it was.
        news: the lines of the viewer's position that were not there before it.
    """

    count: int
    seat: int
    text: str
    news: tuple[str, ...]


class Journal:
    """The log of a seat. What others choose in secret leaves no more trace in it than that they have chosen.

    Args:
        table: the game, as it stands.
        viewer: the seat.
    """

    def __init__(self, table: Table, viewer: int) -> None:
        self.viewer = viewer
        self.entries: list[Entry] = []
        self.look(table)

    @property
    def number(self) -> int:
        """How many decisions the viewer has been told of."""
        return len(self.entries)

    @property
    def asked(self) -> int | None:
        """The number since when the viewer has been to decide what it is to decide now; None if it isn't to act."""
        return self._asked

    def told(self, table: Table, seat: int, action: int) -> str:
        """What the viewer may know of a decision that is about to be taken."""
        return table.label(seat, action) if seat == self.viewer else table.told(self.viewer, seat, action)

    def add(self, table: Table, seat: int, text: str) -> None:
        """Note a decision that has been taken."""
        seen, lines = self._seen, self._lines
        self._observe(table)
        hidden = text == SECRET and seat != self.viewer
        if not hidden or self._seen != seen or not table.is_pending(seat):
            news = tuple(line for line in self._lines if line not in lines)
            self.entries.append(Entry(len(table.decisions), seat, text, news))
        if not table.is_pending(self.viewer):
            self._asked = None
        elif self._asked is None or seat == self.viewer:
            self._asked = self.number

    def look(self, table: Table) -> None:
        """Forget what was taken back, and see the game as it stands."""
        self.entries = [entry for entry in self.entries if entry.count <= len(table.decisions)]
        self._observe(table)
        self._asked = self.number if table.is_pending(self.viewer) else None

    def _observe(self, table: Table) -> None:
        observation = table.seen(self.viewer)
        self._seen = observation.tobytes()
        self._lines = table.game.describe(observation, plain).split("\n")

    @property
    def lines(self) -> list[str]:
        """The position in words."""
        return self._lines
