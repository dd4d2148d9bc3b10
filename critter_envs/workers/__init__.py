"""Who does the work: this process, all cores of the machine, or a Ray cluster. The outcome is the same."""

from contextlib import AbstractContextManager

from .base import InProcess, WorkerError, Workers
from .processes import Processes

__all__ = ["InProcess", "Processes", "WorkerError", "Workers", "crew"]


def crew(ray: str | None = None) -> AbstractContextManager[Workers]:
    """The workers of a command: the Ray cluster at an address, or else all cores if there is work for more than a second.

    Raises:
        CritterError: Ray isn't installed, or no cluster answers there.
    """
    if ray is None:
        return Processes(patience=1.0)
    from .cluster import RayCluster

    return RayCluster(ray)
