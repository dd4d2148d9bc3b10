"""What a measurement has found, and how it is told."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from critter_envs.arena.tables import Cell, format_table
from critter_envs.core.paint import Painter


@dataclass
class Demand:
    """What is asked of a figure, in words, and whether it is met."""

    text: str
    met: bool


@dataclass
class Figures:
    """A table of figures.

    Args:
        about: how they were measured.
        headers: as for ``format_table``.
        rows: a cell for each header.
        demands: what is asked of them.
        remarks: what else there is to say, such as the first faults.
    """

    about: str
    headers: Sequence[str]
    rows: Sequence[Sequence[str | Cell]]
    demands: Sequence[Demand]
    remarks: Sequence[str] = field(default_factory=list)

    @property
    def good(self) -> bool:
        """Whether all demands are met."""
        return all(one.met for one in self.demands)

    def told(self, paint: Painter) -> str:
        """It as text."""
        demands = [f"{paint('met', 'green') if one.met else paint('NOT MET', 'red')}: {one.text}" for one in self.demands]
        return "\n\n".join([self.about, format_table(self.headers, self.rows, paint), "\n".join([*demands, *self.remarks])])


def milliseconds(seconds: Sequence[float], share: float) -> float:
    """So many milliseconds are not exceeded by this share of some times; not a number if there are none."""
    return float(np.quantile(seconds, share)) * 1000 if seconds else float("nan")


def told_times(seconds: Sequence[float]) -> list[str]:
    """The median, the 95th percentile and the longest of some times, in milliseconds."""
    return [f"{milliseconds(seconds, share):.0f}" for share in (0.5, 0.95, 1.0)]
