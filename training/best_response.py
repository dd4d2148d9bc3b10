"""How far an agent can be exploited: ``python -m training.best_response greedy_goose ppo``.

A fresh agent learns against it alone. What that one then wins above its fair share, alone at a table of the fixed agent, is
a lower bound of the agent's exploitability: another learner might find more.
"""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from critter_envs.agents import agent
from critter_envs.agents.checkpoint import CheckpointAgent
from critter_envs.arena import MatchResult
from critter_envs.arena.tables import as_json, matches_table, painter_for
from critter_envs.core.game import Game
from critter_envs.core.registry import find

from .command import Parser, run_resumable
from .config import Config, check_settings

#: Decisions to learn from against an agent whose file doesn't say how many it had itself.
STEPS = 2_000_000

#: Decisions of the fixed agent that the fresh one watches before it plays: it begins as one more of them.
LESSONS = 2_000_000

#: What a fresh agent takes over from the training of the fixed one.
_AS_THE_FIXED_ONE = ("parameters", "slots", "hidden", "shared", "threads", "learning", "temperature")


def settings(game: Game, spec: str, players: Sequence[int], steps: int | None, games: int, seed: int) -> Config:
    """How a fresh agent learns against a fixed one: as that one did itself, if its file says so, but against nobody else.

    Args:
        game: what they play.
        spec: the fixed agent.
        players: the table sizes.
        steps: the decisions to learn from; None takes as many as the fixed agent had.
        games: of each match at the end.
        seed: decides everything.

    Raises:
        AgentError: there is no such agent.
        ConfigError: the settings are impossible.
    """
    fixed = agent(spec, game)
    training: dict[str, Any] = fixed.card["training"] if isinstance(fixed, CheckpointAgent) else {}
    own = training.get("config", {})
    steps = training.get("steps", STEPS) if steps is None else steps
    return check_settings(
        {
            **{
                name: own[name]
                for name in ("parameters", "slots", "hidden", "shared", "threads", "learning", "temperature")
                if name in own
            },
            "game": game.name,
            "players": players,
            "seed": seed,
            "steps": steps,
            "opponents": {spec: 1.0},
            "snapshot_every": max(1, steps),
            "imitation": {"teacher": spec, "decisions": min(steps, LESSONS)},
            "evaluation": {"every": max(1, steps // 10), "games": 1000, "final_games": games, "against": [spec]},
        },
        f"a best response to {spec}",
    )


def fair_shares(results: Sequence[MatchResult]) -> str:
    """What the best response wins at each table size, as a multiple of its fair share."""
    times = (f"{result.num_players} players {result.agents[0].wins.mean * result.num_players:.2f}" for result in results)
    return f"Times its fair share: {', '.join(times)}"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; returns the exit code."""
    parser = Parser(
        prog="python -m training.best_response",
        description="Train a fresh agent against a fixed one, and tell how much above its fair share it wins. "
        "The same command goes on with a training that was interrupted.",
        epilog="Example: python -m training.best_response greedy_goose ppo --players 2 4",
    )
    parser.add_argument("game", metavar="GAME", help="as listed by critter games")
    parser.add_argument("agent", metavar="AGENT", help="the fixed one: ppo, ppo:FILE, rules or random")
    parser.add_argument("--players", nargs="+", type=int, metavar="N", help="the table sizes (all)")
    parser.add_argument("--steps", type=int, metavar="N", help="decisions to learn from (as many as the agent had)")
    parser.add_argument("--games", type=int, default=20_000, metavar="N", help="of each match at the end (20000)")
    parser.add_argument("--seed", type=int, default=0, metavar="X", help="decides everything (0)")
    parser.add_argument("--out", type=Path, metavar="FOLDER", help="where the training goes (runs/best_response/GAME)")
    parser.add_argument("--fresh", action="store_true", help="begin anew, and replace what the folder holds")
    parser.add_argument("--json", action="store_true", help="print JSON")
    options = parser.parse_args(arguments)
    return run_resumable(parser.prog, lambda: _respond(options))


def _respond(options: argparse.Namespace) -> None:
    from .train import train_in

    game = find(options.game)
    players = options.players or range(game.min_players, game.max_players + 1)
    config = settings(game, options.agent, list(players), options.steps, options.games, options.seed)
    results = train_in(options.out or Path("runs/best_response") / game.name, config, options.fresh)
    if options.json:
        print(as_json([result.as_dict() for result in results]))
    else:
        print(matches_table(results, painter_for(sys.stdout)))
        print(f"\n{fair_shares(results)}")


if __name__ == "__main__":
    sys.exit(main())
