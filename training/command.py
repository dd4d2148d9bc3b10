"""What the commands of training have in common."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from critter_envs.core.errors import CritterError
from critter_envs.play import shell
from critter_envs.play.commands import INTERRUPTED
from critter_envs.play.shell import Parser

__all__ = ["INTERRUPTED", "Parser", "alone", "run", "run_resumable"]


def run(name: str, command: Callable[[], None]) -> int:
    """Run a command; returns its exit code: 0, 2 with one line for what can't be done, 130 after Ctrl-C."""

    def done() -> int:
        command()
        return 0

    return shell.run(name, done)


def run_resumable(name: str, command: Callable[[], None], kept: str = "the last update") -> int:
    """The same for long work, which the same command goes on with after Ctrl-C, from what is kept."""
    code = run(name, command)
    if code == INTERRUPTED:
        print(f"Interrupted: the same command goes on from {kept}.", file=sys.stderr)
    return code


@contextmanager
def alone(folder: Path) -> Iterator[None]:
    """Keep other commands out of a folder meanwhile; it is made if it isn't there.

    Raises:
        CritterError: another one is at work in it, or it is a file.
    """
    from filelock import FileLock, Timeout

    try:
        folder.mkdir(parents=True, exist_ok=True)
    except (FileExistsError, NotADirectoryError):
        raise CritterError(f"{folder} can't be a folder, since a file is in its place: give another one with --out") from None
    lock = FileLock(folder / ".lock", blocking=False)
    try:
        lock.acquire()
    except Timeout:
        raise CritterError(f"another command is at work in {folder}: wait for it, or give another folder with --out") from None
    try:
        yield
    finally:
        lock.release()
