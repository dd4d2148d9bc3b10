"""Whether a difference is more than chance."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from .chunk import Floats
from .statistics import ENOUGH_DEALS

#: So many times the signs of a few differences are drawn, where not all ways to choose them can be gone through.
_DRAWS = 9999


def p_value(differences: Floats) -> float:
    """How likely a mean so far from zero, or farther, would be by chance; 1 if there is nothing to tell it from.

    With ``ENOUGH_DEALS`` values or more by Student's test for pairs. With fewer, or where all are equal, by what comes out if
    their signs are drawn at random: it never claims more than a handful of deals can show.

    Args:
        differences: (D,), independent of each other: of two agents in the same deals.
    """
    from scipy import stats

    if not differences.any():
        return 1.0
    if np.ptp(differences) == 0:
        return float(2.0 ** (1 - len(differences)))
    if len(differences) >= ENOUGH_DEALS:
        return float(stats.ttest_1samp(differences, 0.0).pvalue)
    test: Any = stats.permutation_test(
        (differences,), np.mean, permutation_type="samples", n_resamples=_DRAWS, rng=np.random.default_rng(0), vectorized=True
    )
    return float(test.pvalue)


def holm(values: Sequence[float]) -> list[float]:
    """P-values corrected for their number (Holm, 1979): in all of them together, 0.05 errs once in twenty times at most."""
    corrected, highest = [0.0] * len(values), 0.0
    for rank, place in enumerate(np.argsort(values, kind="stable").tolist()):
        highest = max(highest, min(1.0, (len(values) - rank) * values[place]))
        corrected[place] = highest
    return corrected
