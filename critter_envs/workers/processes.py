"""Workers on all cores of this machine: a process for each, which does the one task that it is sent."""

import multiprocessing
import os
import pickle
import signal
import time
import traceback
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from multiprocessing.connection import wait
from multiprocessing.reduction import ForkingPickler
from multiprocessing.resource_tracker import ensure_running
from types import TracebackType
from typing import Any

from .base import ONE_THREAD, TRIES, Outcome, Task, WorkerError, sendable

#: How many tasks may be ahead of the oldest unfinished one, for each worker: their outcomes wait in memory.
AHEAD = 4

#: Forking a process that has threads, as compilers and libraries start them, may copy locks that nobody opens.
_CONTEXT = multiprocessing.get_context("spawn")


def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class Processes:
    """Worker processes, which start when they are needed and end with the ``with`` block.

    Args:
        count: how many; by default one for each core. A single one is this process itself.
        patience: this process itself does tasks for so many seconds before it starts others, which takes a second or two.
    """

    def __init__(self, count: int | None = None, patience: float = 0.0) -> None:
        self._count = cores() if count is None else count
        self._patience = patience
        self._idle: list[_Worker] = []
        self._all: list[_Worker] = []

    def __enter__(self) -> "Processes":
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        for worker in self._all:
            worker.end()
        self._idle, self._all = [], []

    def map(self, function: Callable[[Task], Outcome], tasks: Iterable[Task], ordered: bool = True) -> Iterator[Outcome]:
        """As for all workers."""
        left = iter(tasks)
        yield from self._do_here(function, left)
        yield from self._share_out(function, left, ordered)

    def _start(self) -> "_Worker":
        self._all.append(worker := _Worker())
        return worker

    def _do_here(self, function: Callable[[Task], Outcome], tasks: Iterator[Task]) -> Iterator[Outcome]:
        """Do tasks until patience runs out."""
        while self._count == 1 or self._patience > 0:
            begun = time.monotonic()
            try:
                task = next(tasks)
            except StopIteration:
                return
            outcome = function(task)
            self._patience -= time.monotonic() - begun
            yield outcome

    def _share_out(self, function: Callable[[Task], Outcome], tasks: Iterator[Task], ordered: bool) -> Iterator[Outcome]:
        """Let the workers do the tasks."""
        fresh = (_Job(place, task) for place, task in enumerate(tasks))
        again: deque[_Job] = deque()
        outcomes: dict[int, Outcome] = {}
        busy: dict[Any, tuple[_Worker, _Job]] = {}
        done = 0
        try:
            while True:
                while len(busy) < self._count:
                    room = len(busy) + len(outcomes) < AHEAD * self._count
                    job = again.popleft() if again else next(fresh, None) if room else None
                    if job is None:
                        break
                    worker = self._idle.pop() if self._idle else self._start()
                    busy[worker.connection] = worker, job
                    worker.give(function, job.task)
                if not busy:
                    return
                for connection in wait(list(busy)):
                    worker, job = busy.pop(connection)
                    try:
                        outcomes[job.place] = worker.take()
                    except _Lost as loss:
                        again.append(job.once_more(loss))
                    else:
                        self._idle.append(worker)
                while done in outcomes if ordered else outcomes:
                    yield outcomes.pop(done if ordered else next(iter(outcomes)))
                    done += 1
        finally:
            for worker, _ in busy.values():
                worker.end()


@dataclass
class _Job:
    """A task, where its outcome belongs, and how often it was lost."""

    place: int
    task: Any
    losses: int = 0

    def once_more(self, loss: "_Lost") -> "_Job":
        """The same, after a loss."""
        self.losses += 1
        if self.losses == TRIES:
            raise WorkerError(f"a task was lost {TRIES} times, with each worker process that tried it: {loss}") from loss
        return self


class _Lost(Exception):
    """A process ended while it had a task."""


class _Worker:
    """A process, and the pipe that tasks and outcomes go through."""

    def __init__(self) -> None:
        self.connection, theirs = _CONTEXT.Pipe()
        self._process = _CONTEXT.Process(target=_serve, args=(theirs,), daemon=True)
        with _one_thread(), _no_interrupts():
            self._process.start()
        theirs.close()

    def give(self, function: Callable[[Task], Any], task: Task) -> None:
        """Hand over a task. If the process is gone, ``take`` tells."""
        with suppress(OSError):
            self.connection.send((function, task))

    def take(self) -> Any:
        """The outcome of the task, once there is something to read.

        Raises:
            _Lost: the process is gone.
            Exception: what the function raised; then the process has ended.
        """
        try:
            error, outcome = self.connection.recv()
        except (EOFError, OSError):
            self._process.join(1)
            reason = f"exit code {self._process.exitcode}"
            self.end()
            raise _Lost(reason) from None
        if error is not None:
            self.end()
            raise error
        return outcome

    def end(self) -> None:
        """End the process, whatever it does."""
        self.connection.close()
        self._process.kill()
        self._process.join()


def _serve(connection: Any) -> None:
    """What a worker process does."""
    with suppress(EOFError, OSError):  # whoever gives out tasks is gone
        while True:
            packed = connection.recv_bytes()
            try:
                function, task = pickle.loads(packed)
                answer = ForkingPickler.dumps((None, function(task)))
            except Exception as error:  # what can't be read or sent is a mistake, too, and no lost worker
                error.add_note(f"In a worker process:\n{traceback.format_exc()}")
                answer = ForkingPickler.dumps((sendable(error), None))
            connection.send_bytes(answer)


@contextmanager
def _one_thread() -> Iterator[None]:
    """Processes that start meanwhile find variables that keep libraries to one thread."""
    before = {name: os.environ.get(name) for name in ONE_THREAD}
    os.environ.update(ONE_THREAD)
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value


@contextmanager
def _no_interrupts() -> Iterator[None]:
    """Processes that start meanwhile never hear of Ctrl-C: this one does, and ends them."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    ensure_running()  # the tracker that the first process needs: when it starts, it lets interrupts through again
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
