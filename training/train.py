"""Train an agent by self-play: ``python -m training.train configs/quickstart.yaml``."""

import argparse
import sys
from collections.abc import Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING

from .command import Parser, alone, run_resumable

if TYPE_CHECKING:
    from rich.console import Console

    from critter_envs.arena import MatchResult
    from critter_envs.workers import Workers

    from .config import Config


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; returns the exit code."""
    parser = Parser(
        prog="python -m training.train",
        description="Train an agent by self-play. The same command goes on with a training that was interrupted.",
        epilog="Example: python -m training.train configs/quickstart.yaml",
    )
    parser.add_argument("config", type=Path, metavar="CONFIG", help="the settings, a YAML file")
    parser.add_argument("--out", type=Path, metavar="FOLDER", help="where the results go (runs/ and the name of the settings)")
    parser.add_argument(
        "--fresh", action="store_true", help="begin anew, and replace what the folder holds of an earlier training"
    )
    parser.add_argument(
        "--ray", metavar="ADDRESS", help="evaluate and train exploiters on the Ray cluster at HOST:PORT, not in this process"
    )
    options = parser.parse_args(arguments)
    return run_resumable(parser.prog, lambda: _train(options))


def train_in(
    folder: Path, config: "Config", console: "Console | None" = None, workers: "Workers | None" = None
) -> "list[MatchResult]":
    """Train in a folder: from the start, from where it was interrupted, or not at all if it is finished.

    Args:
        folder: made if it isn't there.
        config: what to train.
        console: where a bar shows how it goes; by default on standard output.
        workers: as for ``train``.

    Raises:
        ConfigError: the folder holds a training with other settings.
    """
    from .loop import train
    from .report import Display
    from .run import Run

    run = Run(folder)
    results = run.finished(config)
    if results is None:
        with Display(config, console) as display:
            results = train(config, run, display, workers)
    return results


def _train(options: argparse.Namespace) -> None:
    from critter_envs.workers import crew

    from .config import Config, load_settings
    from .report import print_ending
    from .run import Run

    config = load_settings(Config, options.config)
    run = Run(options.out or Path("runs") / options.config.stem)
    with nullcontext() if options.ray is None else crew(options.ray) as workers, alone(run.folder):
        if options.fresh:
            run.clear()
        results = train_in(run.folder, config, workers=workers)
    print_ending(config, results, run.checkpoint, run.curve)


if __name__ == "__main__":
    sys.exit(main())
