"""How games are found by name. The names themselves stand in ``critter_envs.games``."""

import importlib

from .errors import ParameterError
from .game import Game

#: Names of games and the modules whose ``GAME`` describes them; a module is imported when it is first asked for.
REGISTRY: dict[str, str] = {}


def find(game: str | Game) -> Game:
    """The description of a game, by its name; a description stands for itself.

    Raises:
        ParameterError: there is no game of this name.
    """
    if isinstance(game, Game):
        return game
    if not isinstance(game, str) or game not in REGISTRY:
        raise ParameterError(f"there is no game {game!r}: there are {', '.join(REGISTRY)}")
    description: Game = importlib.import_module(REGISTRY[game]).GAME
    return description
