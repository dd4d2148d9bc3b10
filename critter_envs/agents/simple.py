"""Players that need no training."""

import numpy as np
from numpy.typing import NDArray

from critter_envs.core.batch import blank_observations, check_seed
from critter_envs.core.game import Game
from critter_envs.core.generator import words
from critter_envs.core.kernels import kernels_of

from .base import Actions, AgentError, Bytes, check_masks, check_observations

#: What keeps the chance of these agents apart from other uses of a seed.
_RANDOM, _RULES = 21, 22


class RandomAgent:
    """Every legal action is equally likely.

    Args:
        game: its description.
        seed: decides the choices, together with the rows that the agent is asked about and their order.
    """

    def __init__(self, game: Game, seed: int = 0) -> None:
        self.game = game
        self._generator = np.random.default_rng(np.random.SeedSequence(check_seed(seed), spawn_key=(_RANDOM,)))

    def act(self, observations: Bytes, masks: Bytes) -> Actions:
        """A uniformly random legal action (N,) for each row of the masks (N, A)."""
        check_masks(self.game, masks)
        legal = masks != 0
        counts = np.count_nonzero(legal, axis=1)
        first = np.cumsum(counts) - counts
        actions: Actions = np.flatnonzero(legal)[first + self._generator.integers(0, counts)] % self.game.num_actions
        return actions

    def distribution(self, observations: Bytes, masks: Bytes) -> NDArray[np.float64]:
        """The probability (N, A) of each action: the same for all that the masks (N, A) allow."""
        check_masks(self.game, masks)
        legal = masks != 0
        return legal / np.count_nonzero(legal, axis=1, keepdims=True)


class RulesAgent:
    """A game's own rule-based player.

    Args:
        game: its description.
        style: a key of ``game.bots``.
        seed: decides what the player leaves to chance.
    """

    def __init__(self, game: Game, style: str = "rules", seed: int = 0) -> None:
        self.game = game
        self.style = style
        self._rng = words(check_seed(seed), _RULES)

    def act(self, observations: Bytes, masks: Bytes) -> Actions:
        """The player's action (N,) for each observation (N, D), which is legal by its mask (N, A)."""
        check_masks(self.game, masks)
        check_observations(self.game, observations, masks)
        # Copies, so that the compiled function always sees arrays of one type: contiguous ones that may be written to.
        views, copied = blank_observations(self.game, len(masks))
        copied[:] = observations
        actions = np.empty(len(masks), np.int64)
        try:
            kernels_of(self.game).bots[self.style](views, np.array(masks, np.uint8, order="C"), self._rng, actions)
        except ZeroDivisionError as error:
            raise AgentError(f"one of the observations is of no position that {self.game.name} can be in") from error
        return actions
