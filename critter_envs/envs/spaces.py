"""The spaces of a game, with action spaces that know what is legal at the moment."""

from collections.abc import Callable
from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete, MultiDiscrete
from numpy.typing import NDArray

from critter_envs.core.errors import IllegalAction
from critter_envs.core.game import Game


def observation_box(game: Game) -> Box:
    """The bounds of a flat observation, ``uint8`` (D,)."""
    return Box(np.zeros_like(game.observation_high), game.observation_high, dtype=np.uint8)


def masked_observation(game: Game) -> Dict:
    """A flat observation and the mask of legal actions, ``uint8`` (A,)."""
    return Dict({"observation": observation_box(game), "action_mask": Box(0, 1, (game.num_actions,), np.uint8)})


def single_action(action: Any) -> NDArray[Any]:
    """One action as an array (1,).

    Raises:
        IllegalAction: it isn't a single whole number.
    """
    chosen = np.asarray(action)
    if chosen.size != 1 or chosen.dtype.kind not in "iu":
        raise IllegalAction(f"the action is {action!r}: it must be a whole number")
    return chosen.reshape(1)


class LegalActions(Discrete):
    """All actions of a game, of which ``sample()`` draws one that is legal now.

    Scripts and checkers that know of no masks thus play by the rules. A copy or a pickle of the space alone is a
    plain ``Discrete`` with the same generator: it doesn't drag the game along.

    Args:
        num_actions: the size of the space.
        legal: gives the mask (A,) of the moment.
        generator: goes on with this generator; without it, ``seed`` or chance starts one.
    """

    def __init__(self, num_actions: int, legal: Callable[[], NDArray[Any]], generator: np.random.Generator | None = None) -> None:
        super().__init__(num_actions, seed=generator)
        self._legal = legal

    def sample(self, mask: NDArray[Any] | None = None, probability: NDArray[Any] | None = None) -> Any:
        """A uniformly random action that is legal now, or by ``mask`` (A,), of any number type, if that is given.

        Where nothing is legal it is action 0, as in a ``Discrete`` with an empty mask.
        """
        if probability is not None:
            return super().sample(mask, probability)
        given = self._legal() if mask is None else np.asarray(mask)
        if given.shape != (self.n,):
            raise ValueError(f"the mask is of shape {given.shape}: it must be ({self.n},)")
        legal = given.nonzero()[0]
        return legal[self.np_random.integers(legal.size)] if legal.size else self.start

    def __reduce__(self) -> tuple[Any, ...]:
        return _plain_discrete, (int(self.n), self._np_random)


def _plain_discrete(num_actions: int, generator: np.random.Generator | None) -> Discrete:
    return Discrete(num_actions, seed=generator)


class LegalActionsOfMany(MultiDiscrete):
    """The same for N games in step: ``sample()`` draws for each an action that is legal now.

    Args:
        num_actions: the actions of one game.
        num_games: N.
        legal: gives the masks (N, A) of the moment.
        generator: as for ``LegalActions``.
    """

    def __init__(
        self,
        num_actions: int,
        num_games: int,
        legal: Callable[[], NDArray[Any]],
        generator: np.random.Generator | None = None,
    ) -> None:
        super().__init__(np.full(num_games, num_actions), seed=generator)
        self._legal = legal

    def sample(self, mask: Any = None, probability: Any = None) -> NDArray[np.int64]:
        """Uniformly random legal actions (N,), or what ``MultiDiscrete`` draws if it is told how."""
        if mask is not None or probability is not None:
            return super().sample(mask, probability)
        legal = self._legal()
        # Of uniformly random numbers for the legal actions, each is the highest with the same probability.
        return np.where(legal, self.np_random.random(legal.shape), -1.0).argmax(axis=1)

    def __reduce__(self) -> tuple[Any, ...]:
        return _plain_multi_discrete, (self.nvec, self._np_random)


def _plain_multi_discrete(nvec: NDArray[np.int64], generator: np.random.Generator | None) -> MultiDiscrete:
    return MultiDiscrete(nvec, seed=generator)
