"""Tasks for tests of workers, and an agent that travels: functions and classes of a module, as those must be."""

import os
import signal
import threading
import time
from pathlib import Path

import numpy as np

from critter_envs.core.errors import ParameterError


def square(number):
    return number * number, os.getpid()


def slow_first(number):
    """The first task takes longest."""
    time.sleep(0.3 if number == 0 else 0)
    return number


def refuse(number):
    raise ParameterError(f"{number} is no task")


class Unreadable(ParameterError):
    """It can be sent, but not be read."""

    def __init__(self, one, other):
        super().__init__(f"{one} and {other}")


class Unsendable(Exception):
    """It can't be sent."""

    def __init__(self, what):
        super().__init__(what)
        self.lock = threading.Lock()


def refuse_oddly(task):
    """Raise an error that doesn't travel; each try leaves a mark in the folder."""
    die_at_first((*task, 0))
    if task[1]:
        raise Unreadable("this", "that")
    raise Unsendable("this")


def lock(task):
    """An outcome that can't be sent; each try leaves a mark in the folder."""
    die_at_first((*task, 0))
    return threading.Lock()


def folder(_):
    return os.getcwd()


def threads(_):
    return os.environ.get("OMP_NUM_THREADS"), os.environ.get("OPENBLAS_NUM_THREADS")


def is_deaf(_):
    return signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, ())


def die_at_first(task):
    """End the process in mid-task, so often as the task says; each try leaves a mark in the folder."""
    folder, number, deaths = task
    tries = len(list(Path(folder).glob(f"{number}-*")))
    (Path(folder) / f"{number}-{tries}").touch()
    if tries < deaths:
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def mark_and_wait(task):
    """Tell which process has the task, and take long where it is asked to, at the first try."""
    folder, number, seconds = task
    tries = len(list(Path(folder).glob(f"{number}-*")))
    (Path(folder) / f"{number}-{os.getpid()}").touch()
    time.sleep(0 if tries else seconds)
    return number


def wait_for(file):
    """Wait until there is the file, if one is named."""
    end = time.monotonic() + 30
    while file and not Path(file).exists():
        if time.monotonic() > end:
            raise TimeoutError(file)
        time.sleep(0.01)
    return file


def slow_square(number):
    time.sleep(0.3)
    return square(number)


def node(number):
    """Which node of a Ray cluster has the task."""
    import ray

    time.sleep(0.2)
    return number, ray.get_runtime_context().get_node_id()


def stay_on_node(task):
    """Tell which node of a Ray cluster has the task, and stay there for long if it is the one that the task names."""
    import ray

    folder, number, slow = task
    node = ray.get_runtime_context().get_node_id()
    (Path(folder) / f"{number}-{node}").touch()
    time.sleep(60 if node == slow else 1)
    return number


class Luck:
    """Draws among the legal actions; whoever asks for it by a seed gets another one."""

    def __init__(self, seed):
        self._generator = np.random.default_rng(seed)

    def act(self, observations, masks):
        return (masks * self._generator.random(masks.shape)).argmax(axis=1)

    def seeded(self, seed):
        return Luck(seed)
