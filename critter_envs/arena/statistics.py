"""Means with their 95 % intervals.

The unit is the deal: the games of one deal, played once in each seating, depend on each other, and their mean is one value.
Values of different deals are independent.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import hypot, isclose, sqrt

import numpy as np
from numpy.typing import ArrayLike, NDArray

#: The quantile of the normal distribution that 2.5 % lie beyond.
Z = 1.959963984540054

#: From so many deals on, the interval of a win share is that of a mean.
ENOUGH_DEALS = 30


@dataclass(frozen=True)
class Estimate:
    """A mean and the ends of its 95 % interval, which are None where nothing can be said of them."""

    mean: float
    low: float | None
    high: float | None

    def times(self, factor: float) -> "Estimate":
        """The same in other units."""
        low, high = (None if end is None else factor * end for end in (self.low, self.high))
        return Estimate(factor * self.mean, low, high)


def mean_interval(values: ArrayLike) -> Estimate:
    """The mean of independent values (D,), by Student's distribution; one or two values have no interval."""
    sample = np.asarray(values, np.float64)
    mean = float(sample.mean())
    if sample.size < 3:
        return Estimate(mean, None, None)
    half = student(sample.size - 1) * _error(sample)
    return Estimate(mean, mean - half, mean + half)


def share_interval(values: ArrayLike) -> Estimate:
    """The mean of independent shares (D,) from 0 to 1.

    With fewer than ``ENOUGH_DEALS`` values, or if all was won or nothing, it is Wilson's interval of so many wins and losses: no
    shares with this mean spread more than those do, so it is rather too wide than too narrow. Otherwise as ``mean_interval``.
    """
    sample = np.asarray(values, np.float64)
    mean = float(sample.mean())
    if sample.size < ENOUGH_DEALS or isclose(mean, 0, abs_tol=1e-12) or isclose(mean, 1):
        return _wilson(mean, sample.size)
    half = student(sample.size - 1) * _error(sample)
    return Estimate(mean, max(0.0, mean - half), min(1.0, mean + half))


def mean_of_estimates(estimates: Sequence[Estimate]) -> Estimate:
    """The mean of independent estimates, each of which counts the same.

    Its distance to either end is the root of the sum of their squared distances (Zou and Donner, 2008): for intervals of means
    that is as for one mean, and where all was won or nothing, an end that is known remains one. Without an interval if one of
    them has none.
    """
    count = len(estimates)
    mean = sum(one.mean for one in estimates) / count
    below = [one.mean - one.low for one in estimates if one.low is not None]
    above = [one.high - one.mean for one in estimates if one.high is not None]
    if min(len(below), len(above)) < count:
        return Estimate(mean, None, None)
    return Estimate(mean, mean - hypot(*below) / count, mean + hypot(*above) / count)


def student(freedom: int) -> float:
    """The quantile of Student's distribution that 2.5 % lie beyond.

    The expansion around the normal one (Abramowitz and Stegun, 26.7.5), for two degrees of freedom or more: right to 1 % at
    two, and to 0.01 % from ten on.
    """
    terms = (
        (Z**3 + Z) / 4,
        (5 * Z**5 + 16 * Z**3 + 3 * Z) / 96,
        (3 * Z**7 + 19 * Z**5 + 17 * Z**3 - 15 * Z) / 384,
        (79 * Z**9 + 776 * Z**7 + 1482 * Z**5 - 1920 * Z**3 - 945 * Z) / 92160,
    )
    return Z + sum(term / freedom**power for power, term in enumerate(terms, 1))


def _error(sample: NDArray[np.float64]) -> float:
    """The standard error of the mean of a sample."""
    return float(sample.std(ddof=1)) / sqrt(sample.size)


def _wilson(mean: float, trials: int) -> Estimate:
    """Wilson's interval of a share of so many trials."""
    scale = 1 + Z**2 / trials
    centre = (mean + Z**2 / (2 * trials)) / scale
    half = Z * sqrt(max(0.0, mean * (1 - mean)) / trials + Z**2 / (4 * trials**2)) / scale
    return Estimate(mean, max(0.0, centre - half), min(1.0, centre + half))
