"""What the trained agent would do."""

from typing import Any

import numpy as np

from critter_envs.agents.base import AgentError
from critter_envs.agents.spec import agent
from critter_envs.core.batch import Batch
from critter_envs.core.game import Game


def hint(game: Game, position: Batch) -> list[dict[str, Any]]:
    """The legal actions of the seat that is to act in the only game of a batch, with the trained agent's probabilities, the
    most probable first. It sees what that seat sees.

    Raises:
        AgentError: no trained agent of this game comes with the package, or what it needs isn't installed.
    """
    trained = agent("ppo", game)
    distribution = getattr(trained, "distribution", None)
    if distribution is None:
        raise AgentError(f"the trained agent of {game.name} has no probabilities")
    shares = distribution(position.observation, position.mask)[0]
    legal = np.flatnonzero(position.mask[0]).tolist()
    return [{"action": action, "share": float(shares[action])} for action in sorted(legal, key=lambda one: -shares[one])]
