"""A tournament as a picture: the ratings, and a heat map of the win shares for each table size."""

from pathlib import Path

import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import TwoSlopeNorm
from matplotlib.figure import Figure

from critter_envs.core.files import replacing

from .tournament import Matrix, TournamentResult

#: What an agent of a spec with a path is called: the end of it.
_LONGEST = 24


def draw_tournament(result: TournamentResult, path: Path) -> None:
    """Draw the outcome of a tournament.

    Args:
        result: with at least one pairing.
        path: a PNG file; one that is there is replaced when the new one is complete.
    """
    agents = [_short(one.agent) for one in result.overall]
    cells = 0.55 * len(agents)
    figure = Figure(figsize=(6 + (1.6 + cells) * len(result.matrices), 1.9 + max(cells, 1.2)), layout="constrained")
    panels = figure.subplots(1, 1 + len(result.matrices), squeeze=False, width_ratios=[4.4, *[1 + cells] * len(result.matrices)])[
        0
    ]
    _draw_ratings(panels[0], result, agents)
    for panel, matrix in zip(panels[1:], result.matrices, strict=True):
        _draw_matrix(panel, matrix)
    kind = "round robin" if result.rounds is None else f"Swiss system, {result.rounds} rounds"
    figure.suptitle(f"{result.game}: {kind}, {result.games:,} games")
    with replacing(path) as new:
        figure.savefig(new, format="png", dpi=150)


def _draw_ratings(panel: Axes, result: TournamentResult, agents: list[str]) -> None:
    """A point for each agent, with its 95 % interval, the best on top."""
    places = np.arange(len(agents))
    for place, one in zip(places, result.overall, strict=True):
        panel.hlines(place, one.rating.low or np.nan, one.rating.high or np.nan, color="C0", linewidth=5, alpha=0.4)
        panel.plot(one.rating.mean, place, "o", color="C0", markersize=5)
        panel.annotate(
            f"{one.rating.mean:.1f}", (one.rating.mean, place), (0, 6), textcoords="offset points", ha="center", size=8
        )
    panel.set_yticks(places, [f"{agent}  {place + 1}" for place, agent in zip(places, agents, strict=True)])
    panel.set_ylim(len(agents) - 0.5, -0.7)
    panel.margins(x=0.1)
    panel.set_xlabel("rating and 95 % interval (OpenSkill)")
    panel.grid(axis="x", alpha=0.3)


def _draw_matrix(panel: Axes, matrix: Matrix) -> None:
    """Green where the row wins more than an even share against the column, red where less."""
    even = 1 / matrix.num_players
    shares = np.array([[np.nan if share is None else share for share in row] for row in matrix.wins])
    panel.imshow(shares, cmap="RdYlGn", norm=TwoSlopeNorm(even, 0, 1), alpha=0.75)
    for (row, column), share in np.ndenumerate(shares):
        if not np.isnan(share):
            panel.text(column, row, f"{share:.2f}", ha="center", va="center", size=8)
    places = np.arange(len(matrix.agents))
    panel.set_xticks(places, [str(place + 1) for place in places])
    panel.set_yticks(places, [str(place + 1) for place in places])
    panel.set_xlabel("against")
    panel.set_title(f"{matrix.num_players} players: win share\n(even is {even:.3f})", size=9)


def _short(agent: str) -> str:
    return agent if len(agent) <= _LONGEST else f"…{agent[1 - _LONGEST :]}"
