"""Many games at once. Every other way to play, a single environment included, stands on this one."""

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .errors import IllegalAction, ParameterError, PositionError
from .game import TERMINATED, TRUNCATED, Game
from .generator import MAX_SEED, all_following, seeds, words
from .jit import Record, Records, zeros
from .kernels import Kernels, kernels_of
from .parameters import is_integer
from .positions import position_of, state_from
from .registry import find

#: For each of N games: rewards (N, max seats), terminated (N,), truncated (N,).
Outcome = tuple[NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_]]


class Batch:
    """N games of one kind, in step.

    ``player`` (N,), ``mask`` (N, A) and ``observation`` (N, D) describe the seat to act next in each game; they are
    read-only views that the next step overwrites. A seat is to act in every game, unless ``autoreset`` is off: then
    a finished game has player -1, and an empty mask and observation.

    Args:
        game: its name or its description.
        num_games: N.
        num_players: the table size, or several, of which each game draws one.
        seed: the first game's seed, from which those of the others come; or one for each game.
        autoreset: whether a finished game is followed by a new one in its place.
        parameters: the game's parameters.

    Raises:
        ParameterError: an unknown parameter, or a value that it can't take.
    """

    def __init__(
        self,
        game: str | Game,
        num_games: int = 1,
        num_players: int | Sequence[int] = 4,
        seed: int | Sequence[int] = 0,
        autoreset: bool = True,
        **parameters: Any,
    ) -> None:
        if not is_integer(num_games) or num_games < 1:
            raise ParameterError(f"num_games can't be {num_games!r}: it must be a whole number from 1")
        sizes = list(num_players) if isinstance(num_players, Iterable) else [num_players]
        if not sizes:
            raise ParameterError("num_players is empty: it must be a table size, or a list of at least one")
        self.game = game = find(game)
        self.autoreset = autoreset
        self._tables = zeros(len(sizes), game.state_dtype)
        for table, size in enumerate(sizes):
            self._tables[table] = game.configure(size, **parameters)
        self._states = zeros(int(num_games), game.state_dtype)
        self._finals = self._states.copy()
        self._make_buffers()
        self.reset(seed)

    def _make_buffers(self) -> None:
        count, game = len(self._states), self.game
        self._all = np.arange(count)
        self._player = np.zeros(count, np.int64)
        self._mask = np.zeros((count, game.num_actions), np.uint8)
        self._views, self._observation = _observations(game, count)
        self.player = _read_only(self._player)
        self.mask = _read_only(self._mask)
        self.observation = _read_only(self._observation)

    @property
    def _kernels(self) -> Kernels:
        return kernels_of(self.game)

    @property
    def _shown(self) -> tuple[Any, ...]:
        return self._player, self._mask, self._observation, self._views

    def __len__(self) -> int:
        return len(self._states)

    @property
    def states(self) -> Any:
        """The states as a ``recarray`` (N,), not copied: ``batch.states[i].hand``. A change made here isn't checked,
        and is seen only after ``refresh``."""
        return self._states.view(np.recarray)

    def reset(self, seed: int | Sequence[int]) -> None:
        """Set up every game anew.

        Raises:
            ParameterError: a seed that isn't a whole number from 0 to 2**63 - 1, or another number of seeds than games.
        """
        given = _seeds(seed, len(self))
        self._redeals = words(int(given[0]), 1)
        self._kernels.reset(self._states, self._all, self._tables, given, *self._shown)

    def step(self, actions: ArrayLike) -> Outcome:
        """One decision in each game, by the seats in ``player``. Rewards are paid when a game ends, to all its seats.

        Raises:
            IllegalAction: an action that the mask rules out; nothing has changed in any game.
        """
        return self.step_some(self._all, actions)

    def step_some(self, games: NDArray[np.int64], actions: ArrayLike) -> Outcome:
        """One decision in each of ``games`` (K,), which are distinct; the outcome has a row for each of them."""
        chosen = np.ascontiguousarray(actions)
        if chosen.shape != games.shape or chosen.dtype.kind not in "iu":
            raise IllegalAction(
                f"the actions are {chosen.dtype} of shape {chosen.shape}: they must be whole numbers of shape {games.shape}"
            )
        rewards = np.empty((len(games), self.game.max_players))
        over = np.empty(len(games), np.int64)
        wrong = self._kernels.step(
            self._states,
            self._finals,
            self._tables,
            self.autoreset,
            games,
            chosen.astype(np.int64, copy=False),
            rewards,
            over,
            *self._shown,
        )
        if wrong >= 0:
            self._refuse(int(games[wrong]), int(chosen[wrong]))
        return rewards, over == TERMINATED, over == TRUNCATED

    def _refuse(self, i: int, action: int) -> None:
        legal = ", ".join(f"{a} ({self.game.label(a)})" for a in np.flatnonzero(self._mask[i]).tolist())
        known = f" ({self.game.label(action)})" if 0 <= action < self.game.num_actions else ""
        raise IllegalAction(f"game {i}: action {action}{known} is illegal for seat {self._player[i]}; legal: {legal}")

    def play_random(self, decisions: int) -> int:
        """Let uniformly random players take ``decisions`` decisions in each game, inside the compiled loop.

        Returns:
            How many games ended.
        """
        if not self.autoreset:
            raise ParameterError("play_random needs autoreset=True: finished games make way for new ones")
        return self._kernels.play_random(self._states, self._tables, decisions, *self._shown)

    def observe(self, games: ArrayLike, seats: ArrayLike, final: bool = False) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
        """What seat ``seats[k]`` of game ``games[k]`` sees and may do now.

        Args:
            games, seats: (K,) each.
            final: look at the last game that ended in this place, as it stood then, not at the running one.

        Returns:
            Observations (K, D) and masks (K, A), which are empty for seats that are not to act.
        """
        where, who = np.atleast_1d(np.asarray(games, np.int64)), np.atleast_1d(np.asarray(seats, np.int64))
        views, observation = _observations(self.game, len(where))
        mask = np.zeros((len(where), self.game.num_actions), np.uint8)
        self._kernels.observe(self._finals if final else self._states, where, who, mask, observation, views)
        return observation, mask

    def turn_to(self, i: int, seat: int) -> None:
        """Make another of the pending seats the one to act next in game ``i``.

        Raises:
            PositionError: the seat isn't to act; nothing has changed.
        """
        if not 0 <= seat < self.game.max_players or not int(self._states["pending"][i]) >> seat & 1:
            raise PositionError(f"seat {seat} of game {i} isn't to act now: choose one of the pending seats")
        rows = slice(i, i + 1)
        self._kernels.observe(
            self._states[rows], self._all[:1], np.array([seat]), self._mask[rows], self._observation[rows], self._views[rows]
        )
        self._player[i] = seat

    def restart(self, *games: int) -> None:
        """Put the following game in the place of each of these, over or not, as ``autoreset`` does."""
        where = np.array(games, np.int64)
        self._kernels.reset(self._states, where, self._tables, all_following(self._states["seed"][where]), *self._shown)

    def returns(self) -> NDArray[np.float64]:
        """What each game pays to each seat if it ends as it stands, (N, max seats)."""
        returns = np.zeros((len(self), self.game.max_players))
        self._kernels.returns(self._states, returns)
        return returns

    def standings(self) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        """Scores and shares of the win, (N, max seats) each, as the games stand."""
        scores = np.zeros((len(self), self.game.max_players), np.int64)
        shares = np.zeros(scores.shape)
        self._kernels.standings(self._states, scores, shares)
        return scores, shares

    def position(self, i: int) -> dict[str, Any]:
        """Game ``i`` as JSON-able data, generator included."""
        return position_of(self.game, self._states[i])

    def set_position(self, i: int, position: dict[str, Any]) -> None:
        """Put a position in the place of game ``i``.

        Raises:
            PositionError: no game could be in it, or its parameters are not those of this batch; nothing has changed.
        """
        self.set_state(i, state_from(self.game, position))

    def set_state(self, i: int, state: Record) -> None:
        """Put a state in the place of game ``i``; only its parameters are checked."""
        own = [self.game.parameters_of(table) for table in self._tables]
        if self.game.parameters_of(state) not in own:
            raise PositionError(f"the position has the parameters {self.game.parameters_of(state)}, this batch has {own}")
        self._states[i] = state
        self.refresh(i)

    def refresh(self, *games: int) -> None:
        """Write the views of games anew after a change to ``states``."""
        self._kernels.refresh(self._states, np.array(games, np.int64), *self._shown)

    def redeal(self, i: int, seat: int) -> None:
        """Draw all that the seat can't know anew, chance to come included: a determinisation of game ``i``."""
        self._kernels.redeal(self._states, np.array([i]), np.array([seat]), self._redeals)
        self.refresh(i)

    def clone(self) -> "Batch":
        """A copy that shares nothing with this batch."""
        copy = object.__new__(type(self))
        copy.__setstate__(self.__getstate__())
        return copy

    def __getstate__(self) -> dict[str, Any]:
        arrays = {name: getattr(self, name).copy() for name in ("_tables", "_states", "_finals", "_redeals")}
        return {"game": self.game, "autoreset": self.autoreset, **arrays}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._make_buffers()
        self.refresh(*range(len(self)))


def check_seed(seed: Any) -> int:
    """The seed, if it is one.

    Raises:
        ParameterError: it isn't.
    """
    if not is_integer(seed) or not 0 <= seed <= MAX_SEED:
        raise ParameterError(f"the seed can't be {seed!r}: it must be a whole number from 0 to 2**63 - 1")
    return int(seed)


def _seeds(seed: int | Sequence[int], count: int) -> NDArray[np.int64]:
    """The seeds of ``count`` games, from the first one's or one for each."""
    if not isinstance(seed, Iterable):
        return seeds(check_seed(seed), count)
    given = np.array([check_seed(one) for one in seed], np.int64)
    if len(given) != count:
        raise ParameterError(f"there are {len(given)} seeds for {count} games: give one for each, or a single one")
    return given


def _observations(game: Game, count: int) -> tuple[Records, NDArray[np.uint8]]:
    """Zeroed observations as records and, the same bytes, as an array (count, D)."""
    views = zeros(count, game.observation_dtype)
    return views, views.view(np.ndarray).view(np.uint8).reshape(count, -1)


def _read_only(array: NDArray[Any]) -> NDArray[Any]:
    view = array.view()
    view.flags.writeable = False
    return view
