"""How far an agent can be exploited: its best responses, as far as a learner finds them.

A fresh agent learns against it alone, another one for each table size. What that one then wins above its fair share, alone at
a table of the fixed agent, is a lower bound of the agent's exploitability there: another learner might find more.
"""

import sys
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import Progress

from critter_envs.agents import agent
from critter_envs.agents.checkpoint import CheckpointAgent
from critter_envs.arena import MatchResult
from critter_envs.core.game import Game
from critter_envs.workers import crew

from .command import alone
from .config import Config, Learning, Trained, check_settings
from .evaluate import renamed
from .remote import train_all
from .run import Run
from .train import train_in

#: Decisions to learn from against an agent whose file doesn't say how many it had itself.
STEPS = 2_000_000

#: Decisions of such an agent that the fresh one watches before it plays: it begins as one more of them.
LESSONS = 2_000_000

#: What a fresh agent takes over from the training of the fixed one.
_AS_THE_FIXED_ONE = ("parameters", "slots", "hidden", "shared", "threads")

#: What the preferences of the fresh agent are divided by in the end: it need not be unpredictable.
TEMPERATURE = 0.3

#: What the fresh agent is called.
NAME = "best response"


@dataclass(frozen=True)
class Response:
    """What a fresh agent has come to at one table size.

    Args:
        steps: the decisions to learn from that it was given; they are rounded up to whole rollouts.
        seed: what decided everything.
        match: how it does alone at a table of the fixed one.
    """

    steps: int
    seed: int
    match: MatchResult

    @property
    def times_even(self) -> float:
        """Its share of the win as a multiple of an even one."""
        return self.match.agents[0].wins.mean * self.match.num_players


def settings(game: Game, spec: str, size: int, steps: int | None, games: int, seed: int) -> Config:
    """How a fresh agent learns against a fixed one: as that one did, if its file says so, but against it alone, with hardly any
    entropy, and sharpened in the end.

    Args:
        game: what they play.
        spec: the fixed agent.
        size: the table size.
        steps: the decisions to learn from; None takes as many as the fixed agent had.
        games: of the match at the end.
        seed: decides everything.

    Raises:
        AgentError: there is no such agent.
        ConfigError: the settings are impossible.
    """
    fixed = agent(spec, game)
    card: dict[str, Any] = fixed.card["training"] if isinstance(fixed, CheckpointAgent) else {}
    training = check_settings(Trained, card, f"the card of {spec}")
    own = training.config
    learning = check_settings(Learning, own.get("learning", {}), f"the card of {spec}")
    steps = (training.steps or STEPS) if steps is None else steps
    return check_settings(
        Config,
        {
            **{name: own[name] for name in _AS_THE_FIXED_ONE if name in own},
            "learning": learning.to_answer().model_dump(),
            "temperature": TEMPERATURE,
            "game": game.name,
            "players": [size],
            "seed": seed,
            "steps": steps,
            "opponents": {spec: 1.0},
            "snapshot_every": max(1, steps),
            "imitation": _lessons(spec, own, steps),
            "evaluation": {"every": max(1, steps // 10), "games": 1000, "final_games": games, "against": [spec]},
        },
        f"a best response to {spec}",
    )


def _lessons(spec: str, own: Mapping[str, Any], steps: int) -> dict[str, Any] | None:
    """How the fresh agent begins: by imitating the fixed one, for at most ``steps`` decisions, unless that one imitated nobody.

    In some games a start by imitation helps a learner, in others it keeps it from finding anything else: what the fixed one did
    was the better way for it.
    """
    taught = own.get("imitation", None if own else {"decisions": LESSONS})
    return taught and {**taught, "teacher": spec, "decisions": min(steps, taught["decisions"])}


def respond(configs: Sequence[Config], folder: Path, fresh: bool, ray: str | None = None) -> list[Response]:
    """Train an agent for each of these settings; a bar on standard error shows how it goes.

    Args:
        configs: from ``settings``, for different table sizes.
        folder: holds a folder for each of them.
        fresh: begin anew, and replace what the folders hold.
        ray: the address of a Ray cluster, where each training is a task. By default they are done here, one after the other,
            and one that was interrupted goes on.

    Raises:
        ConfigError: a folder holds a training with other settings.
        CritterError: another command is at work in a folder.
        WorkerError: no cluster answers there.
    """
    runs = [Run(folder / f"{config.sizes[0]}_players") for config in configs]
    console = Console(stderr=True)
    with ExitStack() as stack:
        workers = None if ray is None else stack.enter_context(crew(ray))
        for run in runs:
            stack.enter_context(alone(run.folder))
        if fresh:
            for run in runs:
                run.clear()
        if workers is not None:
            with Progress(console=console, transient=True, disable=not sys.stderr.isatty()) as bar:
                task = bar.add_task("best responses", total=len(runs))
                train_all(
                    list(zip(runs, configs, strict=True)),
                    workers,
                    lambda done, total: bar.update(task, completed=done, total=total),
                )
        return [
            Response(config.steps, config.seed, renamed(train_in(run.folder, config, console)[0], NAME))
            for config, run in zip(configs, runs, strict=True)
        ]
