"""Many games at once as one Gymnasium vector environment: one seat of each learns, agents play the others."""

from collections.abc import Sequence
from secrets import randbits
from typing import Any

import numpy as np
from gymnasium.error import ResetNeeded
from gymnasium.spaces import Discrete
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import ArrayLike, NDArray

from critter_envs.core.game import Game

from . import views
from .learner import LearnerGames, OpponentSpecs
from .spaces import LegalActionsOfMany, observation_box

Observations = NDArray[np.uint8]


class LearnerVectorEnv(VectorEnv[Observations, NDArray[np.int64], NDArray[Any]]):
    """N games in step, straight on the engine; each is what ``LearnerEnv`` is, and all opponents answer together.

    Observations are ``uint8`` (N, D), ``infos["action_mask"]`` is (N, A). Autoreset is of the kind "same step": where a game
    ends, the observation is that of the next game, and ``infos["final_obs"]`` and ``infos["final_info"]`` hold the last ones.

    Args:
        game: its name or its description.
        num_envs: N.
        num_players, opponents, seat, spectator, parameters: as for ``LearnerEnv``.
        render_mode: as for ``LearnerEnv``; ``render`` makes a frame of each game.

    Raises:
        ParameterError: an unknown parameter, or a value that it can't take.
        CritterError: there is no such opponent.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012
        "render_modes": list(views.RENDER_MODES),
        "render_fps": views.FRAMES_PER_SECOND,
        "autoreset_mode": AutoresetMode.SAME_STEP,
    }

    def __init__(
        self,
        game: str | Game,
        num_envs: int = 1,
        num_players: int = 4,
        opponents: OpponentSpecs = "rules",
        seat: int | None = None,
        render_mode: str | None = None,
        spectator: bool = False,
        **parameters: Any,
    ) -> None:
        self.render_mode = views.check_render_mode(render_mode)
        self.spectator = views.check_spectator(spectator)
        self._games = LearnerGames(game, num_envs, num_players, opponents, seat, parameters)
        self.num_envs = num_envs
        self.batch = self._games.batch
        self.game = self.batch.game
        self.single_observation_space = observation_box(self.game)
        self.single_action_space = Discrete(self.game.num_actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self._make_action_space(None)
        self._begun = False

    def _make_action_space(self, generator: np.random.Generator | None) -> None:
        self.action_space = LegalActionsOfMany(self.game.num_actions, self.num_envs, lambda: self.batch.mask, generator)

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._make_action_space(self.action_space._np_random)

    @property
    def seats(self) -> NDArray[np.int64]:
        """The learner's seat in each game, (N,)."""
        return self._games.seats.copy()

    def reset(
        self, *, seed: int | Sequence[int] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observations, dict[str, Any]]:
        """Begin N different games from one seed, or the game of each of N seeds.

        With a seed, the opponents make the same choices again, too. Without one, each game is followed by the one that its
        seed decides; the first ones are left to chance.

        Raises:
            ParameterError: there are options, of which an environment has none; or seeds that aren't.
        """
        views.check_options(options)
        if seed is not None or not self._begun:
            self._games.reset(randbits(63) if seed is None else seed)
        else:
            self._games.restart(np.arange(self.num_envs))
        self._begun = True
        return self.batch.observation.copy(), self._masks()

    def step(
        self, actions: ArrayLike
    ) -> tuple[Observations, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """Carry out the learner's action (N,) in each game, and let the others play until it is to act again everywhere.

        Raises:
            IllegalAction: a mask rules an action out; nothing has changed in any game.
            ResetNeeded: no game is running.
        """
        self._need_games("step")
        rewards, terminated, truncated = self._games.step(actions)
        infos: dict[str, Any] = {}
        over = np.flatnonzero(terminated | truncated)
        if over.size:
            last, masks = self.batch.observe(over, self._games.seats[over])
            results = self._games.results(over)
            for k, i in enumerate(over.tolist()):
                final = {"action_mask": masks[k].astype(np.int8), **results[k]}
                infos = self._add_info(infos, {"final_obs": last[k], "final_info": final}, i)
            self._games.restart(over)
        return self.batch.observation.copy(), rewards, terminated, truncated, infos | self._masks()

    def action_masks(self) -> NDArray[np.bool_]:
        """What the learner may do now in each game, (N, A)."""
        self._need_games("action_masks")
        return self.batch.mask.astype(np.bool_)

    def render(self) -> tuple[Any, ...] | None:
        """Each game as the learner sees it, or with ``spectator`` all of it; None if the views are printed."""
        self._need_games("render")
        frames = [
            views.frame(self.batch, i, int(seat), self.render_mode, self.spectator) for i, seat in enumerate(self._games.seats)
        ]
        return None if self.render_mode in (None, "human") else tuple(frames)

    def _masks(self) -> dict[str, Any]:
        return {"action_mask": self.batch.mask.astype(np.int8), "_action_mask": np.ones(self.num_envs, np.bool_)}

    def _need_games(self, method: str) -> None:
        if not self._begun:
            raise ResetNeeded(f"reset() needs to be called before {method}()")
