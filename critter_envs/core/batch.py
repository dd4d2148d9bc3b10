"""Many games at once. Every other way to play, a single environment included, stands on this one."""

from collections.abc import Iterable, Sequence
from typing import Any, TypeGuard

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
        if not isinstance(autoreset, (bool, np.bool_)):
            raise ParameterError(f"autoreset can't be {autoreset!r}: it must be True or False")
        sizes: list[Any] = list(num_players) if _are_several(num_players) else [num_players]
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
        self._views, self._observation = blank_observations(game, count)
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
        return self._step(self._all, actions)

    def step_some(self, games: NDArray[np.int64], actions: ArrayLike) -> Outcome:
        """One decision in each of ``games`` (K,), in any order; the outcome has a row for each of them.

        Raises:
            IllegalAction: an action that the mask rules out; nothing has changed in any game.
            ParameterError: there is no such game, or one is there twice; nothing has changed.
        """
        games = _numbers(games)
        if games.size > 1 and not (games[1:] > games[:-1]).all() and len(np.unique(games)) < len(games):
            raise ParameterError(f"the games {games.tolist()} can't take a step at once: each may be there only once")
        return self._step(games, actions)

    def _step(self, games: NDArray[np.int64], actions: ArrayLike) -> Outcome:
        chosen = _array(actions)
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
            i = self._game(int(games[wrong]))
            if wrong and i <= games[wrong - 1]:
                raise ParameterError(
                    f"game {i} comes after game {games[wrong - 1]}: the games must be in ascending order, each once"
                )
            self._refuse(i, int(chosen[wrong]))
        return rewards, over == TERMINATED, over == TRUNCATED

    def _refuse(self, i: int, action: int) -> None:
        o = self._views.view(np.recarray)[i]
        legal = ", ".join(f"{a} ({self.game.label(a, o=o)})" for a in np.flatnonzero(self._mask[i]).tolist())
        known = f" ({self.game.label(action, o=o)})" if 0 <= action < self.game.num_actions else ""
        raise IllegalAction(f"game {i}: action {action}{known} is illegal for seat {self._player[i]}; legal: {legal}")

    def play_random(self, decisions: int) -> int:
        """Let uniformly random players take ``decisions`` decisions in each game, inside the compiled loop.

        Returns:
            How many games ended.

        Raises:
            ParameterError: not a whole number from 0, or finished games would not be followed by new ones.
        """
        if not self.autoreset:
            raise ParameterError("play_random needs autoreset=True: finished games make way for new ones")
        if not is_integer(decisions) or decisions < 0:
            raise ParameterError(f"decisions can't be {decisions!r}: it must be a whole number from 0")
        return self._kernels.play_random(self._states, self._tables, decisions, *self._shown)

    def observe(self, games: ArrayLike, seats: ArrayLike, final: bool = False) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
        """What seat ``seats[k]`` of game ``games[k]`` sees and may do now.

        Args:
            games, seats: (K,) each.
            final: look at the last game that ended in this place, as it stood then, not at the running one.

        Returns:
            Observations (K, D) and masks (K, A), which are empty for seats that are not to act.

        Raises:
            ParameterError: there is no such game or seat, or no game has ended there yet.
        """
        where, who = _numbers(games), _numbers(seats)
        if where.shape != who.shape:
            raise ParameterError(f"there are {where.size} games for {who.size} seats: name a game for each seat")
        views, observation = blank_observations(self.game, len(where))
        mask = np.zeros((len(where), self.game.num_actions), np.uint8)
        states = self._finals if final else self._states
        wrong = self._kernels.observe(states, where, who, mask, observation, views)
        if wrong >= 0:
            i = self._game(int(where[wrong]))
            if not states["num_players"][i]:
                raise ParameterError(f"no game has ended yet in the place of game {i}: there is no final view of it")
            self._seat(i, int(who[wrong]))
        return observation, mask

    def turn_to(self, i: int, seat: int) -> None:
        """Make another of the pending seats the one to act next in game ``i``.

        Raises:
            ParameterError: there is no such game.
            PositionError: the seat isn't to act; nothing has changed.
        """
        i = self._game(i)
        pending = int(self._states["pending"][i])
        if not is_integer(seat) or not 0 <= seat < self.game.max_players or not pending >> seat & 1:
            raise PositionError(f"seat {seat} of game {i} isn't to act now: choose one of the pending seats")
        rows = slice(i, i + 1)
        self._kernels.observe(
            self._states[rows], self._all[:1], np.array([seat]), self._mask[rows], self._observation[rows], self._views[rows]
        )
        self._player[i] = seat

    def restart(self, *games: int) -> None:
        """Put the following game in the place of each of these, over or not, as ``autoreset`` does.

        Raises:
            ParameterError: there is no such game; nothing has changed.
        """
        where = self._games(games)
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
        """Game ``i`` as JSON-able data, generator included.

        Raises:
            ParameterError: there is no such game.
        """
        return position_of(self.game, self._states[self._game(i)])

    def set_position(self, i: int, position: dict[str, Any]) -> None:
        """Put a position in the place of game ``i``.

        Raises:
            ParameterError: there is no such game.
            PositionError: no game could be in it, or its parameters are not those of this batch; nothing has changed.
        """
        self.set_state(i, state_from(self.game, position))

    def set_state(self, i: int, state: Record) -> None:
        """Put a state in the place of game ``i``; only its parameters are checked.

        Raises:
            ParameterError: there is no such game.
            PositionError: its parameters are not those of this batch; nothing has changed.
        """
        i = self._game(i)
        own = [self.game.parameters_of(table) for table in self._tables]
        if self.game.parameters_of(state) not in own:
            raise PositionError(f"the position has the parameters {self.game.parameters_of(state)}, this batch has {own}")
        self._states[i] = state
        self.refresh(i)

    def refresh(self, *games: int) -> None:
        """Write the views of games anew after a change to ``states``.

        Raises:
            ParameterError: there is no such game.
        """
        self._kernels.refresh(self._states, self._games(games), *self._shown)

    def redeal(self, i: int, seat: int) -> None:
        """Draw all that the seat can't know anew, chance to come included: a determinisation of game ``i``.

        Raises:
            ParameterError: there is no such game or seat; nothing has changed.
        """
        i = self._game(i)
        self._kernels.redeal(self._states, np.array([i]), np.array([self._seat(i, seat)]), self._redeals)
        self.refresh(i)

    # Compiled code doesn't look whether a game is there before it writes to it, so these look.

    def _game(self, i: Any) -> int:
        """The number of a game of this batch."""
        if not is_integer(i) or not 0 <= i < len(self):
            raise ParameterError(f"there is no game {i!r}: games are numbered from 0 to {len(self) - 1}")
        return int(i)

    def _games(self, games: Sequence[int]) -> NDArray[np.int64]:
        """The numbers of games of this batch (K,)."""
        numbers = _numbers(games)
        wrong = (numbers < 0) | (numbers >= len(self))
        if wrong.any():
            self._game(int(numbers[wrong.argmax()]))
        return numbers

    def _seat(self, i: int, seat: Any) -> int:
        """A seat that is taken in game ``i``."""
        players = int(self._states["num_players"][i])
        if not is_integer(seat) or not 0 <= seat < players:
            raise ParameterError(f"there is no seat {seat!r} in game {i}: seats are numbered from 0 to {players - 1}")
        return int(seat)

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


