"""A game to look at, on the whole terminal: forwards and backwards, from each seat, or with all cards open."""

import asyncio
from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.timer import Timer
from textual.widgets import Footer, Static

from critter_envs.core.errors import CritterError

from ..course import LONGEST_DELAY
from ..show import Next, Show, Viewer
from ..words import place_of, standings_table, who, whose_turn
from .parts import STYLE, Heading, Table, WholeTerminal

#: Cells of the longest bar, and how many bars there are at most.
_BAR, _BARS = 24, 6

#: The shortest delay that is no hurry.
_QUICKEST = 0.1


class WatchApp(WholeTerminal):
    """A game that was played, or is being played by agents.

    Args:
        show: the game.
        viewer: through whose eyes it is seen first.
        delay: seconds between decisions, when they are gone through by themselves.
    """

    CSS = f"""{STYLE}
    #next {{ height: auto; min-height: 2; padding: 0 1; border-top: solid $primary; }}
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space", "play", "Play/pause"),
        Binding("right", "step(1)", "Forward", priority=True),
        Binding("left", "step(-1)", "Back", priority=True),
        Binding("home", "jump(0)", "Deal", priority=True),
        Binding("end", "jump(-1)", "End", priority=True),
        Binding("v", "seat", "Other seat"),
        Binding("o", "open", "Cards open or not"),
        Binding("plus", "pace(0.5)", "Faster"),
        Binding("minus", "pace(2)", "Slower"),
    ]

    def __init__(self, show: Show, viewer: Viewer, delay: float) -> None:
        super().__init__()
        self.game_shown = show
        self.viewer = viewer
        self.delay = delay
        self._lines: list[str] = []
        self._timer: Timer | None = None
        self._busy = False

    def compose(self) -> ComposeResult:
        """From top to bottom."""
        yield Heading(self.game_shown.course)
        yield Static(id="turn", markup=False)
        yield Table()
        yield Static(id="next")
        yield Footer()

    def on_mount(self) -> None:
        """Begin at the deal; what agents are playing now goes on by itself."""
        self._go(0)
        if self.game_shown.live:
            self.action_play()

    # --- what is shown -----------------------------------------------------------------------------------------

    def _draw(self) -> None:
        show, viewer = self.game_shown, self.viewer
        journal = show.journal(viewer)
        self.query_one(Table).show(show.course, journal, self._lines or journal.lines)
        self._lines = journal.lines
        self.query_one("#next", Static).update(self._below(show.next(viewer)))
        last = f"{show.played}{'+' * show.more}"
        pace = f"one every {self.delay:g} s" if self._timer else "paused"
        self.query_one("#turn", Static).update(f"Decision {show.number} of {last}, {pace}. {place_of(viewer)}")

    def _below(self, following: Next | None) -> Text:
        """What the agent whose turn it is would do, or how it all ended."""
        course, viewer = self.game_shown.course, self.viewer
        if course.over:
            return Text(standings_table(course, viewer.seat))
        if following is None:
            return Text(whose_turn(course, viewer.seat))
        lines = [Text(f"The next decision, of {who(course, following.seat, viewer)}:", "bold")]
        known = [] if following.action is None else [(following.action, None)]
        for action, share in following.shares[:_BARS] if following.shares is not None else known:
            mark = "→" if action == following.action else " "
            bar = "" if share is None else f"{share:4.0%} {'█' * round(share * _BAR):{_BAR}} "
            lines.append(Text(f" {mark} {bar}{course.told(viewer.seat, following.seat, action, open=True)}"))
        return Text("\n").join(lines)

    # --- where one is ------------------------------------------------------------------------------------------

    def _go(self, number: int) -> None:
        """Go somewhere, unless an agent is thinking just now."""
        if not self._busy:
            self._busy = True
            self.run_worker(self._going(number))

    async def _going(self, number: int) -> None:
        try:
            await asyncio.to_thread(self.game_shown.go, number)
        except CritterError as error:
            self._pause()
            self.notify(f"{error}.", severity="warning", markup=False)
        self._busy = False
        if self._at_end:
            self._pause()
        self._draw()

    @property
    def _at_end(self) -> bool:
        return self.game_shown.number == self.game_shown.played and not self.game_shown.more

    def _pause(self) -> None:
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

    def action_play(self) -> None:
        """Go on by itself, or pause."""
        if self._timer is not None:
            self._pause()
        elif not self._at_end:
            self._timer = self.set_interval(max(self.delay, 1 / 60), lambda: self._go(self.game_shown.number + 1))
        self._redraw()

    def action_step(self, by: int) -> None:
        """One decision further, or back."""
        self._pause()
        show = self.game_shown
        if 0 <= show.number + by <= show.played + show.more:
            self._go(show.number + by)

    def action_jump(self, number: int) -> None:
        """To the deal, or to the end of what was played."""
        self._pause()
        self._go(number if number >= 0 else self.game_shown.played)

    def action_pace(self, factor: float) -> None:
        """Go faster or slower."""
        self.delay = min(LONGEST_DELAY, max(_QUICKEST, self.delay) * factor)
        if self._timer is not None:
            self._pause()
            self.action_play()
        self._redraw()

    def action_seat(self) -> None:
        """Look from the next seat."""
        self._look(Viewer((self.viewer.seat + 1) % len(self.game_shown.players), self.viewer.open))

    def action_open(self) -> None:
        """Open all cards, or see only what the seat saw."""
        self._look(Viewer(self.viewer.seat, not self.viewer.open))

    def _look(self, viewer: Viewer) -> None:
        self.viewer, self._lines = viewer, []
        self._redraw()

    def _redraw(self) -> None:
        """Draw anew what is shown, unless an agent is thinking: then it is drawn when it has decided."""
        if not self._busy:
            self._draw()
