"""How well an agent plays, alone at a table of others: ``python -m training.evaluate greedy_goose ppo:PATH``."""

import argparse
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from rich.console import Console
from rich.progress import Progress

from critter_envs.agents import Agent
from critter_envs.arena import Match, MatchResult, play_all
from critter_envs.arena.tables import as_json, matches_table, painter_for
from critter_envs.core.game import Game
from critter_envs.core.registry import find
from critter_envs.workers import Workers, crew

from .command import Parser, run


def evaluate(
    game: Game,
    one: str | Agent,
    against: Sequence[str],
    players: Sequence[int],
    games: int,
    seed: int,
    progress: Callable[[int, int], None] = lambda done, total: None,
    workers: Workers | None = None,
    **parameters: Any,
) -> list[MatchResult]:
    """Let an agent sit alone at a table of others: a match for each of these others and each table size.

    Args:
        game: what they play.
        one: the agent, or its spec.
        against: the specs of the others; one that stands here twice counts once.
        players: the table sizes; likewise.
        games: how many in each match, rounded up so that the agent sits in each seat equally often.
        seed: decides the games; the deals of a table size are the same against all others.
        progress: is called with the number of games done, and of all games.
        workers: who plays; by default this process.
        parameters: the game's parameters.

    Returns:
        Results whose first agent is the lone one.
    """
    matches = [
        Match(game, [one, *[other] * (size - 1)], size, games, seed, **parameters)
        for other in dict.fromkeys(against)
        for size in dict.fromkeys(players)
    ]
    total = sum(match.num_games for match in matches)
    for done in play_all(matches, workers):
        progress(done, total)
    return [match.result() for match in matches]


def renamed(result: MatchResult, name: str) -> MatchResult:
    """The same result with another name for its first agent."""
    return replace(result, agents=(replace(result.agents[0], agent=name), *result.agents[1:]))


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; returns the exit code."""
    parser = Parser(
        prog="python -m training.evaluate",
        description="Measure how well an agent plays, alone at a table of others.",
        epilog="Example: python -m training.evaluate greedy_goose ppo:runs/greedy_goose/ppo.zip --against rules --games 20000",
    )
    parser.add_argument("game", metavar="GAME", help="as listed by critter games")
    parser.add_argument("agent", metavar="AGENT", help="ppo, ppo:FILE, rules or random")
    parser.add_argument(
        "--against", nargs="+", default=["rules", "random"], metavar="AGENT", help="who fills the table (rules random)"
    )
    parser.add_argument("--players", nargs="+", type=int, metavar="N", help="the table sizes (all)")
    parser.add_argument("--games", type=int, default=20_000, metavar="N", help="of each match (20000)")
    parser.add_argument("--seed", type=int, default=0, metavar="X", help="which games are dealt (0)")
    parser.add_argument("--json", action="store_true", help="print JSON")
    options = parser.parse_args(arguments)
    return run(parser.prog, lambda: _evaluate(options))


def _evaluate(options: argparse.Namespace) -> None:
    game = find(options.game)
    players = options.players or range(game.min_players, game.max_players + 1)
    with crew() as workers, Progress(console=Console(stderr=True), transient=True, disable=not sys.stderr.isatty()) as bar:
        task = bar.add_task("games")
        results = evaluate(
            game,
            options.agent,
            options.against,
            players,
            options.games,
            options.seed,
            lambda done, total: bar.update(task, completed=done, total=total),
            workers,
        )
    if options.json:
        print(as_json([result.as_dict() for result in results]))
    else:
        print(matches_table(results, painter_for(sys.stdout)))


if __name__ == "__main__":
    sys.exit(main())
