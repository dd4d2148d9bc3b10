"""Measure how much of the possible speed self-play reaches: ``python -m training.bench``."""

import argparse
import sys
from collections.abc import Sequence

from .command import Parser, run


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; returns the exit code."""
    parser = Parser(
        prog="python -m training.bench",
        description="Measure how much of the possible speed self-play reaches.",
        epilog="Example: python -m training.bench --json",
    )
    parser.add_argument(
        "game", nargs="?", default="greedy_goose", metavar="GAME", help="as listed by critter games (greedy_goose)"
    )
    parser.add_argument("--threads", type=int, default=2, metavar="N", help="of torch (2)")
    parser.add_argument("--repeats", type=int, default=5, metavar="N", help="of how many measurements the median is taken (5)")
    parser.add_argument("--json", action="store_true", help="print JSON")
    options = parser.parse_args(arguments)
    return run(parser.prog, lambda: _bench(options))


def _bench(options: argparse.Namespace) -> None:
    from statistics import median

    from critter_envs.arena.tables import as_json, format_table

    from .throughput import Bench

    bench = Bench(options.game, options.threads)
    bench.repeat()
    repeats = [bench.repeat() for _ in range(options.repeats)]
    medians = {name: median(one[name] for one in repeats) for name in repeats[0]}
    if options.json:
        print(as_json({"threads": options.threads, "medians": medians, "repeats": repeats}))
    else:
        rows = [[name, f"{value:,.2f}" if value < 100 else f"{value:,.0f}"] for name, value in medians.items()]
        print(format_table([f"median of {options.repeats}", ">"], rows))


if __name__ == "__main__":
    sys.exit(main())
