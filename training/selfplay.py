"""Many games at once as one SB3 environment: one seat of each game learns, a pool of opponents plays the others."""

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from stable_baselines3.common.vec_env import VecEnv
from stable_baselines3.common.vec_env.base_vec_env import VecEnvIndices, VecEnvObs, VecEnvStepReturn

from critter_envs import Batch
from critter_envs.core.batch import Outcome
from critter_envs.core.errors import IllegalAction
from critter_envs.core.game import Game
from critter_envs.core.generator import following
from critter_envs.core.pay import REWARDS
from critter_envs.core.registry import find
from critter_envs.envs.spaces import observation_box

from .opponents import Opponents

#: What keeps the learner's seats and opponents apart from other uses of a seed.
_SEATING = 11


def stakes(batch: Batch, games: NDArray[np.int64]) -> NDArray[np.int64]:
    """What the returns of these games (G,) are multiplied by before anybody learns from them.

    With ``reward="win"``, that makes a pot into which each seat has laid a coin, and which the winners share. The game's own
    returns never go beyond 1, so at a larger table, where most seats lose little, less would be at stake, and a learner of all
    table sizes would heed the largest ones least.
    """
    rewards, players = (batch.states[field][games] for field in ("reward", "num_players"))
    return np.where(rewards == REWARDS.index("win"), players - 1, 1)


