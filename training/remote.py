"""Whole trainings as tasks for workers, each of which begins and ends with one of them."""

from collections.abc import Callable, Sequence
from contextlib import chdir
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from critter_envs.arena import MatchResult
from critter_envs.workers import Workers

from .config import Config
from .loop import train
from .run import Run


@dataclass(frozen=True)
class Task:
    """A training.

    Args:
        config: what to train.
        folder: what the paths in it count from, there as here.
    """

    config: Config
    folder: Path


class Unwatched:
    """A training that nobody watches."""

    def at(self, steps: int) -> None:
        """Nobody is told."""

    def evaluated(self, steps: int, results: Sequence[MatchResult]) -> None:
        """Nobody is told."""

    def imitating(self, done: int, total: int) -> None:
        """Nobody is told."""

    def exploiting(self, done: int, total: int) -> None:
        """Nobody is told."""

    def playing(self, done: int, total: int) -> None:
        """Nobody is told."""


def train_away(task: Task) -> dict[str, bytes]:
    """Train from start to end; returns the files that a finished training leaves."""
    with TemporaryDirectory() as place, chdir(task.folder):
        run = Run(Path(place))
        train(task.config, run, Unwatched())
        return run.read()


def train_all(trainings: Sequence[tuple[Run, Config]], workers: Workers, progress: Callable[[int, int], None]) -> None:
    """Let workers do those trainings that aren't finished, and put what they leave where it belongs.

    Args:
        trainings: the folders and what to train in each. A training that was interrupted here begins anew.
        workers: who trains.
        progress: is called with the number of trainings done, and of all.

    Raises:
        ConfigError: a folder holds a training with other settings.
    """
    todo = [(run, config) for run, config in trainings if run.finished(config) is None]
    for run, config in todo:
        run.load(config)
    outcomes = workers.map(train_away, [Task(config, Path.cwd()) for _, config in todo])
    for done, ((run, _), files) in enumerate(zip(todo, outcomes, strict=True), 1):
        run.fill(files)
        progress(done, len(todo))
