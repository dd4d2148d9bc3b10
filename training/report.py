"""What a person sees of a training: a bar while it runs, the learning curve and the table at its end."""

import sys
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType

from matplotlib.figure import Figure
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from critter_envs.arena import MatchResult
from critter_envs.arena.tables import matches_table, painter_for
from critter_envs.core.files import replacing

from .config import Config

#: After how many steps the policy was evaluated, and what came out.
History = Sequence[tuple[int, Sequence[MatchResult]]]


class Display:
    """A bar with the time left, and a line for each evaluation; by default on standard output."""

    def __init__(self, config: Config, console: Console | None = None) -> None:
        self._bar = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TextColumn("{task.fields[speed]}"),
            TimeRemainingColumn(),
            console=console,
            speed_estimate_period=120,
        )
        self._lessons = self._bar.add_task("imitation", total=None, visible=False, speed="")
        self._training = self._bar.add_task(f"training {config.game}", total=config.all_steps, speed="")
        self._exploiter = self._bar.add_task("exploiter", total=None, visible=False, speed="")
        self._games = self._bar.add_task("last evaluation", total=None, visible=False, speed="")

    def __enter__(self) -> "Display":
        self._bar.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._bar.stop()

    def at(self, steps: int) -> None:
        """So many steps are done."""
        task = self._bar.tasks[self._training]
        self._bar.update(self._training, completed=steps, speed=f"{task.speed:,.0f}/s" if task.speed else "")

    def evaluated(self, steps: int, results: Sequence[MatchResult]) -> None:
        """The policy was evaluated after so many steps: its share of the win at each table size."""
        opponents = dict.fromkeys(result.agents[1].agent for result in results)
        shares = [
            " ".join(f"{result.agents[0].wins.mean:.2f}" for result in results if result.agents[1].agent == opponent)
            + f" against {opponent}"
            for opponent in opponents
        ]
        sizes = " ".join(str(size) for size in sorted({result.num_players for result in results}))
        line = f"{steps:>12,} steps: with {sizes} players, won {', '.join(shares)}"
        self._bar.console.print(line, highlight=False, soft_wrap=True)

    def imitating(self, done: int, total: int) -> None:
        """So many decisions of the teacher are seen."""
        self._bar.update(self._lessons, completed=min(done, total), total=total, visible=True)

    def exploiting(self, done: int, total: int) -> None:
        """So many steps of an exploiter are done."""
        self._bar.update(self._exploiter, completed=min(done, total), total=total, visible=True)

    def playing(self, done: int, total: int) -> None:
        """So many games of the last evaluation are played."""
        self._bar.update(self._games, completed=done, total=total, visible=True)


def draw_curve(history: History, title: str, path: Path) -> None:
    """Draw the share of the win over the steps, a panel for each opponent and a line for each table size.

    Args:
        history: the evaluations.
        title: what was trained.
        path: a PNG file; one that is there is replaced when the new one is complete.
    """
    opponents = list(dict.fromkeys(result.agents[1].agent for _, results in history for result in results))
    figure = Figure(figsize=(5.5 * len(opponents), 4.2), layout="constrained")
    panels = figure.subplots(1, len(opponents), squeeze=False, sharey=True)[0]
    for panel, opponent in zip(panels, opponents, strict=True):
        sizes = sorted({result.num_players for _, results in history for result in results if result.agents[1].agent == opponent})
        for place, size in enumerate(sizes):
            points = [
                (steps, result.agents[0].wins)
                for steps, results in history
                for result in results
                if result.agents[1].agent == opponent and result.num_players == size
            ]
            steps = [at for at, _ in points]
            colour = f"C{place}"
            panel.plot(steps, [wins.mean for _, wins in points], color=colour, marker=".", label=f"{size} players")
            panel.fill_between(
                steps, [wins.low for _, wins in points], [wins.high for _, wins in points], color=colour, alpha=0.2, linewidth=0
            )
            panel.axhline(1 / size, color=colour, linestyle=":", linewidth=1)
        panel.set_title(f"alone against {opponent}")
        panel.set_xlabel("steps")
        panel.xaxis.set_major_formatter(_short)
        panel.set_xlim(left=0)
        panel.set_ylim(0, 1)
        panel.grid(alpha=0.3)
    panels[0].set_ylabel("share of the win (dotted: even)")
    figure.legend(*panels[0].get_legend_handles_labels(), loc="outside right center")
    figure.suptitle(title)
    with replacing(path) as new:
        figure.savefig(new, format="png", dpi=120)


def _short(steps: float, _: int) -> str:
    """A number of steps on an axis."""
    return f"{steps / 1e6:g} M" if steps >= 1e6 else f"{steps / 1e3:g} k" if steps else "0"


def print_ending(config: Config, results: Sequence[MatchResult], checkpoint: Path, curve: Path) -> None:
    """Say how good the result is, where it is, and how to play against it."""
    print(matches_table(results, painter_for(sys.stdout)))
    print(f"\nLearning curve: {curve}")
    print(f"Play against it: critter play {config.game} --against ppo:{checkpoint}")
