"""stub"""
from critter_envs.core.generator import choose
from critter_envs.core.jit import Record, rule


@rule
def play(o: Record, mask: Record, rng: Record) -> int:
    """stub"""
    return choose(rng, mask)
