"""Results as tables: for a terminal, a pipe, or a program."""

import json
import os
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TextIO

from critter_envs.core.paint import Painter, coloured, plain

from .match import MatchResult
from .statistics import Estimate
from .tournament import Comparison, Matrix, Overall, Pairing, TournamentResult

#: A difference is called sure if chance alone would bring it about less often.
LEVEL = 0.05

#: How sure differences are marked where there are no colours.
BETTER, WORSE = "+", "-"


@dataclass(frozen=True)
class Cell:
    """A cell of a table: its text, and the style that it is painted with."""

    text: str
    style: str = ""


def painter_for(stream: TextIO) -> Painter:
    """Colours for a terminal, none for a pipe or a file, or if the environment variable ``NO_COLOR`` asks for none."""
    wanted = stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    return coloured if wanted else plain


def format_table(headers: Sequence[str], rows: Sequence[Sequence[str | Cell]], paint: Painter = plain) -> str:
    """A table with aligned columns.

    Args:
        headers: the titles; a column whose title begins with ``>`` is set to the right, as befits numbers.
        rows: a cell for each column.
        paint: what is done with the styles of cells; titles are ``"strong"``.
    """
    titles = [Cell(header.removeprefix(">"), "strong") for header in headers]
    lines = [titles] + [[cell if isinstance(cell, Cell) else Cell(cell) for cell in row] for row in rows]
    widths = [max(len(line[k].text) for line in lines) for k in range(len(headers))]

    def fit(cell: Cell, k: int) -> str:
        space = " " * (widths[k] - len(cell.text))
        text = paint(cell.text, cell.style)
        return space + text if headers[k].startswith(">") else text + space

    return "\n".join("  ".join(fit(cell, k) for k, cell in enumerate(line)).rstrip() for line in lines)


def as_json(result: Any) -> str:
    """Data as JSON, laid out to be read."""
    return json.dumps(result, indent=2)


def matches_table(matches: Sequence[MatchResult], paint: Painter = plain) -> str:
    """A row for each match: how the agent named first did against the others."""
    return _pairings(
        [
            Pairing(
                match.agents[0].agent,
                ", ".join(other.agent for other in match.agents[1:]) or match.agents[0].agent,
                match.num_players,
                match.games,
                match.deals,
                match.truncated,
                match.agents[0].wins,
                match.agents[0].score,
            )
            for match in matches
        ],
        paint,
    )


def tournament_table(result: TournamentResult, paint: Painter = plain) -> str:
    """The agents in the order of their ratings, who wins how much against whom, and, of a round robin, each pairing."""
    headers = ["agent", ">rating", ">95 %", ">strength", ">95 %", ">pairings"]
    rows: list[list[str | Cell]] = [
        [
            one.agent,
            f"{one.rating.mean:.2f}",
            _interval(one.rating, "{:.2f}"),
            _shade(one.strength, 1, "{:.3f}"),
            _interval(one.strength, "{:.3f}"),
            str(one.pairings),
        ]
        for one in result.overall
    ]
    parts = [
        format_table(headers, rows, paint),
        "Rating: OpenSkill, all begin at 25. Strength: the share of the win as a multiple of an even one.",
        *(_matrix(matrix, result.comparisons, paint) for matrix in result.matrices),
        f"Win shares in one seat at tables with the agent of the column. {BETTER} surely better than that one in the same deals, "
        f"{WORSE} surely worse (p < {LEVEL:g}, corrected for {len(result.comparisons)} comparisons by Holm's method).",
        *([] if result.rounds else [_pairings(result.pairings, paint)]),
        *_habits(result.overall, paint),
    ]
    return "\n\n".join(parts)


def _matrix(matrix: Matrix, comparisons: Sequence[Comparison], paint: Painter) -> str:
    """A row and a column for each agent; columns are numbered as the rows are."""
    better = {
        pair
        for one in comparisons
        if one.num_players == matrix.num_players and one.p < LEVEL
        for pair in [(one.agent, one.other) if one.difference.mean > 0 else (one.other, one.agent)]
    }

    def cell(agent: str, other: str, share: float | None) -> Cell:
        if share is None:
            return Cell("· ")
        if (agent, other) in better:
            return Cell(f"{share:.3f}{BETTER}", "green")
        return Cell(f"{share:.3f}{WORSE}", "red") if (other, agent) in better else Cell(f"{share:.3f} ")

    headers = [f"{matrix.num_players} players, even is {1 / matrix.num_players:.3f}"]
    headers += [f">{place} " for place in range(1, len(matrix.agents) + 1)]
    rows: list[list[str | Cell]] = [
        [f"{place} {agent}", *(cell(agent, other, share) for other, share in zip(matrix.agents, shares, strict=True))]
        for place, (agent, shares) in enumerate(zip(matrix.agents, matrix.wins, strict=True), 1)
    ]
    return format_table(headers, rows, paint)


def _habits(overall: Sequence[Overall], paint: Painter) -> list[str]:
    """How often each agent did what the game can tell of, if it can tell anything."""
    names = list(dict.fromkeys(habit.name for one in overall for habit in one.habits))
    if not names:
        return []
    rows = []
    for one in overall:
        shares = {habit.name: f"{habit.share:.2f} of {habit.times:,}" for habit in one.habits}
        rows.append([one.agent, *(shares.get(name, "never") for name in names)])
    return [format_table(["agent", *(f">{name}" for name in names)], rows, paint)]


def _pairings(pairings: Sequence[Pairing], paint: Painter) -> str:
    headers = [">players", "agent", "against", ">games", ">win share", ">95 %", ">even", ">score", ">95 %"]
    rows: list[list[str | Cell]] = [
        [
            str(pairing.num_players),
            pairing.agent,
            pairing.against,
            f"{pairing.games:,}",
            _shade(pairing.wins, 1 / pairing.num_players, "{:.3f}"),
            _interval(pairing.wins, "{:.3f}"),
            f"{1 / pairing.num_players:.3f}",
            f"{pairing.score.mean:.2f}",
            _interval(pairing.score, "{:.2f}"),
        ]
        for pairing in pairings
    ]
    return format_table(headers, rows, paint)


def _shade(estimate: Estimate, even: float, form: str) -> Cell:
    """Green if it is surely above what is even, red if surely below."""
    style = ""
    if estimate.low is not None and estimate.high is not None:
        style = "green" if estimate.low > even else "red" if estimate.high < even else ""
    return Cell(form.format(estimate.mean), style)


def _interval(estimate: Estimate, form: str) -> str:
    if estimate.low is None or estimate.high is None:
        return "too few"
    return f"{form.format(estimate.low)} – {form.format(estimate.high)}"
