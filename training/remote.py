"""Whole trainings as tasks for workers, each of which begins and ends with one of them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from critter_envs.agents.spec import same_agent
from critter_envs.arena import MatchResult
from critter_envs.workers import Workers

from .config import Config, ConfigError
from .loop import train
from .run import Run


@dataclass(frozen=True)
class Task:
    """A training.

    Args:
        place: which of the trainings it is.
        config: what to train.
        checkpoints: which file each checkpoint is that takes part: its SHA-256, by its spec.
    """

    place: int
    config: Config
    checkpoints: dict[str, str]


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


def train_away(task: Task) -> tuple[int, dict[str, bytes]]:
    """Train from start to end; returns the place of the training, and the files that a finished one leaves.

    Raises:
        ConfigError: a checkpoint that takes part isn't on this machine, or is another file than where the training was asked for.
    """
    for spec, digest in task.checkpoints.items():
        if same_agent(spec, task.config.find_game(), digest) is None:
            raise ConfigError(
                f"{spec} is missing on a machine that is to train, or another file there than here: copy it to the same path"
            )
    with TemporaryDirectory() as place:
        run = Run(Path(place))
        train(task.config, run, Unwatched())
        return task.place, run.read()


def train_all(trainings: Sequence[tuple[Run, Config]], workers: Workers, progress: Callable[[int, int], None]) -> None:
    """Let workers do those trainings that aren't finished, and put what each leaves where it belongs, as soon as it is done.

    Args:
        trainings: the folders and what to train in each. A training that was interrupted here begins anew.
        workers: who trains.
        progress: is called with the number of trainings done, and of all.

    Raises:
        ConfigError: a folder holds a training with other settings, or a worker's machine lacks a checkpoint that takes part.
    """
    todo = [(run, config) for run, config in trainings if run.finished(config) is None]
    for run, config in todo:
        run.load(config)
    tasks = [Task(place, config, config.checkpoints()) for place, (_, config) in enumerate(todo)]
    for done, (place, files) in enumerate(workers.map(train_away, tasks, ordered=False), 1):
        todo[place][0].fill(files)
        progress(done, len(todo))
