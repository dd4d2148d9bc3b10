"""What the commands of training have in common."""

import sys
from collections.abc import Callable

from critter_envs.core.errors import CritterError
from critter_envs.play.shell import Parser

#: The exit code after Ctrl-C.
INTERRUPTED = 130

__all__ = ["INTERRUPTED", "Parser", "run"]


def run(name: str, command: Callable[[], None]) -> int:
    """Run a command; returns its exit code: 0, or 2 with one line for what can't be done."""
    try:
        command()
        return 0
    except CritterError as error:
        print(f"{name}: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return INTERRUPTED
