"""How far a long piece of work is, told on a terminal."""

import sys
import time
from collections.abc import Iterable


def follow(done: Iterable[int], total: int, what: str) -> None:
    """Go through all of ``done``, and keep a line on the terminal about what part of ``total`` it says, and how long the rest
    will take. Where standard error is no terminal, nothing is shown. The line is gone afterwards, however that comes about."""
    shown = sys.stderr.isatty()
    begun = time.monotonic()
    try:
        for count in done:
            if shown:
                left = (time.monotonic() - begun) * (total - count) / count
                print(f"\r\x1b[K{what}: {count / total:.0%}, {_duration(left)} left", end="", file=sys.stderr, flush=True)
    finally:
        if shown:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)


def _duration(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
