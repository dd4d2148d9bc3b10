"""What will be needed later is compiled by other processes meanwhile, so that nobody waits for it."""

import os
import subprocess
import sys
from contextlib import suppress

from critter_envs.core.batch import Batch
from critter_envs.core.registry import find
from critter_envs.play.chances import chances

#: How much such a process stands back behind the server, as ``nice`` counts.
_STANDS_BACK = 10


class Preparation:
    """Has what estimates chances compiled, once for each game; it is kept where compiled code is kept."""

    def __init__(self) -> None:
        self._processes: dict[str, subprocess.Popen[bytes]] = {}

    def begin(self, game: str) -> None:
        """Prepare a game, unless that was begun already. If it fails, all is compiled when it is asked for."""
        if game not in self._processes:
            command = [sys.executable, "-m", __name__, game]
            with suppress(OSError):
                self._processes[game] = subprocess.Popen(
                    command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
                )

    def stop(self) -> None:
        """End what isn't done."""
        for process in self._processes.values():
            process.kill()
            process.wait()


def compile_chances(game: str) -> None:
    """Estimate something, so that all that it takes has been compiled."""
    chances(Batch(find(game), 1, find(game).min_players, [0]), 0, games=1)


if __name__ == "__main__":
    if hasattr(os, "nice"):
        os.nice(_STANDS_BACK)
    compile_chances(sys.argv[1])
