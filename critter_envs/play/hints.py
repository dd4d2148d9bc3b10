"""What agents would do, with their probabilities."""

import numpy as np

from critter_envs.agents.base import Agent, AgentError, Telling
from critter_envs.agents.spec import agent
from critter_envs.core.batch import Batch
from critter_envs.core.game import Game

#: An action, and with which probability it is taken.
Share = tuple[int, float]


def hint(game: Game, position: Batch) -> list[Share]:
    """What the trained agent would do in the place of the seat that is to act in the only game of a batch. It sees what that
    seat sees.

    Raises:
        AgentError: no trained agent of this game comes with the package, or what it needs isn't installed.
    """
    found = shares(agent("ppo", game), position)
    if found is None:
        raise AgentError(f"the trained agent of {game.name} has no probabilities")
    return found


def shares(one: Agent | None, position: Batch) -> list[Share] | None:
    """The legal actions of the seat that is to act in the only game of a batch, with the probabilities of an agent in its place,
    the most probable first; None if the agent can't tell them."""
    if not isinstance(one, Telling):
        return None
    found = one.distribution(position.observation, position.mask)[0]
    legal = np.flatnonzero(position.mask[0]).tolist()
    return [(action, float(found[action])) for action in sorted(legal, key=lambda action: -found[action])]
