"""Train an agent by self-play: ``python -m training.train configs/quickstart.yaml``."""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from .command import INTERRUPTED, Parser, run


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
    options = parser.parse_args(arguments)
    code = run(parser.prog, lambda: _train(options))
    if code == INTERRUPTED:
        print("Interrupted: the same command goes on from the last update.", file=sys.stderr)
    return code


def _train(options: argparse.Namespace) -> None:
    from .config import load_config
    from .loop import train
    from .report import Display, print_ending
    from .run import Run

    config = load_config(options.config)
    folder = Run(options.out or Path("runs") / options.config.stem)
    if options.fresh:
        folder.clear()
    results = folder.finished(config)
    if results is None:
        with Display(config) as display:
            results = train(config, folder, display)
    print_ending(config, results, folder.checkpoint, folder.curve)


if __name__ == "__main__":
    sys.exit(main())