class SelfPlayVecEnv(VecEnv):
    """Each slot is a game, and its observation is that of the learner, who is to act.

    At the start of each game, the learner's seat and the kind of opponents in the other seats are drawn. After the learner's
    decision the others play on until the learner is to act again, in this game or in the next one, in all slots
    together. The learner is paid when the game ends, whoever makes the last move: its return times the game's ``stakes``. Where
    a game is truncated, nothing is paid, and SB3 puts the value of the last observation in the place of the rest of the game.

    Args:
        game: its name or its description.
        num_envs: how many games.
        num_players: the table size, or several, of which each game draws one.
        opponents: who plays the other seats.
        seed: decides the games, the seats, and who plays them.
        parameters: the game's parameters.

    Raises:
        ParameterError: an unknown parameter, or a value that it can't take.
    """

    render_mode: None = None

    def __init__(
        self,
        game: str | Game,
        num_envs: int,
        num_players: int | Sequence[int],
        opponents: Opponents,
        seed: int = 0,
        **parameters: Any,
    ) -> None:
        self.game = game = find(game)
        self.batch = Batch(game, num_envs, num_players, seed, **parameters)
        self.opponents = opponents
        self._all = np.arange(num_envs)
        self.seats = np.zeros(num_envs, np.int64)
        self._kind = np.zeros(num_envs, np.int64)
        self._stakes = np.ones(num_envs, np.int64)
        self._decisions = np.zeros(num_envs, np.int64)
        self._actions = np.zeros(num_envs, np.int64)
        self._truncated = np.zeros(num_envs, np.bool_)
        self._lengths = np.zeros(num_envs, np.int64)
        self._last = np.zeros_like(self.batch.observation)
        super().__init__(num_envs, observation_box(game), spaces.Discrete(game.num_actions))
        self.seed(seed)

    def __setstate__(self, state: dict[str, Any]) -> None:
        """From a training that was interrupted: spaces that went through a pickle would make other bytes of a checkpoint."""
        self.__dict__.update(state)
        self.observation_space, self.action_space = observation_box(self.game), spaces.Discrete(self.game.num_actions)

    # --- the flow of the games ---------------------------------------------------------------------------------

    def seed(self, seed: int | None = None) -> Sequence[int | None]:
        """From which seed the next ``reset`` starts; None leaves it."""
        if seed is not None:
            self._next_seed = seed
        return [self._next_seed] * self.num_envs

    def reset(self) -> VecEnvObs:
        """New games everywhere; without a new seed, other ones than before."""
        self.batch.reset(self._next_seed)
        self.opponents.restart(self._next_seed)
        self._generator = np.random.default_rng(np.random.SeedSequence(self._next_seed, spawn_key=(_SEATING,)))
        self._next_seed = following(self._next_seed)
        self._clear()
        self._begin(self._all)
        self._play_others()
        return self.batch.observation.copy()

    def step_async(self, actions: NDArray[np.int64]) -> None:
        """Take note of the learner's actions (N,)."""
        self._actions = actions

    def step_wait(self) -> VecEnvStepReturn:
        """The learner's actions, and those of the others up to the learner's next decision.

        Raises:
            IllegalAction: an action that the mask rules out; nothing has changed.
        """
        outcome = self.batch.step(self._actions)
        self._clear()
        self._decisions += 1
        self._settle(self._all, outcome)
        self._play_others()
        return self.batch.observation.copy(), self._rewards, self._over, self._report()

    def action_masks(self) -> NDArray[np.uint8]:
        """The learner's legal actions (N, A).

        Raises:
            IllegalAction: there is none in one of the games; ``MaskablePPO`` would take any action then.
        """
        masks = self.batch.mask
        if not masks.any(axis=1).all():
            raise IllegalAction(f"game {masks.any(axis=1).argmin()} has no legal action for a player who is to act")
        return masks

    def _clear(self) -> None:
        """Forget the outcome of the last step, but not in the arrays that were handed out."""
        self._rewards = np.zeros(self.num_envs, np.float32)
        self._over = np.zeros(self.num_envs, np.bool_)

    def _begin(self, games: NDArray[np.int64]) -> None:
        """Draw the learner's seat and the opponents in new games."""
        chance = self._generator.random((2, len(games)))
        players = self.batch.states["num_players"][games]
        self.seats[games] = chance[0] * players
        self._stakes[games] = stakes(self.batch, games)
        self._kind[games] = self.opponents.kinds(chance[1])
        self._decisions[games] = 0

    def _play_others(self) -> None:
        """Let the opponents play until the learner is to act in every game."""
        batch = self.batch
        waiting = np.flatnonzero(batch.player != self.seats)
        while waiting.size:
            actions = self.opponents.act(self._kind[waiting], batch, waiting)
            self._settle(waiting, batch.step_some(waiting, actions))
            waiting = waiting[batch.player[waiting] != self.seats[waiting]]

    def _settle(self, games: NDArray[np.int64], outcome: Outcome) -> None:
        """Note what a decision in each of these games has brought; where it was the last one, the next game has begun."""
        rewards, terminated, truncated = outcome
        over = terminated | truncated
        if over.any():
            ended = games[over]
            self._pay(ended, rewards[over], truncated[over])
            self._begin(ended)

    def _pay(self, games: NDArray[np.int64], rewards: NDArray[np.float64], truncated: NDArray[np.bool_]) -> None:
        """Note the outcome of games that ended, save of those that the learner never came to act in."""
        acted = self._decisions[games] > 0
        if not acted.all():
            games, rewards, truncated = games[acted], rewards[acted], truncated[acted]
            if not games.size:
                return
        seats = self.seats[games]
        self._over[games] = True
        self._truncated[games] = truncated
        paid = rewards[np.arange(len(games)), seats] * self._stakes[games]
        self._rewards[games] = np.where(truncated, 0.0, paid)
        self.opponents.note(self._kind[games], paid)
        self._lengths[games] = self._decisions[games]
        self._last[games] = self.batch.observe(games, seats, final=True)[0]

    def _report(self) -> list[dict[str, Any]]:
        """What SB3 wants to be told of each slot: something only where a game ended."""
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for i in np.flatnonzero(self._over).tolist():
            infos[i] = {
                "terminal_observation": self._last[i].copy(),
                "TimeLimit.truncated": bool(self._truncated[i]),
                "episode": {"r": float(self._rewards[i]), "l": int(self._lengths[i])},
            }
        return infos

    # --- what SB3 asks of an environment -----------------------------------------------------------------------

    def env_method(self, method_name: str, *args: Any, indices: VecEnvIndices = None, **kwargs: Any) -> list[Any]:
        """A method's answer, a row for each game; ``MaskablePPO`` gets its masks this way."""
        answer = getattr(self, method_name)(*args, **kwargs)
        return [answer[i] for i in self._chosen(indices)]

    def get_attr(self, attr_name: str, indices: VecEnvIndices = None) -> list[Any]:
        """The games share all attributes."""
        value = getattr(self, attr_name)
        return [value for _ in self._chosen(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: VecEnvIndices = None) -> None:
        """Refused: the games share all attributes."""
        raise NotImplementedError(f"{attr_name} can't be set: the games share all attributes")

    def env_is_wrapped(self, wrapper_class: Any, indices: VecEnvIndices = None) -> list[bool]:
        """There are no wrappers."""
        return [False for _ in self._chosen(indices)]

    def close(self) -> None:
        """There is nothing to close."""

    def _chosen(self, indices: VecEnvIndices) -> Iterable[int]:
        return self._get_indices(indices)
