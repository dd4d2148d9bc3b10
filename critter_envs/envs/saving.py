"""A game in the middle as a few bytes, checked on the way in."""

from hashlib import sha256
from typing import Any

import numpy as np

from critter_envs.core.batch import Batch
from critter_envs.core.errors import PositionError
from critter_envs.core.game import Game
from critter_envs.core.jit import Record, zeros
from critter_envs.core.positions import position_of

_MARK = 8  # bytes that tell games and versions apart, and saved games from other files


def save(batch: Batch, game: int, note: int) -> bytes:
    """Game ``game`` of a batch, and a number below 256 that the environment keeps beside it."""
    return _mark(batch.game) + bytes([note]) + batch.states[game].tobytes()


def read(batch: Batch, game: int, data: bytes) -> tuple[dict[str, Any], int]:
    """The position in a saved game that is to replace game ``game``, and the number that was kept beside it.

    Raises:
        PositionError: the bytes are not of a game with these rules and parameters.
    """
    rules, size = batch.game, _MARK + 1 + batch.game.state_dtype.itemsize
    if not isinstance(data, bytes) or len(data) != size:
        what = f"{len(data)} bytes" if isinstance(data, bytes) else type(data).__name__
        raise PositionError(f"a saved game of {rules.name} is {size} bytes, not {what}")
    if data[:_MARK] != _mark(rules):
        raise PositionError(f"these bytes are not a saved game of {rules.name}, version {rules.version}")
    state = zeros(1, rules.state_dtype).view(np.recarray)
    state.view(np.ndarray).view(np.uint8)[:] = np.frombuffer(data, np.uint8, offset=_MARK + 1)
    _check_parameters(rules, state[0], batch.states[game])
    return position_of(rules, state[0]), data[_MARK]


def _mark(game: Game) -> bytes:
    layout = f"{game.name} {game.version} {game.state_dtype.descr}"
    return sha256(layout.encode()).digest()[:_MARK]


def _check_parameters(game: Game, state: Record, own: Record) -> None:
    """Compare what is stored: damaged bytes may have no meaning as parameters."""
    for name in ["num_players", *(parameter.name for parameter in game.all_parameters)]:
        if not np.array_equal(state[name], own[name]):
            raise PositionError(
                f"the saved game has another {name} than this environment: make one with the parameters of the saved game"
            )
