"""A game on a terminal, or in a pipe: what is shown, and what the person may type."""

import os
import shutil
import sys
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from pathlib import Path

from critter_envs.arena.tables import format_table, painter_for
from critter_envs.core.actions import range_of
from critter_envs.core.errors import CritterError, RecordError

from .course import PlayError
from .files import new_file
from .session import Session
from .words import standings_table

#: From so many moves on they are listed in columns.
_MANY = 10

_COMMANDS = (
    ("?", "what each move means, and what else there is; ? 3 for one move"),
    ("show", "the table again"),
    ("undo", "take back your last move, and what the others did after it"),
    ("save FILE", "keep the game in a file, to go on with --load FILE"),
    ("quit", "leave"),
)


class Terminal:
    """A person at the table.

    Args:
        session: the game.
        file: where the game is kept after each of the person's moves, or None.
    """

    def __init__(self, session: Session, file: Path | None) -> None:
        self._session = session
        self._file = file
        self._paint = painter_for(sys.stdout)
        self._seen = session.view().split("\n")
        self._commands: dict[str, Callable[[str], None]] = {
            "?": self._help,
            "help": self._help,
            "show": self._show,
            "undo": self._undo,
            "save": self._save,
        }

    def play(self) -> int:
        """Play until the end, or until the person leaves; returns the exit code."""
        self._keep()
        self._welcome()
        try:
            self._let_others_play()
            while not self._session.over:
                line = self._ask()
                if line == "quit":
                    return self._leave(0)
                self._obey(line)
        except EOFError:
            return self._leave(0)
        except KeyboardInterrupt:
            return self._leave(130)
        self._final_standings()
        self._keep()  # others may have taken the last decisions
        return 0

    # --- what is shown -----------------------------------------------------------------------------------------

    def _welcome(self) -> None:
        session, count = self._session, len(self._session.players)
        print(self._paint(f"{session.game.title}, {count} players, seed {session.seed}", "strong"))
        others = [(session.seat + k) % count for k in range(1, count)]
        print("Clockwise from you: " + ", ".join(f"{session.name(seat)} is {session.players[seat]}" for seat in others) + ".")
        print("Type the number of a move, ? for help, or quit.")

    def _let_others_play(self) -> None:
        """The agents' turns, what they did, and where the person stands then."""
        turns = self._session.others()
        if turns:
            print()
        for turn in turns:
            print(f"{self._paint(self._session.name(turn.seat), 'strong')}: {', '.join(turn.labels)}")
            if turn is not turns[-1]:  # the whole view follows the last one
                for line in turn.news:
                    print(self._paint(f"    {line}", "grey"))
        if not self._session.over:
            self._show()

    def _show(self, word: str = "") -> None:
        """The position, with a mark at each line that is new to the person, and the legal moves."""
        lines = self._session.view().split("\n")
        print()
        for line, painted in zip(lines, self._session.view(self._paint).split("\n"), strict=True):
            print("  " if line in self._seen else self._paint("• ", "strong"), painted, sep="")
        self._seen = lines
        print()
        labels = [self._session.label(action) for action in self._session.legal()]
        print(_columns([f"{number:>3}  {label}" for number, label in enumerate(labels, 1)]))

    def _final_standings(self) -> None:
        session = self._session
        print(f"\n{session.view(self._paint)}\n")
        print(self._paint("The game is over.", "strong"))
        print(standings_table(session.table, session.seat, self._paint))

    # --- what is typed -----------------------------------------------------------------------------------------

    def _ask(self) -> str:
        """A line that was typed, or came through a pipe; then it is shown, so that the transcript can be read."""
        prompt = "\n> "
        if sys.stdin.isatty():
            return input(prompt).strip()
        line = sys.stdin.readline()
        if not line:
            raise EOFError
        print(f"{prompt}{line.strip()}")
        return line.strip()

    def _obey(self, line: str) -> None:
        """A number is a move, a word a command; anything else is explained, and changes nothing."""
        word, _, rest = line.partition(" ")
        try:
            if word in self._commands:
                self._commands[word](rest.strip())
            elif word:
                self._move(line)
        except CritterError as error:
            print(f"{error}.")

    def _move(self, line: str) -> None:
        self._session.act(self._choice(line))
        self._keep_or_warn()
        self._let_others_play()

    def _choice(self, text: str) -> int:
        """The action of a move's number."""
        moves = {str(number): action for number, action in enumerate(self._session.legal(), 1)}
        if text not in moves:
            raise PlayError(f"{text!r} is no move and no command: type a number from 1 to {len(moves)}, ? for help, or quit")
        return moves[text]

    def _help(self, text: str) -> None:
        game = self._session.game
        if text:
            print(range_of(game.actions, self._choice(text)).meaning)
            return
        legal = enumerate(self._session.legal(), 1)
        rows = [[f"{number}", self._session.label(action), range_of(game.actions, action).meaning] for number, action in legal]
        print(f"\n{format_table(['>', 'move', 'meaning'], rows, self._paint)}")
        print(f"\n{format_table(['also', ''], _COMMANDS, self._paint)}")

    def _undo(self, text: str) -> None:
        self._session.undo()
        self._keep_or_warn()
        self._show()

    # --- files -------------------------------------------------------------------------------------------------

    def _save(self, text: str) -> None:
        file = game_file(text, self._file) if text else self._file
        if file is None:
            raise PlayError("save needs the name of a file, as in: save game.json")
        self._session.record().write(file)
        self._file = file
        print(f"The game is kept in {file}.")

    def _keep(self) -> None:
        if self._file is not None:
            self._session.record().write(self._file)

    def _keep_or_warn(self) -> None:
        """Keep the game; if that fails, say so and play on, for what was done is done."""
        try:
            self._keep()
        except RecordError as error:
            print(f"{error}.")

    def _leave(self, code: int) -> int:
        self._keep()
        print(f"\n{farewell(self._file)}")
        return code


def farewell(file: Path | None) -> str:
    """What a person is told who leaves a game that isn't over."""
    return "The game was not saved." if file is None else f"Go on with: critter play --load {file}"


def has_screen() -> bool:
    """Whether there is a terminal to fill, and the library that does so; ``TERM=dumb`` asks for plain lines."""
    is_terminal = sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM", "dumb") != "dumb"
    return is_terminal and find_spec("textual") is not None


def game_file(name: str, own: Path | None = None) -> Path:
    """A file that a game may be kept in, which a person plays: a new one, or the game's own.

    Raises:
        PlayError: there is another one of this name.
    """
    return new_file(name, own, f", or go on with that game by --load {name}")


def _columns(items: Sequence[str]) -> str:
    """A line for each, or on a wide terminal several columns of many."""
    width = max(map(len, items)) + 4
    across = max(1, shutil.get_terminal_size().columns // width)
    if len(items) < _MANY or across == 1 or not sys.stdout.isatty():
        return "\n".join(items)
    down = -(-len(items) // across)
    return "\n".join("".join(item.ljust(width) for item in items[row::down]).rstrip() for row in range(down))
