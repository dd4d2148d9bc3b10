"""An observation as a picture."""

from critter_envs.core.jit import Record


def draw(o: Record):
    raise NotImplementedError
