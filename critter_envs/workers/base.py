"""What all workers have in common.

A task is data that can be pickled, and what is done with it a function of a module. If its outcome depends on the task
alone, it is the same to the byte wherever it is done, for any number of workers.
"""

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


class Workers(Protocol):
    """Whoever does tasks."""

    def map(self, function: Callable[[Task], Outcome], tasks: Iterable[Task], ordered: bool = True) -> Iterator[Outcome]:
        """The outcome of each task, in their order, or else each as soon as it is there. The tasks are taken up as workers get
        free: on a cluster from this call on, otherwise from when the first outcome is asked for.

        A worker that is lost costs its task, which is begun anew. Whoever stops asking for outcomes stops the work.

        Raises:
            WorkerError: a task was lost ``TRIES`` times.
            Exception: what the function raises.
        """


class InProcess:
    """This process does one task after the other."""

    def map(self, function: Callable[[Task], Outcome], tasks: Iterable[Task], ordered: bool = True) -> Iterator[Outcome]:
        """As for all workers; nothing needs to be picklable."""
        return map(function, tasks)
