"""Agents by name: a short string says who plays."""

import difflib
import os
from collections.abc import Iterable
from pathlib import Path

from critter_envs.core.game import Game
from critter_envs.core.paths import path_from
from critter_envs.core.registry import find

from .base import Agent, AgentError, FromFile
from .search import MOST_SIMULATIONS, RANDOM, SearchAgent
from .simple import RandomAgent, RulesAgent

#: The installed package.
PACKAGE = Path(__file__).parents[1]


def agent(spec: str, game: str | Game, seed: int = 0) -> Agent:
    """The agent that a string names.

    Args:
        spec: ``"random"``; ``"rules"``, the game's rule-based player, or ``"rules:STYLE"``; ``"search:N"``, a search with N
            simulations a decision that the rule-based player plays to the end, or ``"search:N:random"`` or another of its
            styles; ``"ppo"``, the trained agent that comes with the package, or ``"ppo:PATH"``, a checkpoint of one's own.
        game: its name or its description.
        seed: decides what the agent leaves to chance.

    Raises:
        AgentError: there is no such agent, or its file is missing.
        ParameterError: there is no such game, or the seed isn't one.
    """
    game = find(game)
    if not isinstance(spec, str):
        raise AgentError(f"an agent is named by a string, not by {spec!r}: {possible(game)}")
    kind, colon, rest = spec.partition(":")
    if spec == "random":
        return RandomAgent(game, seed)
    if kind == "rules":
        return RulesAgent(game, _style(game, spec, rest if colon else "rules"), seed)
    if kind == "search":
        return _search(game, spec, rest, seed)
    file = file_of(spec, game)
    if file is not None:
        return _trained(game, file, seed)
    raise _unknown(game, spec)


def file_of(spec: str, game: Game) -> Path | None:
    """The checkpoint that a spec names; None if it names another kind of agent.

    Raises:
        AgentError: the file is missing.
    """
    kind, colon, path = spec.partition(":")
    if kind != "ppo":
        return None
    return _file(path, spec) if colon else _shipped(game)


def digests(specs: Iterable[str], game: Game) -> dict[str, str]:
    """Which file each checkpoint among these agents is: its SHA-256, by its spec.

    Raises:
        AgentError: there is no such agent, or its file is missing.
    """
    agents = {spec: agent(spec, game) for spec in specs}
    return {spec: one.digest for spec, one in agents.items() if isinstance(one, FromFile)}


def same_agent(spec: str, game: Game, digest: str, seed: int = 0) -> Agent | None:
    """The agent that a string names, if the file it comes from has this SHA-256; None if its file is missing, or another one.

    The file is that of which the agent was made: it can't have changed between a look at it and another one.

    Raises:
        AgentError: the file holds what can't play here.
    """
    try:
        file_of(spec, game)
    except AgentError:
        return None
    one = agent(spec, game, seed)
    return one if isinstance(one, FromFile) and one.digest == digest else None


def specs(game: Game) -> list[str]:
    """What names an agent of this game: all that is there without a file of one's own."""
    styles = [f"rules:{style}" for style in game.bots if style != "rules"]
    names = ["random", *(["rules"] if "rules" in game.bots else []), *styles]
    return names + ["ppo"] * (shipped(game) is not None)


def possible(game: Game) -> str:
    """The same in words."""
    known = ", ".join(specs(game))
    return f"agents of {game.name} are {known}, search:N with N simulations a decision, and ppo:PATH for a checkpoint"


def anywhere(spec: str) -> str:
    """What names the same agent for a process that works in another folder."""
    kind, colon, path = spec.partition(":")
    return f"ppo:{path_from(path).absolute()}" if kind == "ppo" and colon else spec


def shipped(game: Game) -> Path | None:
    """The file of the trained agent that comes with the package, if there is one for this game.

    An installed package holds the checkpoints; in a source tree they lie beside it.
    """
    files = [folder / "checkpoints" / game.name / "ppo.zip" for folder in (PACKAGE, PACKAGE.parent)]
    return next((file for file in files if file.is_file()), None)


def _style(game: Game, spec: str, style: str) -> str:
    if style not in game.bots or spec == "rules:rules":
        raise _unknown(game, spec)
    return style


def _search(game: Game, spec: str, settings: str, seed: int) -> Agent:
    simulations, colon, policy = settings.partition(":")
    policy = policy if colon else "rules"
    if not (
        len(simulations) < 10 and simulations.isdecimal() and simulations.isascii() and 1 <= int(simulations) <= MOST_SIMULATIONS
    ):
        raise AgentError(
            f"{spec!r} must say how many simulations a decision takes, from 1 to {MOST_SIMULATIONS}, as in search:400"
        )
    if policy != RANDOM and policy not in game.bots:
        raise AgentError(f"the play-outs of {spec!r} are played by {RANDOM} or by a style of {game.name}: {', '.join(game.bots)}")
    return SearchAgent(game, int(simulations), policy, seed)


def _shipped(game: Game) -> Path:
    file = shipped(game)
    if file is None:
        raise AgentError(
            f"no trained agent of {game.name} comes with this package: train one with "
            f'"python -m training.train configs/{game.name}.yaml" and name its file, as in "ppo:PATH"'
        )
    return file


def _file(path: str, spec: str) -> Path:
    file = path_from(path)
    if not path or not os.path.isfile(file):  # pathlib's own raises where there can be no such file
        raise AgentError(f"the agent {spec!r} needs a checkpoint, but {path!r} is no file: write ppo:PATH/TO/FILE.zip")
    return file


def _trained(game: Game, file: Path, seed: int) -> Agent:
    try:
        from .checkpoint import CheckpointAgent
    except ModuleNotFoundError as error:
        raise AgentError(
            f"a trained agent needs {error.name}, which isn't installed: pip install 'critter-envs[train]'"
        ) from error
    trained: Agent = CheckpointAgent(game, file, seed)
    return trained


def _unknown(game: Game, spec: str) -> AgentError:
    if os.path.isfile(spec):
        return AgentError(f"there is no agent {spec!r}, but a file of this name: did you mean ppo:{spec}?")
    near = difflib.get_close_matches(spec, specs(game), 1)
    hint = f", did you mean {near[0]}?" if near else ":"
    return AgentError(f"there is no agent {spec!r}{hint} {possible(game)}")
