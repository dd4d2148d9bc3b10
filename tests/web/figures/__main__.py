"""Measures what the server must hold to: ``python tests/web/figures WHAT``. Ends with status 1 if a demand is not met."""

import sys
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))  # what the tests of the server share

from report import Figures

import critter_envs
from critter_envs.arena.tables import painter_for
from critter_envs.web.prepare import compile_chances


def whole(text: str) -> int:
    """A whole number from 1."""
    if not text.isascii() or not text.isdecimal() or int(text) < 1:
        raise ArgumentTypeError(f"{text!r} is no whole number from 1")
    return int(text)


def options(arguments: list[str]) -> Namespace:
    """What is asked for."""
    parser = ArgumentParser(prog="python tests/web/figures", description=__doc__)
    what = parser.add_subparsers(dest="what", required=True, metavar="WHAT")
    clicks = what.add_parser("clicks", help="from a click in a browser to the drawn answer")
    clicks.add_argument("--clicks", type=whole, default=200, metavar="N", help="of each game (200)")
    load = what.add_parser("load", help="answers while many play at once")
    load.add_argument("--tables", type=whole, default=200, metavar="N", help="at once (200)")
    load.add_argument("--seconds", type=whole, default=120, metavar="S", help="of play that count; then games are ended (120)")
    fuzz = what.add_parser("fuzz", help="messages and requests that are not right")
    fuzz.add_argument("--messages", type=whole, default=100_000, metavar="N", help="how many (100000)")
    kills = what.add_parser("kills", help="a server that is killed in the midst of games")
    kills.add_argument("--kills", type=whole, default=50, metavar="N", help="how often (50)")
    for one in (clicks, load, fuzz, kills):
        one.add_argument("--seed", type=int, default=0, metavar="N", help="of whatever is drawn (0)")
    return parser.parse_args(arguments)


def prepare() -> None:
    """Have all compiled that a server would have compiled on the side: else that would go on while times are taken."""
    print("compiling what is not compiled yet", file=sys.stderr)
    for name in critter_envs.games():
        compile_chances(name)


def measured(chosen: Namespace) -> Figures:
    """Take the measurement. What only one of them needs is loaded for it alone."""
    if chosen.what != "fuzz":
        prepare()
    match chosen.what:
        case "clicks":
            import clicks

            return clicks.measure(chosen.clicks, chosen.seed)
        case "load":
            import load

            return load.measure(chosen.tables, chosen.seconds, chosen.seed)
        case "fuzz":
            import fuzz

            return fuzz.measure(chosen.messages, chosen.seed)
        case _:
            import kills

            return kills.measure(chosen.kills, chosen.seed)


if __name__ == "__main__":
    figures = measured(options(sys.argv[1:]))
    print(figures.told(painter_for(sys.stdout)))
    sys.exit(not figures.good)
