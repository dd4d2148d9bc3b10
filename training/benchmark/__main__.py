"""The command ``python -m training.benchmark``."""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from ..command import Parser, alone, run_resumable

if TYPE_CHECKING:
    from rich.progress import Progress


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; returns the exit code."""
    parser = Parser(
        prog="python -m training.benchmark",
        description="Compare learning algorithms over all games, on all cores. Each run is kept as soon as it is done, and never "
        "done twice: the same command goes on after an interruption.",
        epilog="Example: python -m training.benchmark ppo dqn my_package.my_module:MyAlgorithm",
    )
    parser.add_argument(
        "algorithms",
        nargs="*",
        default=["ppo", "dqn", "qrdqn"],
        metavar="ALGORITHM",
        help="ppo, dqn, qrdqn, or a class of your own, package.module:ClassName (ppo dqn qrdqn)",
    )
    parser.add_argument(
        "--config",
        type=Path,
        default=Path("configs/benchmark/full.yaml"),
        metavar="CONFIG",
        help="the settings (configs/benchmark/full.yaml)",
    )
    parser.add_argument(
        "--out", type=Path, metavar="FOLDER", help="where the results go (runs/benchmark/ and the name of the settings)"
    )
    parser.add_argument("--fresh", action="store_true", help="do all runs of these algorithms again")
    parser.add_argument("--ray", metavar="ADDRESS", help="run on the Ray cluster at HOST:PORT, not on the cores of this machine")
    parser.add_argument("--json", action="store_true", help="print JSON")
    options = parser.parse_args(arguments)
    return run_resumable(parser.prog, lambda: _compare(options), kept="the runs that are done")


def _compare(options: argparse.Namespace) -> None:
    from critter_envs.arena.tables import as_json, painter_for
    from critter_envs.core.extras import need
    from critter_envs.workers import crew

    need("the benchmark", "benchmark", "tianshou", "rliable")

    from ..config import load_settings
    from .report import as_data, picture, table
    from .runs import Folder, jobs, run_all
    from .scores import summarise
    from .settings import Benchmark

    benchmark = load_settings(Benchmark, options.config)
    folder = Folder(options.out or Path("runs/benchmark") / options.config.stem)
    wanted = jobs(benchmark, options.algorithms)
    with crew(options.ray, patience=0) as workers, alone(folder.path), _bar() as bar:
        if options.fresh:
            folder.clear(wanted)
        task = bar.add_task("decisions", total=None)
        results = run_all(folder, wanted, workers, lambda done, total: bar.update(task, completed=done, total=total))
    found = summarise(results)
    data = as_json(as_data(benchmark, found))
    folder.write("benchmark.json", data.encode())
    drawn = folder.write("benchmark.png", picture(found))
    if options.json:
        print(data)
    else:
        print(table(found, painter_for(sys.stdout)))
        print(f"\nScore: 0 is the random player, 1 the rule-based one.\nPicture: {drawn}")


def _bar() -> "Progress":
    from rich.console import Console
    from rich.progress import Progress

    return Progress(
        console=Console(stderr=True),
        transient=True,
        disable=not sys.stderr.isatty(),
        speed_estimate_period=3600,  # a run takes minutes, and of one algorithm longer than of another
    )


if __name__ == "__main__":
    sys.exit(main())
