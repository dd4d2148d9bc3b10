"""The files that the commands are given: each has a name, and no game that was kept is lost."""

from os.path import samestat
from pathlib import Path

from critter_envs.core.errors import RecordError
from critter_envs.core.paths import path_from
from critter_envs.core.records import read_record

from .course import PlayError


def named_file(name: str) -> Path:
    """A file, whether it is there or not.

    Raises:
        PlayError: it has no name.
    """
    if not name:
        raise PlayError("a file needs a name")
    return path_from(name)


def new_file(name: str, own: Path | None = None, otherwise: str = "") -> Path:
    """A file that a game may be kept in: a new one, or the game's own.

    Args:
        name: what it is called.
        own: the file of this game.
        otherwise: what else a person may do if there is another file of this name.

    Raises:
        PlayError: there is one, or the name is none, or it can't be seen whether there is one.
    """
    if not name:
        raise PlayError("a game can't be kept in a file without a name")
    file = path_from(name)
    try:
        is_taken = _is_other(file, own)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        raise PlayError(f"a game can't be kept in {name!r}: {reason}") from error
    if is_taken:
        raise PlayError(f"{name!r} is there already: choose another name{otherwise}")
    return file


def _is_other(file: Path, own: Path | None) -> bool:
    """Whether something of this name is there, and not the game's own file."""
    try:
        there = file.stat()
    except (FileNotFoundError, NotADirectoryError):
        return False
    return own is None or not own.exists() or not samestat(there, own.stat())


def picture_of_a_game(name: str) -> Path:
    """A file that a game may be drawn or told in. It may replace an older one, but no game that was kept.

    Raises:
        PlayError: a game is kept there, or the name is none.
    """
    file = named_file(name)
    if file.is_file() and _holds_game(file):
        raise PlayError(f"{name!r} holds a game that was kept, which would be lost: choose another name")
    return file


def _holds_game(file: Path) -> bool:
    try:
        read_record(file)
    except RecordError:
        return False
    return True
