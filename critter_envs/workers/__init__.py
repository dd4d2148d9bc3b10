"""Who does the work: this process, all cores of the machine, or a Ray cluster. The outcome is the same."""

from contextlib import AbstractContextManager

from .base import InProcess, WorkerError, Workers
from .processes import Processes

__all__ = ["InProcess", "Processes", "WorkerError", "Workers", "crew"]


def crew(ray: str | None = None, patience: float = 1.0) -> AbstractContextManager[Workers]:
    """The workers of a command: the Ray cluster at an address, or else all cores.

    Args:
        ray: the address, if there is a cluster.
        patience: without one, the other cores are called if there is work for more than so many seconds. Where a single task
            takes longer, 0 keeps the first one from holding up all others.

    Raises:
        CritterError: Ray isn't installed, or no cluster answers there.
    """
    if ray is None:
        return Processes(patience=patience)
    from .cluster import RayCluster

    return RayCluster(ray)
