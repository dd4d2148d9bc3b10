"""Workers on a Ray cluster.

Its nodes need the same version of this package, and the files that tasks name under the same paths. Processors of other kinds
may round sums of a network otherwise, so to the byte the outcomes are the same on nodes of one kind.
"""

import logging
import os
import socket
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from functools import partial
from itertools import islice
from types import TracebackType
from typing import Any

from critter_envs.core.extras import need

from .base import ONE_THREAD, TRIES, Outcome, Task, WorkerError, sendable

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
        self._address = address
        self._connect()

    def _connect(self) -> None:
        quiet: dict[str, Any] = {"log_to_driver": False, "logging_level": logging.ERROR}
        try:
            self._ray.init(address=self._address, runtime_env={"env_vars": ONE_THREAD}, **quiet)
        except (Exception, SystemExit) as error:  # it exits where it doesn't like what answers
            raise WorkerError(f"no Ray cluster answers at {self._address}: {_one_line(error)}") from error

    def __enter__(self) -> "RayCluster":
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._ray.shutdown()

    def map(self, function: Callable[[Task], Outcome], tasks: Iterable[Task], ordered: bool = True) -> Iterator[Outcome]:
        """As for all workers; the first tasks begin with the call. Ray itself begins a task anew if its process or its node is
        lost. A task is done in the folder of this process, if its node has one of that name: the paths in it count from there.

        Whoever stops asking stops all that is under way on the cluster, other work of this process included.
        """
        if not self._ray.is_initialized():
            self._connect()
        outcomes = self._outcomes(function, iter(tasks), ordered)
        next(outcomes)  # one that has begun stops the work when it is closed, even if nobody has asked it for an outcome
        return outcomes

    def _outcomes(self, function: Callable[[Task], Any], left: Iterator[Task], ordered: bool) -> Generator[Any, None, None]:
        """Nothing, once the first tasks are given out, and then the outcomes. Whenever one is there, others are given out."""
        remote: Any = self._ray.remote(num_cpus=1, max_retries=TRIES - 1)(_carried())
        folder, pack = os.getcwd(), self._ray.cloudpickle.dumps
        given: deque[Any] = deque()
        job = self._connected()
        try:
            outcome = None
            while True:
                room = max(0, AHEAD * self._cores() - len(given))
                given.extend(remote.remote(folder, pack(partial(_do, function, task))) for task in islice(left, room))
                yield outcome
                if not given:
                    return
                if self._connected() != job:
                    raise WorkerError("the work was stopped, as other work on the cluster was")
                outcome = self._take(given, ordered)
        finally:
            if given and self._connected() == job:
                self._stop(list(given))

    def _connected(self) -> str | None:
        """What the cluster calls this connection, as long as it lasts."""
        return self._ray.get_runtime_context().get_job_id() if self._ray.is_initialized() else None

    def _stop(self, given: list[Any]) -> None:
        """End the connection, unless all is done, and with it all that was begun over it. To cancel a task instead would end this
        process, by a fault of Ray, if the task is done in that very moment (https://github.com/ray-project/ray/pull/54785)."""
        if self._ray.wait(given, num_returns=len(given), timeout=0, fetch_local=False)[1]:
            self._ray.shutdown()

    def _cores(self) -> int:
        return max(1, int(self._ray.cluster_resources().get("CPU", 0)))

    def _take(self, given: deque[Any], ordered: bool) -> Any:
        """The outcome of the oldest task, or of any, when it is there."""
        reference = given[0] if ordered else self._ray.wait(list(given))[0][0]
        errors = self._ray.exceptions
        try:
            unread, outcome = self._ray.get(reference)
        except errors.RayTaskError as error:
            raise error.cause from error
        except (errors.WorkerCrashedError, errors.NodeDiedError, errors.OutOfMemoryError) as error:
            raise WorkerError(
                f"a task was lost {TRIES} times, with each worker on the cluster that tried it: {_one_line(error)}"
            ) from error
        except errors.RayError as error:
            raise WorkerError(f"the cluster could not do a task: {_one_line(error)}") from error
        given.remove(reference)  # not before: who is interrupted while waiting for it wants it stopped, too
        if unread is not None:
            raise WorkerError(
                f"a node of the cluster can't take up its task ({unread}): each needs the same version of this package, "
                "and for trainings a checkout of it"
            )
        return outcome


def _carried() -> Callable[[str, bytes], tuple[str | None, Any]]:
    """What Ray is to run. The code of a function within another one is sent along, so that a node without this package, or with
    one in which something is elsewhere, can say so."""

    def task(folder: str, packed: bytes) -> tuple[str | None, Any]:
        import os
        import pickle

        if os.path.isdir(folder):
            os.chdir(folder)
        try:
            work = pickle.loads(packed)
        except Exception as error:
            return str(error), None
        return None, work()

    return task


def _do(function: Callable[[Task], Outcome], task: Task) -> Outcome:
    """Do a task; an error must be one that can be sent back."""
    try:
        return function(task)
    except Exception as error:
        told = sendable(error)
        if told is error:
            raise
        raise told from error


def _one_line(error: BaseException) -> str:
    """What Ray says on several lines."""
    return " ".join(str(error).split())


def _knock(address: str) -> None:
    """See to it that somebody listens there: Ray itself would try for minutes."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if not host or not port.isdecimal():
        raise WorkerError(f"{address!r} is no address of a Ray cluster: it must be HOST:PORT or ray://HOST:PORT")
    try:
        socket.create_connection((host, int(port)), _ANSWER).close()
    except (OSError, OverflowError, ValueError) as error:  # a name or a number that can't be one is a wrong value
        raise WorkerError(f"no Ray cluster answers at {address}: {error}") from error
