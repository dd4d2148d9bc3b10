"""What the commands of training have in common."""

import sys
from collections.abc import Callable

from critter_envs.core.errors import CritterError
from critter_envs.play.shell import Parser, prepare_streams

#: The exit code after Ctrl-C.
INTERRUPTED = 130

__all__ = ["Parser", "run", "run_resumable"]


def run(name: str, command: Callable[[], None]) -> int:
    """Run a command; returns its exit code: 0, or 2 with one line for what can't be done."""
    prepare_streams()
    try:
        command()
        return 0
    except CritterError as error:
        print(f"{name}: {error}", file=sys.stderr)
        return 2
    except OSError as error:
        where = "" if error.filename is None else f"{error.filename}: "
        print(f"{name}: {where}{error.strerror or error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return INTERRUPTED


def run_resumable(name: str, command: Callable[[], None], kept: str = "the last update") -> int:
    """The same for long work, which the same command goes on with after Ctrl-C, from what is kept."""
    code = run(name, command)
    if code == INTERRUPTED:
        print(f"Interrupted: the same command goes on from {kept}.", file=sys.stderr)
    return code
