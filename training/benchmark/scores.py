"""From win shares to scores, and from the scores of single runs to what can be said of an algorithm.

The score of a run is the mean over its matches of where the agent's win share lies between that of the random player, 0, and that
of the rule-based one, 1, in the same match. So each match counts the same, however many sit at the table, however much
the game leaves to luck and however weak the opponents are. Scores above 1 and below 0 occur.

Over runs and games stands the interquartile mean, with a 95 % interval by the stratified bootstrap: runs are drawn anew within
each game (Agarwal and others, 2021; rliable). The interval tells how the algorithm's own runs differ. The win shares of the two
references, means over all seeds, are taken as they are.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from critter_envs.arena.statistics import Estimate
from critter_envs.core.errors import CritterError

from .runs import REFERENCES, Result

#: So often runs are drawn anew.
DRAWS = 5000

#: Where performance profiles are looked at.
LEVELS = np.linspace(-0.5, 2.0, 51)

Floats = NDArray[np.float64]


class ScoreError(CritterError):
    """Results that give no scores."""


@dataclass(frozen=True)
class Summary:
    """What is known of one algorithm.

    Args:
        iqm: the interquartile mean over all its runs.
        games: its score in each game, a value for each seed.
        profile: the share of its runs above each of ``LEVELS``, and the ends of the 95 % interval, (3, L).
    """

    iqm: Estimate
    games: dict[str, list[float]]
    profile: Floats


def summarise(results: Sequence[Result]) -> dict[str, Summary]:
    """A summary of each algorithm, in the order of the results, from all runs of all of them and of the references.

    Raises:
        ScoreError: in some match, the rule-based player wins no more than the random one.
    """
    from rliable.library import create_performance_profile, get_interval_estimates
    from rliable.metrics import aggregate_iqm

    found = scores(results)
    tables = {name: np.array(list(games.values())).T for name, games in found.items()}  # (seeds, games)
    with _chance(0):
        means, ends = get_interval_estimates(tables, lambda table: np.array([aggregate_iqm(table)]), reps=DRAWS)
        profiles, bands = create_performance_profile(tables, LEVELS, reps=DRAWS)
    return {
        name: Summary(Estimate(*map(float, (means[name][0], *ends[name][:, 0]))), games, np.vstack([profiles[name], bands[name]]))
        for name, games in found.items()
    }


def scores(results: Sequence[Result]) -> dict[str, dict[str, list[float]]]:
    """The scores of each algorithm in each game, a value for each seed in their order.

    Raises:
        ScoreError: as for ``summarise``.
    """
    low, high = (_reference(results, name) for name in REFERENCES)
    found: dict[str, dict[str, list[float]]] = {}
    for result in results:
        job = result.job
        if job.algorithm in REFERENCES:
            continue
        span = high[job.game] - low[job.game]
        if span.min() <= 0:
            match = result.matches[span.argmin()]
            raise ScoreError(
                f"in {job.game} with {match.num_players} players, rules wins no more than random: play more games of each match"
            )
        score = ((_wins(result) - low[job.game]) / span).mean()
        found.setdefault(job.name, {}).setdefault(job.game, []).append(float(score))
    return found


def _reference(results: Sequence[Result], name: str) -> dict[str, Floats]:
    """The win shares of a reference in each match of each game, means over the seeds."""
    wins: dict[str, list[Floats]] = {}
    for result in results:
        if result.job.algorithm == name:
            wins.setdefault(result.job.game, []).append(_wins(result))
    return {game: np.mean(those, axis=0) for game, those in wins.items()}


def _wins(result: Result) -> Floats:
    return np.array([match.agents[0].wins.mean for match in result.matches])


@contextmanager
def _chance(seed: int) -> Iterator[None]:
    """For rliable, which draws from NumPy's own generator, whatever it is told: the same each time, and it leaves no trace."""
    before = np.random.get_state()  # noqa: NPY002
    np.random.seed(seed)  # noqa: NPY002
    try:
        yield
    finally:
        np.random.set_state(before)  # noqa: NPY002
