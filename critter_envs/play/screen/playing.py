"""A person at the table, on the whole terminal."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import ModalScreen
from textual.widgets import Footer, Input, OptionList, Static
from textual.widgets.option_list import Option

from critter_envs.core.actions import range_of
from critter_envs.core.errors import CritterError

from ..chances import chances
from ..course import PlayError
from ..hints import hint
from ..session import Session, drawn_seed
from ..terminal import farewell, game_file
from ..words import shares_in_words, standings_table, whose_turn
from .parts import STYLE, Heading, Table, WholeTerminal


class FileName(ModalScreen[str]):
    """Asks for the name of a file."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss('')", "Cancel")]
    CSS = "FileName { align: center middle; } FileName Input { width: 60; }"

    def compose(self) -> ComposeResult:
        """A line to type in."""
        yield Input(placeholder="Name of the file, for instance game.json")

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Hand over what was typed."""
        self.dismiss(event.value.strip())


class PlayApp(WholeTerminal):
    """A game between one person and agents.

    Args:
        session: the game.
        file: where it is kept after each of the person's moves and the answers to it, or None.
    """

    CSS = f"""{STYLE}
    #moves {{ height: auto; max-height: 40%; border: none; border-top: solid $primary; }}
    #told {{ height: auto; max-height: 30%; padding: 0 1; color: $text-muted; }}
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("h", "hint", "Hint"),
        Binding("c", "chances", "Chances"),
        Binding("u", "undo", "Undo"),
        Binding("n", "again", "New game"),
        Binding("s", "save", "Save"),
    ]

    def __init__(self, session: Session, file: Path | None) -> None:
        super().__init__()
        self.session = session
        self.file = file
        self._known = session.journal.lines
        self._typed = ""
        self._busy = False

    def compose(self) -> ComposeResult:
        """From top to bottom."""
        yield Heading(self.session.table)
        yield Static(id="turn", markup=False)
        yield Table()
        yield Static(id="told", markup=False)
        moves = OptionList(id="moves", markup=False)
        moves.border_title = "Choose by number or with the arrows, then press Enter"
        yield moves
        yield Footer()

    def on_mount(self) -> None:
        """Begin."""
        self._let_others_play()

    # --- what is shown -----------------------------------------------------------------------------------------

    def _show(self) -> None:
        session = self.session
        self._typed = ""
        self.query_one("#turn", Static).update(whose_turn(session.table, session.seat))
        self.query_one(Table).show(session.table, session.journal, self._known)
        moves = self.query_one("#moves", OptionList)
        moves.clear_options()
        if self._own_turn:
            labels = [f"{number:>3}  {session.label(action)}" for number, action in enumerate(session.legal(), 1)]
            moves.add_options([Option(label) for label in labels])
            moves.highlighted = 0
            moves.focus()
        if session.over:
            self._tell(standings_table(session.table, session.seat))

    def _tell(self, text: str) -> None:
        self.query_one("#told", Static).update(text)

    @property
    def _own_turn(self) -> bool:
        return not self._busy and not self.session.over and self.session.table.turn == self.session.seat

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Say what the move means that is about to be chosen."""
        if self._own_turn:
            action = self.session.legal()[event.option_index]
            self._tell(range_of(self.session.game.actions, action).meaning)

    # --- what is done ------------------------------------------------------------------------------------------

    def on_key(self, event: Any) -> None:
        """Digits choose the move of a number."""
        self._typed = self._typed + event.character if event.character and event.character.isdecimal() else ""
        moves = self.query_one("#moves", OptionList)
        numbers = [str(number) for number in range(1, moves.option_count + 1)]  # what is typed may be too long for one
        if self._typed in numbers:
            moves.highlighted = numbers.index(self._typed)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Make a move."""
        if self._own_turn:
            self._known = self.session.journal.lines
            self._carefully(lambda: self.session.act(self.session.legal()[event.option_index]))
            self._carefully(self.keep)
            self._let_others_play()

    def _let_others_play(self) -> None:
        self._busy = True
        self.run_worker(self._others())

    async def _others(self) -> None:
        """One agent after the other; none of them stops the screen."""
        session = self.session
        try:
            while not session.over and session.table.turn != session.seat:
                self._show()
                await asyncio.to_thread(session.play_one)
        except CritterError as error:
            self._complain(error)
        self._busy = False
        self._show()
        self._carefully(self.keep)

    def action_hint(self) -> None:
        """What would the trained agent do?"""
        self.run_worker(self._hint())

    async def _hint(self) -> None:
        session = self.session
        if not self._own_turn:
            self._complain(PlayError("there is a hint only when you are to act"))
            return
        try:
            found = await asyncio.to_thread(hint, session.game, session.table.position_of(session.seat))
        except CritterError as error:
            self._complain(error)
        else:
            self._tell("The trained agent would: " + shares_in_words(found, session.label))

    def action_chances(self) -> None:
        """What is everybody's chance to win?"""
        self.run_worker(self._chances())

    async def _chances(self) -> None:
        session = self.session
        if session.over or self._busy:
            self._complain(PlayError("there is something to estimate only while you are to act"))
            return
        found = await asyncio.to_thread(chances, session.table.batch.clone(), session.seat)
        named = ", ".join(f"{session.name(seat)} {share:.0%}" for seat, share in enumerate(found))
        self._tell(f"Chances to win, if all played on by the rule-based player: {named}")

    def action_undo(self) -> None:
        """Take back a move."""
        if self._busy:
            self._complain(PlayError("wait until it is your turn"))
            return
        self._carefully(self.session.undo)
        self._begin()

    def action_again(self) -> None:
        """A new game at the same table; it is kept in a file when its name is told."""
        if not self.session.over:
            self._complain(PlayError("a new game can begin when this one is over"))
            return
        self.session.again(drawn_seed())
        self.file = None
        self._begin()

    def _begin(self) -> None:
        """Go on from a position in which nothing is new."""
        self._known = self.session.journal.lines
        self._let_others_play()

    def action_save(self) -> None:
        """Keep the game in a file."""
        if self.file is None:
            self.push_screen(FileName(), self._save)
        else:
            self._save(str(self.file))

    def _save(self, name: str | None) -> None:
        if name:
            self._carefully(lambda: self._save_to(game_file(name, self.file)))

    def _save_to(self, file: Path) -> None:
        self.session.record().write(file)
        self.file = file
        self._tell(f"The game is kept in {file}.")

    def keep(self) -> None:
        """Keep the game, if there is a file for it."""
        if self.file is not None:
            self.session.record().write(self.file)

    def _carefully(self, work: Callable[[], None]) -> None:
        """Do what may be refused; if it is, say so and go on."""
        try:
            work()
        except CritterError as error:
            self._complain(error)

    def _complain(self, error: CritterError) -> None:
        self.notify(f"{error}.", severity="warning", markup=False)


def play_on_screen(session: Session, file: Path | None) -> int:
    """Play until the person leaves; returns the exit code.

    Raises:
        RecordError: the game can't be kept.
    """
    app = PlayApp(session, file)
    app.keep()  # so that it shows now if it can't be
    code = app.fill()
    app.keep()  # others may have decided since it was kept
    print(standings_table(session.table, session.seat) if session.over else farewell(app.file))
    return code
