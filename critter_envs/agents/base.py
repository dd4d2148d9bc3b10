"""What all players of seats have in common."""

from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from critter_envs.core.errors import CritterError, IllegalAction
from critter_envs.core.game import Game

Bytes = NDArray[np.uint8]
Actions = NDArray[np.int64]


class AgentError(CritterError):
    """An agent that can't be had, or that was shown what isn't an observation of its game."""


class Agent(Protocol):
    """Whoever decides for seats: it sees observations and masks, of as many games at once as it is asked about."""

    def act(self, observations: Bytes, masks: Bytes) -> Actions:
        """A legal action for each row.

        Args:
            observations: (N, D), flat, each of the seat that is to act.
            masks: (N, A), a 1 for each legal action.

        Returns:
            Actions (N,), int64.

        Raises:
            IllegalAction: a row of the masks is empty.
        """


def check_masks(game: Game, masks: Bytes) -> None:
    """See to it that there is something to choose in each row.

    Raises:
        AgentError: the masks are not those of this game.
        IllegalAction: a row is empty.
    """
    if masks.ndim != 2 or masks.shape[1] != game.num_actions:
        raise AgentError(f"the masks are of shape {masks.shape}: those of {game.name} are (N, {game.num_actions})")
    something = masks.any(axis=1)
    if not something.all():
        raise IllegalAction(f"row {something.argmin()} of the masks is empty: an agent is asked only where it has a legal action")
