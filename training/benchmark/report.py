"""What a person sees of a benchmark: a table and a picture."""

import io
from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

import numpy as np
from matplotlib.figure import Figure

from critter_envs.arena.statistics import Estimate
from critter_envs.arena.tables import Cell, format_table
from critter_envs.core.paint import Painter, plain

from .scores import LEVELS, Summary
from .settings import Benchmark


def table(found: Mapping[str, Summary], paint: Painter = plain) -> str:
    """A column for each algorithm: the mean over seeds in each game, and the interquartile mean over all runs."""
    games = next(iter(found.values())).games
    rows: list[list[str | Cell]] = [
        [game, *(f"{np.mean(summary.games[game]):.2f}" for summary in found.values())] for game in games
    ]
    rows += [
        ["interquartile mean", *(_shade(summary.iqm) for summary in found.values())],
        ["95 %", *(f"{summary.iqm.low:.2f} – {summary.iqm.high:.2f}" for summary in found.values())],
    ]
    return format_table(["score", *(f">{name}" for name in found)], rows, paint)


def _shade(iqm: Estimate) -> Cell:
    """Green if all of the interval is above the rule-based player, red if all of it is below."""
    assert iqm.low is not None
    assert iqm.high is not None
    return Cell(f"{iqm.mean:.2f}", "green" if iqm.low > 1 else "red" if iqm.high < 1 else "")


def as_data(benchmark: Benchmark, found: Mapping[str, Summary]) -> dict[str, Any]:
    """The same as JSON-able data, with the settings and the score of each seed."""
    algorithms = {name: {"iqm": asdict(summary.iqm), "games": summary.games} for name, summary in found.items()}
    return {"settings": benchmark.model_dump(mode="json"), "algorithms": algorithms}


def picture(found: Mapping[str, Summary]) -> bytes:
    """A PNG file: the interquartile means with their intervals, and how many runs reach which score."""
    figure = Figure(figsize=(10.5, 4.2), layout="constrained")
    left, right = figure.subplots(1, 2, width_ratios=(1, 1.2))
    for place, (name, summary) in enumerate(found.items()):
        colour, iqm = f"C{place}", summary.iqm
        left.plot([iqm.low, iqm.high], [place, place], color=colour, linewidth=9, alpha=0.35, solid_capstyle="butt")
        left.plot([iqm.mean], [place], color=colour, marker="|", markersize=18, markeredgewidth=3)
        right.plot(LEVELS, summary.profile[0], color=colour, label=name)
        right.fill_between(LEVELS, summary.profile[1], summary.profile[2], color=colour, alpha=0.2, linewidth=0)
    for panel in (left, right):
        for reference in (0, 1):
            panel.axvline(reference, color="grey", linestyle=":", linewidth=1)
        panel.grid(alpha=0.3)
        panel.set_xlabel("score (0: random player, 1: rule-based player)")
    left.set_yticks(range(len(found)), list(found))
    left.set_ylim(len(found) - 0.5, -0.5)
    left.set_title("interquartile mean, 95 % interval")
    right.set_xlim(LEVELS[0], LEVELS[-1])
    right.set_ylim(0, 1)
    right.set_ylabel("share of runs above the score")
    right.set_title("performance profile")
    right.legend()
    target = io.BytesIO()
    figure.savefig(target, format="png", dpi=120)
    return target.getvalue()