def _are_several(values: Any) -> TypeGuard[Sequence[int]]:
    """Whether these are several values, not one; an array may be one, too."""
    return isinstance(values, Iterable) and getattr(values, "ndim", 1) > 0


def _array(values: ArrayLike) -> NDArray[Any]:
    """An array for compiled code; of ragged lists one of objects, which no check of a dtype lets through."""
    try:
        return np.ascontiguousarray(values)
    except ValueError:
        return np.array([values], object)


def _numbers(values: ArrayLike) -> NDArray[np.int64]:
    """The numbers of games or seats (K,), of which there may be one or none.

    Raises:
        ParameterError: they aren't whole numbers.
    """
    numbers = _array(values)
    if numbers.ndim != 1 or (numbers.size and numbers.dtype.kind not in "iu"):
        raise ParameterError(f"{values!r} doesn't number games or seats: it must be a whole number, or a list of them")
    return numbers.astype(np.int64, copy=False)


def _seeds(seed: int | Sequence[int], count: int) -> NDArray[np.int64]:
    """The seeds of ``count`` games, from the first one's or one for each."""
    if not _are_several(seed):
        return seeds(check_seed(seed), count)
    given = np.array([check_seed(one) for one in seed], np.int64)
    if len(given) != count:
        raise ParameterError(f"there are {len(given)} seeds for {count} games: give one for each, or a single one")
    return given


def blank_observations(game: Game, count: int) -> tuple[Records, NDArray[np.uint8]]:
    """Zeroed observations as records and, the same bytes, as an array (count, D)."""
    views = zeros(count, game.observation_dtype)
    return views, views.view(np.ndarray).view(np.uint8).reshape(count, game.observation_dtype.itemsize)


def _read_only(array: NDArray[Any]) -> NDArray[Any]:
    view = array.view()
    view.flags.writeable = False
    return view
