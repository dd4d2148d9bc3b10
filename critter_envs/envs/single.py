"""A game as a Gymnasium environment: one seat learns, agents play the others."""

from secrets import randbits
from typing import Any

import gymnasium
import numpy as np
from gymnasium.error import ResetNeeded
from numpy.typing import NDArray

from critter_envs.core.game import Game

from . import saving, views
from .learner import LearnerGames, OpponentSpecs
from .spaces import LegalActions, observation_box, single_action

Observation = NDArray[np.uint8]


class LearnerEnv(gymnasium.Env[Observation, np.int64]):
    """One game from the learner's seat: a step is the learner's decision and all those of the others up to its next one.

    The observation is flat, ``uint8`` (D,); ``info["action_mask"]`` (A,) and ``action_masks()`` tell what is legal. The reward
    is paid when the game ends, whoever makes the last move; the info then holds ``score`` and ``win_share``, too.

    Args:
        game: its name or its description.
        num_players: the table size.
        opponents: who plays the other seats: one agent for all, or one for each from the learner's left neighbour on.
        seat: the learner's; None draws it anew for each game, from the game's seed.
        render_mode: None, ``"ansi"`` (text), ``"human"`` (text with colours, printed) or ``"rgb_array"`` (a picture).
        spectator: whether ``render`` shows everything, or only what the learner may see.
        parameters: the game's parameters.

    Raises:
        ParameterError: an unknown parameter, or a value that it can't take.
        CritterError: there is no such opponent.
    """

    metadata: dict[str, Any] = {"render_modes": list(views.RENDER_MODES), "render_fps": views.FRAMES_PER_SECOND}  # noqa: RUF012

    def __init__(
        self,
        game: str | Game,
        num_players: int = 4,
        opponents: OpponentSpecs = "rules",
        seat: int | None = None,
        render_mode: str | None = None,
        spectator: bool = False,
        **parameters: Any,
    ) -> None:
        self.render_mode = views.check_render_mode(render_mode)
        self.spectator = views.check_spectator(spectator)
        self._games = LearnerGames(game, 1, num_players, opponents, seat, parameters)
        self.batch = self._games.batch
        self.game = self.batch.game
        self.observation_space = observation_box(self.game)  # type: ignore[assignment]
        self._make_action_space(None)
        self._begun = False

    def _make_action_space(self, generator: np.random.Generator | None) -> None:
        self.action_space = LegalActions(self.game.num_actions, lambda: self.batch.mask[0], generator)

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._make_action_space(self.action_space._np_random)

    @property
    def seat(self) -> int:
        """The learner's seat in this game."""
        return int(self._games.seats[0])

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Observation, dict[str, Any]]:
        """Begin the game of a seed, and play it until the learner is to act.

        With a seed, the opponents make the same choices again, too. Without one it is the game that follows the last one,
        which that one's seed decides; the first is left to chance.

        Raises:
            ParameterError: there are options, of which an environment has none.
        """
        views.check_options(options)
        super().reset(seed=seed)
        if seed is not None or not self._begun:
            self._games.reset(randbits(63) if seed is None else seed)
        else:
            self._games.restart(np.zeros(1, np.int64))
        self._begun = True
        self._show_people()
        return self._observation(), self._info()

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Carry out the learner's action, and let the others play until it is to act again or the game is over.

        Raises:
            IllegalAction: the mask rules the action out; nothing has changed.
            ResetNeeded: no game is running.
        """
        if not self._begun or self.batch.player[0] < 0:
            raise ResetNeeded("reset() needs to be called before step(): no game is running")
        rewards, terminated, truncated = self._games.step(single_action(action))
        self._show_people()
        return self._observation(), float(rewards[0]), bool(terminated[0]), bool(truncated[0]), self._info()

    def action_masks(self) -> NDArray[np.bool_]:
        """What the learner may do now, (A,): all False once the game is over."""
        self._need_game("action_masks")
        return self.batch.mask[0].astype(np.bool_)

    def observation_text(self) -> str:
        """What the learner observes now, in words: for people and for language models."""
        self._need_game("observation_text")
        return views.text(self.batch, 0, self.seat)

    def render(self) -> Any:
        """The game as the learner sees it, or with ``spectator`` all of it."""
        self._need_game("render")
        return views.frame(self.batch, 0, self.seat, self.render_mode, self.spectator)

    def state_bytes(self) -> bytes:
        """The game as it stands, chance and the learner's seat included, to go on from with ``set_state_bytes``.

        What the opponents leave to chance is not in it: they keep their own generators.
        """
        self._need_game("state_bytes")
        return saving.save(self.batch, 0, self.seat)

    def set_state_bytes(self, data: bytes) -> None:
        """Go on from a saved game of an environment of the same kind and with the same parameters.

        Raises:
            PositionError: these bytes are not of such a game; nothing has changed.
        """
        self._need_game("set_state_bytes")
        position, seat = saving.read(self.batch, 0, data)
        self._games.take_over(0, position, seat)

    def _observation(self) -> Observation:
        return self.batch.observe(0, self.seat)[0][0]

    def _info(self) -> dict[str, Any]:
        info: dict[str, Any] = {"action_mask": self.batch.mask[0].astype(np.int8)}
        if self.batch.player[0] < 0:
            info.update(self._games.results([0])[0])
        return info

    def _show_people(self) -> None:
        if self.render_mode == "human":
            self.render()

    def _need_game(self, method: str) -> None:
        if not self._begun:
            raise ResetNeeded(f"reset() needs to be called before {method}()")
