"""The command ``critter``."""

import argparse
import io
import os
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import NoReturn

from critter_envs.core.errors import CritterError

from . import commands, viewing


class Parser(argparse.ArgumentParser):
    """A parser whose errors are one line."""

    def error(self, message: str) -> NoReturn:
        """Say what is wrong, and exit with code 2."""
        self.exit(2, f"{self.prog}: {message}; see {self.prog} --help\n")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command line; returns the exit code."""
    prepare_streams()
    options = _parser().parse_args(arguments)
    return run("critter", lambda: options.run(options))


def run(name: str, command: Callable[[], int]) -> int:
    """Run a command of this name; returns its exit code: its own, 2 for what can't be done, 130 after Ctrl-C."""
    prepare_streams()
    try:
        code = command()
        sys.stdout.flush()
        return code
    except CritterError as error:
        print(f"{name}: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return commands.INTERRUPTED
    except BrokenPipeError:
        _stop_writing()  # whoever read the output has had enough
        return 1
    except MemoryError as error:
        print(f"{name}: there isn't enough memory: {error}", file=sys.stderr)
        return 2
    except OSError as error:
        where = "" if error.filename is None else f"{error.filename}: "
        print(f"{name}: {where}{error.strerror or error}", file=sys.stderr)
        _stop_writing()
        return 2


def prepare_streams() -> None:
    """Make input and output fit for any terminal: what it can't show becomes a question mark, and one that is closed is empty."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115
        elif isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def _stop_writing() -> None:
    """What is left of the output must not be written at exit either."""
    with suppress(io.UnsupportedOperation):  # it is caught in memory
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _parser() -> Parser:
    parser = Parser(
        prog="critter",
        description="Tabletop games for agents and people.",
        epilog="Example: critter play greedy_goose --players 4 --against rules",
    )
    subcommands = parser.add_subparsers(metavar="COMMAND", required=True, parser_class=Parser)

    def command(name: str, run: Callable[[argparse.Namespace], int], what: str, example: str) -> Parser:
        one: Parser = subcommands.add_parser(
            name,
            help=what,
            description=f"{what[0].upper()}{what[1:]}.",
            epilog=f"Example: {example}",
        )
        one.set_defaults(run=run)
        return one

    command("games", commands.show_games, "list the games", "critter games")

    one = command("play", commands.play, "play against agents", "critter play greedy_goose --players 4 --against ppo")
    one.add_argument("game", metavar="GAME", nargs="?", help="as listed by critter games; not needed with --load")
    one.add_argument("--players", type=int, metavar="N", help="the table size, yourself included (4)")
    one.add_argument(
        "--against",
        action="extend",
        nargs="+",
        metavar="AGENT",
        help="random, rules, ppo or ppo:FILE: one for all other seats, or one for each from your left neighbour on (rules)",
    )
    one.add_argument("--seat", type=int, metavar="S", help="your seat, from 0 (0)")
    one.add_argument("--seed", type=int, metavar="X", help="which game is dealt (drawn)")
    one.add_argument("--save", metavar="FILE", help="keep the game in a file, written after each of your moves")
    one.add_argument("--load", metavar="FILE", help="go on with a game that was kept in a file, and keep it there")

    _add_parameters(one)
    one.add_argument(
        "--web", action="store_true", help="play in a browser; an AGENT may be person, for whom there is a link then"
    )
    _add_listening(one)
    _add_keeping(one)

    one = command("watch", viewing.watch, "watch agents play", "critter watch greedy_goose ppo rules rules --delay 0.5")
    one.add_argument("game", metavar="GAME", help="as listed by critter games")
    one.add_argument("agents", metavar="AGENT", nargs="+", help="random, rules, search:N, ppo or ppo:FILE, one for each seat")
    one.add_argument("--seed", type=int, metavar="X", help="which game is dealt (drawn)")
    one.add_argument("--save", metavar="FILE", help="keep the game in a file, for critter replay")
    _add_parameters(one)
    _add_delay(one)
    one.add_argument("--web", action="store_true", help="watch in a browser")
    _add_listening(one)

    one = command("replay", viewing.replay, "look at a game that was kept in a file", "critter replay game.json --seat 0")
    one.add_argument("file", metavar="FILE", help="what --save wrote")
    one.add_argument("--seat", type=int, metavar="S", help="see what this seat saw, from 0 (all cards, open)")
    one.add_argument("--text", metavar="FILE", help="write the game in words to a file")
    one.add_argument("--gif", metavar="FILE", help="write the game as a moving picture to a file")
    _add_delay(one)
    one.add_argument("--web", action="store_true", help="look at it in a browser")
    _add_listening(one)

    one = command("serve", commands.serve, "serve games to browsers", "critter serve --port 8000")
    _add_listening(one)
    _add_keeping(one)

    one = command("bench", commands.bench, "measure the speed of the games", "critter bench greedy_goose --json")
    one.add_argument("game", metavar="GAME", nargs="?", help="as listed by critter games; without one, all")
    one.add_argument("--players", type=int, metavar="N", help="the table size (4)")
    one.add_argument("--repeats", type=int, default=5, metavar="N", help="of how many measurements the median is taken (5)")
    one.add_argument("--json", action="store_true", help="print JSON")

    one = command(
        "tournament",
        commands.hold_tournament,
        "let each agent sit alone at tables of each other one, or meet near ones in rounds",
        "critter tournament greedy_goose random rules ppo --players 2 4 6 --games 5000",
    )
    one.add_argument("game", metavar="GAME", help="as listed by critter games")
    one.add_argument("agents", metavar="AGENT", nargs="+", help="random, rules, search:N, ppo or ppo:FILE; two or more")
    one.add_argument(
        "--swiss", type=int, metavar="ROUNDS", help="so many rounds in which agents of near rating share tables, for many agents"
    )
    one.add_argument("--players", type=int, nargs="+", default=[4], metavar="N", help="the table sizes (4)")
    one.add_argument("--games", type=int, default=1000, metavar="N", help="how many games of each pairing, or each table (1000)")
    one.add_argument("--seed", type=int, default=0, metavar="X", help="which games are dealt (0)")
    one.add_argument("--json", action="store_true", help="print JSON")
    one.add_argument("--png", metavar="FILE", help="draw ratings and win shares")
    one.add_argument("--ray", metavar="ADDRESS", help="play on the Ray cluster at HOST:PORT, not on the cores of this machine")
    return parser


def _add_parameters(one: Parser) -> None:
    """The parameters of the game."""
    one.add_argument(
        "--set",
        action="extend",
        nargs="+",
        metavar="NAME=VALUE",
        help="parameters of the game, as its README lists them, for instance payoffs=true",
    )


def _add_delay(one: Parser) -> None:
    """The pace of what is looked at."""
    one.add_argument("--delay", type=float, metavar="S", help="seconds between decisions, from 0 to 5 (1; line by line, 0)")


def _add_listening(one: Parser) -> None:
    """Where the server is."""
    one.add_argument("--host", metavar="ADDRESS", help="where the server listens (127.0.0.1, this machine alone)")
    one.add_argument("--port", type=int, metavar="N", help="at which port (8642, or any that is free)")


def _add_keeping(one: Parser) -> None:
    """What the server keeps."""
    one.add_argument("--db", metavar="FILE", help="where the server keeps its games (a file of the user's)")
    one.add_argument("--no-save", action="store_true", help="let the server forget its games when it ends")
