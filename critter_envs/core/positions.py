"""Positions: the whole state of a game as plain JSON-able data, checked on the way in."""

from typing import Any

import numpy as np

from .errors import PositionError
from .fields import out_of_range
from .game import RUNNING, TRUNCATED, Game
from .generator import MAX_SEED
from .jit import Record
from .parameters import is_integer


def position_of(game: Game, state: Record) -> dict[str, Any]:
    """The position of a game: its parameters, its generator and every field of its state."""
    return {
        "game": game.name,
        "version": game.version,
        "parameters": game.parameters_of(state),
        "seed": int(state["seed"]),
        "rng": state["rng"].tolist(),
        "state": {field.name: state[field.name].tolist() for field in game.counters},
    }


def state_from(game: Game, position: Any) -> Record:
    """The state that a position describes.

    Raises:
        PositionError: it is of another game or version, a field is missing, unknown, of another shape or out of
            range, or the game's own check finds something there twice or missing.
        ParameterError: its parameters are not the game's.
    """
    _check_keys(position, ("game", "version", "parameters", "seed", "rng", "state"), "a position")
    if (position["game"], position["version"]) != (game.name, game.version) or not is_integer(position["version"]):
        raise PositionError(
            f"the position is of {position['game']!r} version {position['version']!r}, "
            f"not of {game.name!r} version {game.version}"
        )
    if not isinstance(position["parameters"], dict) or "num_players" not in position["parameters"]:
        raise PositionError(f"the parameters are {position['parameters']!r}, but must be a mapping with num_players")
    state = game.configure(**position["parameters"])
    state["seed"] = _integers(position["seed"], "seed", (), 0, MAX_SEED)
    state["rng"] = _integers(position["rng"], "rng", (4,), 0, 2**32 - 1)
    if not state["rng"].any():
        raise PositionError("rng is all zeros, a state that the generator never leaves: at least one word must be positive")
    _check_keys(position["state"], [field.name for field in game.counters], "the state of a position")
    for field in game.counters:
        limits = np.iinfo(np.int16)
        state[field.name] = _integers(position["state"][field.name], field.name, field.shape, limits.min, limits.max)
    _check(game, state)
    return state


def _check(game: Game, state: Record) -> None:
    """What holds for every game, then the game's own check."""
    problem = out_of_range(game.counters, state)
    if problem:
        raise PositionError(problem)
    if (state["over"] == RUNNING) != (state["pending"] > 0) or state["pending"] >> state["num_players"]:
        raise PositionError(
            f"pending is {state['pending']} and over is {state['over']}: "
            "a running game waits for at least one of its seats, a game that is over for none"
        )
    if state["over"] == RUNNING and state["decisions"] >= state["max_decisions"]:
        raise PositionError(
            f"decisions is {state['decisions']} and max_decisions is {state['max_decisions']}: "
            "a game that has reached its limit is over, a running one must be below it"
        )
    if state["decisions"] > state["max_decisions"] or (
        state["over"] == TRUNCATED and state["decisions"] != state["max_decisions"]
    ):
        raise PositionError(
            f"decisions is {state['decisions']} and max_decisions is {state['max_decisions']}: "
            "a game is truncated exactly at its limit, and none goes beyond it"
        )
    game.check(state)


def _check_keys(mapping: Any, keys: Any, what: str) -> None:
    """Refuse what is not a mapping with exactly these keys."""
    if not isinstance(mapping, dict):
        raise PositionError(f"{what} must be a mapping, not {type(mapping).__name__}")
    missing, unknown = [key for key in keys if key not in mapping], [key for key in mapping if key not in keys]
    if missing or unknown:
        raise PositionError(f"{what} has the keys {', '.join(keys)}; missing: {missing}, unknown: {unknown}")


def _integers(value: Any, name: str, shape: tuple[int, ...], low: int, high: int) -> Any:
    """A whole number or nested lists of them, of this shape and in this range."""
    try:
        numbers = np.asarray(value, object)  # any other array would make numbers of True and False among numbers
    except ValueError:
        numbers = np.array(None)
    if numbers.shape != shape or not all(is_integer(number) and low <= number <= high for number in numbers.flat):
        form = f"{' × '.join(map(str, shape))} whole numbers" if shape else "a whole number"
        raise PositionError(f"{name} is {value!r}, but must be {form} from {low} to {high}")
    return numbers
