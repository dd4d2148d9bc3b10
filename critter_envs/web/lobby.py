"""What there is to choose from before a game."""

from collections.abc import Sequence
from functools import cache
from typing import Any

import critter_envs
from critter_envs.agents.base import AgentError
from critter_envs.agents.spec import specs
from critter_envs.core.actions import OTHERS
from critter_envs.core.errors import ParameterError
from critter_envs.core.game import Game
from critter_envs.core.parameters import Choice, Counts, Flag, Integer, Parameter, Seat
from critter_envs.play.course import PERSON

from .limits import MOST_SIMULATIONS
from .views import without_folder

#: Searches that are offered; others may be asked for.
_SEARCHES = ("search:100", "search:400")

#: Parameters that make no difference to persons.
_WITHOUT_EFFECT = ("reward",)


@cache
def games() -> list[dict[str, Any]]:
    """All games, as JSON-able data."""
    return [_game(critter_envs.game(name)) for name in critter_envs.games()]


def check_seats(game: Game, seats: Sequence[str], extra: tuple[str, ...]) -> None:
    """See to it that these may sit at a table: persons, one at least, and agents that a stranger may ask for.

    Args:
        game: what is to be played.
        seats: for each seat "person" or the spec of an agent.
        extra: specs besides the usual ones.

    Raises:
        AgentError: one may not.
        ParameterError: there are too many or too few.
    """
    if PERSON not in seats:
        raise AgentError(f"one of the seats must be a {PERSON}'s: not {', '.join(seats)}")
    check_agents(game, seats, (PERSON, *extra))


def check_agents(game: Game, seats: Sequence[str], extra: tuple[str, ...]) -> None:
    """See to it that these may sit at a table: agents that a stranger may ask for, and whom ``extra`` names.

    Raises:
        AgentError: one may not.
        ParameterError: there are too many or too few.
    """
    game.check_players(len(seats))
    for spec in seats:
        if not is_known(game, spec, extra):
            told = [one for one in extra if one == without_folder(one)]  # strangers don't learn where files lie
            raise AgentError(
                f"nobody is called {spec!r} here: in a seat may be {', '.join([*specs(game), *told])}, "
                f"or search:N with at most {MOST_SIMULATIONS} simulations"
            )


def is_known(game: Game, spec: str, extra: tuple[str, ...]) -> bool:
    """Whether a stranger may ask for this agent."""
    return spec in specs(game) or spec in extra or _is_small_search(spec)


def check_parameters(game: Game, given: dict[str, Any]) -> None:
    """See to it that only parameters are given that the game has, and that make a difference to persons.

    Raises:
        ParameterError: another one is.
    """
    known = [one.name for one in game.all_parameters if one.name not in _WITHOUT_EFFECT]
    for name in given:
        if name not in known:
            raise ParameterError(f"a table of {game.name} has no parameter {name!r}: it has {', '.join(known)}")


def _is_small_search(spec: str) -> bool:
    kind, _, number = spec.partition(":")
    number = number.partition(":")[0]
    return kind == "search" and number.isascii() and number.isdecimal() and len(number) < 9 and int(number) <= MOST_SIMULATIONS


def _game(game: Game) -> dict[str, Any]:
    return {
        "name": game.name,
        "title": game.title,
        "min_players": game.min_players,
        "max_players": game.max_players,
        "agents": [*specs(game), *_SEARCHES],
        "parameters": [_parameter(game, one) for one in game.all_parameters if one.name not in _WITHOUT_EFFECT],
        "actions": [
            {
                "label": one.label,
                "meaning": one.meaning,
                "start": one.start,
                "shape": one.shape(game.max_players),
                "axes": _axes(one),
            }
            for one in game.actions
        ],
    }


def _axes(actions: Any) -> list[Any]:
    """The names of the choices along each axis; "others" for the other seats."""
    return [axis if axis == OTHERS else list(axis) for axis in actions.axes]


def _parameter(game: Game, one: Parameter) -> dict[str, Any]:
    """A parameter, with its default at each table size and its values."""
    sizes = range(game.min_players, game.max_players + 1)
    about: dict[str, Any] = {
        "name": one.name,
        "meaning": one.meaning,
        "kind": type(one).__name__.lower(),
        "default": one.default_for(game.min_players),
        "defaults": {str(size): one.default_for(size) for size in sizes},
        "possible": one.possible(game.max_players),
    }
    if one.options:
        about["options"] = list(one.options)
    if isinstance(one, Integer):
        about["range"] = [one.at_least, one.at_most]
    elif isinstance(one, Choice):
        about["choices"] = list(one.options)
    elif isinstance(one, Flag):
        about["choices"] = [False, True]
    elif isinstance(one, Seat):
        about["choices"] = [None, *range(game.max_players)]
    elif isinstance(one, Counts):
        about["kinds"], about["range"] = list(one.kinds), [0, one.at_most]
    return about
