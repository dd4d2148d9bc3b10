"""The parameters of a game, as they are typed."""

import json
from collections.abc import Sequence
from typing import Any

from critter_envs.core.errors import ParameterError
from critter_envs.core.game import Game

#: Words that stand for themselves in Python, however they are written.
_WORDS = {"true": True, "false": False, "none": None}


def parameters_from(texts: Sequence[str], game: Game, num_players: int) -> dict[str, Any]:
    """The parameters that texts such as ``payoffs=true`` or ``cards={"food 1": 2}`` give.

    Raises:
        ParameterError: one can't be read, is given twice, or the game can't take it.
    """
    given: dict[str, Any] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals or not name or name == "num_players":
            raise ParameterError(f"{text!r} sets no parameter of {game.name}: write NAME=VALUE; {_known(game)}")
        if name in given:
            raise ParameterError(f"{name} is set twice: {given[name]!r}, and {text!r}")
        given[name] = _value(value)
    game.configure(num_players, **given)
    return given


def _value(text: str) -> Any:
    """A number, a flag, nothing, counts as JSON, or else a word."""
    if text.lower() in _WORDS:
        return _WORDS[text.lower()]
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text


def _known(game: Game) -> str:
    return f"its parameters are {', '.join(sorted(parameter.name for parameter in game.all_parameters))}"
