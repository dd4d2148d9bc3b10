"""What all workers have in common.

A task is data that can be pickled, and what is done with it a function of a module. If its outcome depends on the task
alone, it is the same to the byte wherever it is done, for any number of workers.
"""

import pickle
from collections.abc import Callable, Iterable, Iterator
from typing import Protocol, TypeVar

from critter_envs.core.errors import CritterError

Task = TypeVar("Task")
Outcome = TypeVar("Outcome")

#: So often a task is begun before it is given up, if its worker is lost each time.
TRIES = 3

#: Workers share the cores by tasks; a library that starts threads of its own in each would only get in their way.
ONE_THREAD = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"}


class WorkerError(CritterError):
    """There are no workers to be had, or a task was lost with each of them."""


def sendable(error: Exception) -> Exception:
    """The same error, or what it says if it wouldn't survive the way to another process: it must not look like a lost worker."""
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:
        kind = CritterError if isinstance(error, CritterError) else RuntimeError
        told = kind(f"{type(error).__name__}: {error}")
        for note in getattr(error, "__notes__", ()):
            told.add_note(note)
        return told
    return error


class Workers(Protocol):
    """Whoever does tasks."""

    def map(self, function: Callable[[Task], Outcome], tasks: Iterable[Task], ordered: bool = True) -> Iterator[Outcome]:
        """The outcome of each task, in their order, or else each as soon as it is there. The tasks are taken up as workers get
        free: on a cluster from this call on, otherwise from when the first outcome is asked for.

        A worker that is lost costs its task, which is begun anew. Whoever stops asking for outcomes stops the work.

        Raises:
            WorkerError: a task was lost ``TRIES`` times.
            Exception: what the function raises, as ``sendable`` has it.
        """


class InProcess:
    """This process does one task after the other."""

    def map(self, function: Callable[[Task], Outcome], tasks: Iterable[Task], ordered: bool = True) -> Iterator[Outcome]:
        """As for all workers; nothing needs to be picklable."""
        return map(function, tasks)
