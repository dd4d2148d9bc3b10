"""Workers on a Ray cluster.

Its nodes need the same version of this package, and the files that tasks name under the same paths. Processors of other kinds
may round sums of a network otherwise, so to the byte the outcomes are the same on nodes of one kind.
"""

import logging
import socket
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from types import TracebackType
from typing import Any

from critter_envs.core.extras import need

from .base import ONE_THREAD, TRIES, Outcome, Task, WorkerError

#: How many tasks a core of the cluster has in hand, waiting ones and done ones whose turn hasn't come included.
AHEAD = 4

#: So many seconds a cluster has to answer.
_ANSWER = 5.0


class RayCluster:
    """The cores of a Ray cluster, as they are when work begins; let go of when the ``with`` block ends.

    Args:
        address: ``HOST:PORT`` of its head, or ``ray://HOST:PORT`` from outside.

    Raises:
        MissingExtra: Ray isn't installed.
        WorkerError: no cluster answers there.
    """

    def __init__(self, address: str) -> None:
        need("a Ray cluster", "ray", "ray")
        _knock(address)
        import ray

        self._ray: Any = ray
        try:
            ray.init(address=address, log_to_driver=False, logging_level=logging.ERROR, runtime_env={"env_vars": ONE_THREAD})
        except (Exception, SystemExit) as error:  # it exits where it doesn't like what answers
            raise WorkerError(f"no Ray cluster answers at {address}: {error}") from error

    def __enter__(self) -> "RayCluster":
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._ray.shutdown()

    def map(self, function: Callable[[Task], Outcome], tasks: Iterable[Task], ordered: bool = True) -> Iterator[Outcome]:
        """As for all workers; the first tasks begin with the call. Ray itself begins a task anew if its process or its node is
        lost."""
        remote: Any = self._ray.remote(num_cpus=1, max_retries=TRIES - 1)(_call)
        left = iter(tasks)
        given: deque[Any] = deque()

        def give() -> None:
            room = max(0, AHEAD * self._cores() - len(given))
            given.extend(remote.remote(function, task) for task in islice(left, room))

        give()
        return self._outcomes(given, give, ordered)

    def _outcomes(self, given: deque[Any], give: Callable[[], None], ordered: bool) -> Iterator[Any]:
        """The outcomes of tasks that are given out, in their order or not; whenever one is there, others are given out."""
        try:
            while given:
                outcome = self._take(given, ordered)
                give()
                yield outcome
        finally:
            for reference in given:
                self._ray.cancel(reference, force=True)

    def _cores(self) -> int:
        return max(1, int(self._ray.cluster_resources().get("CPU", 0)))

    def _take(self, given: deque[Any], ordered: bool) -> Any:
        """The outcome of the oldest task, or of any, when it is there."""
        reference = given[0] if ordered else self._ray.wait(list(given))[0][0]
        given.remove(reference)
        try:
            return self._ray.get(reference)
        except self._ray.exceptions.RayTaskError as error:
            raise error.cause from error
        except self._ray.exceptions.RayError as error:
            reason = str(error).strip().splitlines()[0]
            raise WorkerError(
                f"a task was lost {TRIES} times, with each worker on the cluster that tried it: {reason}"
            ) from error


def _call(function: Callable[[Task], Outcome], task: Task) -> Outcome:
    """Do a task: Ray names what it runs after this."""
    return function(task)


def _knock(address: str) -> None:
    """See to it that somebody listens there: Ray itself would try for minutes."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if not host or not port.isdecimal():
        raise WorkerError(f"{address!r} is no address of a Ray cluster: it must be HOST:PORT or ray://HOST:PORT")
    try:
        socket.create_connection((host, int(port)), _ANSWER).close()
    except (OSError, OverflowError) as error:
        raise WorkerError(f"no Ray cluster answers at {address}: {error}") from error
