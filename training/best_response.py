"""How far an agent can be exploited: ``python -m training.best_response greedy_goose ppo``."""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from .command import Parser, run_resumable


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; returns the exit code."""
    parser = Parser(
        prog="python -m training.best_response",
        description="Train a fresh agent against a fixed one, for each table size, and tell how much above its fair share "
        "it wins. The same command goes on with a training that was interrupted.",
        epilog="Example: python -m training.best_response greedy_goose ppo --players 2 4",
    )
    parser.add_argument("game", metavar="GAME", help="as listed by critter games")
    parser.add_argument("agent", metavar="AGENT", help="the fixed one: ppo, ppo:FILE, rules or random")
    parser.add_argument("--players", nargs="+", type=int, metavar="N", help="the table sizes (all)")
    parser.add_argument("--steps", type=int, metavar="N", help="decisions that each learns from (as many as the agent had)")
    parser.add_argument("--games", type=int, default=20_000, metavar="N", help="of each match at the end (20000)")
    parser.add_argument("--seed", type=int, default=0, metavar="X", help="decides everything (0)")
    parser.add_argument("--out", type=Path, metavar="FOLDER", help="where the trainings go (runs/best_response/GAME)")
    parser.add_argument("--fresh", action="store_true", help="begin anew, and replace what the folder holds of earlier trainings")
    parser.add_argument("--ray", metavar="ADDRESS", help="train on the Ray cluster at HOST:PORT, a task for each table size")
    parser.add_argument("--json", action="store_true", help="print JSON")
    options = parser.parse_args(arguments)
    kept = "the last update" if options.ray is None else "the table sizes that are finished"
    return run_resumable(parser.prog, lambda: _respond(options), kept)


def _respond(options: argparse.Namespace) -> None:
    from dataclasses import asdict

    from critter_envs.arena.tables import as_json, matches_table, painter_for
    from critter_envs.core.registry import find

    from .responses import respond, settings

    game = find(options.game)
    sizes = dict.fromkeys(options.players or range(game.min_players, game.max_players + 1))
    configs = [settings(game, options.agent, size, options.steps, options.games, options.seed) for size in sizes]
    responses = respond(configs, options.out or Path("runs/best_response") / game.name, options.fresh, options.ray)
    if options.json:
        print(as_json([asdict(response) for response in responses]))
    else:
        print(matches_table([response.match for response in responses], painter_for(sys.stdout)))
        times = ", ".join(f"{response.match.num_players} players {response.times_even:.2f}" for response in responses)
        print(f"Times its fair share: {times}")


if __name__ == "__main__":
    sys.exit(main())
