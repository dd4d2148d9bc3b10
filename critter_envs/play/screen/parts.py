"""What the screens are made of: what is played, the position in words, and the log."""

from collections.abc import Collection
from typing import ClassVar

from rich.table import Table as Grid
from rich.text import Text
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.widgets import RichLog, Static

from critter_envs.core.game import Game
from critter_envs.core.jit import Record
from critter_envs.core.paint import coloured

from ..commands import INTERRUPTED
from ..course import Course
from ..journal import Journal
from ..words import heading

#: The grounds of cards, as red, green and blue: dark enough for white letters.
_CARDS = {
    "red": "176;42;26",
    "green": "0;105;78",
    "yellow": "138;96;0",
    "blue": "0;92;150",
    "purple": "116;56;142",
    "cyan": "0;106;122",
    "white": "84;92;99",
}

#: Terminals of fewer columns show the log below the table.
BREAKPOINTS = [(0, "-narrow"), (100, "-wide")]

STYLE = """
Table { height: 1fr; }
#board { width: 3fr; padding: 0 1; }
#log { width: 2fr; border-left: solid $primary; padding: 0 1; scrollbar-gutter: stable; }
#heading { background: $primary; color: $text; text-style: bold; padding: 0 1; }
#turn { background: $surface; padding: 0 1; text-style: bold; }
.-narrow Table { layout: vertical; }
.-narrow #board { width: 1fr; height: 1fr; }
.-narrow #log { width: 1fr; height: 20%; min-height: 4; border-left: none; border-top: solid $primary; }
"""


def cards(text: str, style: str) -> str:
    """A painter for the whole terminal: what has the colour of a card stands on a ground of that colour, like a card."""
    return f"\x1b[97;48;2;{_CARDS[style]}m {text} \x1b[0m" if style in _CARDS else coloured(text, style)


def position_grid(game: Game, observation: Record, lines: Collection[str], known: Collection[str]) -> Grid:
    """A position in words and colours, with a mark at each of its lines that isn't among the known ones."""
    grid = Grid.grid(padding=(0, 1, 0, 0))
    grid.add_column(width=1)
    grid.add_column()
    for line, shown in zip(lines, game.describe(observation, cards).split("\n"), strict=True):
        grid.add_row("" if line in known else "•", Text.from_ansi(shown))
    return grid


class WholeTerminal(App[None]):
    """What the screens have in common."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("q", "quit", "Quit"),
        Binding("ctrl+c", "interrupt", show=False, priority=True),
    ]
    HORIZONTAL_BREAKPOINTS = BREAKPOINTS
    ENABLE_COMMAND_PALETTE = False

    def action_interrupt(self) -> None:
        """Leave, as Ctrl-C does everywhere."""
        self.exit(return_code=INTERRUPTED)

    def fill(self) -> int:
        """Show it until whoever looks at it leaves; returns the exit code."""
        self.run()
        return self.return_code or 0


class Table(Horizontal):
    """The position, and beside or below it what has happened."""

    def compose(self) -> ComposeResult:
        """The two halves."""
        with VerticalScroll(id="board"):
            yield Static(id="position")
        yield RichLog(id="log", wrap=True, min_width=0)

    def show(self, course: Course, journal: Journal, known: Collection[str]) -> None:
        """Show the game as a viewer sees it, with marks at lines that are new."""
        observation = course.seen(journal.viewer, journal.open)
        self.query_one("#position", Static).update(position_grid(course.game, observation, journal.lines, known))
        self._tell(course, journal)

    def _tell(self, course: Course, journal: Journal) -> None:
        log = self.query_one("#log", RichLog)
        log.clear()
        for entry in journal.entries:
            name = course.name(entry.seat, journal.viewer)
            log.write(Text.assemble(f"{entry.count:>3} ", (f"{name}: ", "bold"), entry.text))


class Heading(Static):
    """What is played."""

    def __init__(self, course: Course) -> None:
        super().__init__(heading(course), id="heading", markup=False)
