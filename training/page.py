"""The page of the checkpoints that ship, and of what was measured of them."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from pydantic import ValidationError

from critter_envs.agents.checkpoint import read_card
from critter_envs.arena import Estimate, MatchResult, Pairing
from critter_envs.core.errors import CritterError
from critter_envs.core.registry import REGISTRY, find

from .config import Config, load_settings
from .figures import RANDOM, RULES, SEARCH, Measure, Shelf
from .responses import Response

_INTRODUCTION = """# Checkpoints

The trained players, one for each game, and what was measured of them. `python -m training.checkpoints` writes this page from the
files beside it; nobody edits it.

`ppo.zip` is the player that comes with the package, and that `ppo` names. `small.zip` is trained with the settings of
[`configs/quickstart.yaml`](../configs/quickstart.yaml), to see what longer training is worth. Each plays every table size of its
game.

A win share is that of one seat, with its 95 % interval; even is one by the number of players. In a tournament, each agent sits
alone at tables of each other one. A best response is a fresh agent that learned at one table size, against `ppo` alone, and then
sits alone at tables of it: how far it comes above its fair share tells how far `ppo` can be exploited.

Each file of figures is what a command printed, which stands above the figures. It tells which checkpoints it was measured with,
and is refused here if it belongs to others than those that lie there now."""

#: What stands in place of a figure that there isn't.
_NOTHING = "not measured"


def page(folder: Path, configs: Path) -> str:
    """The page, as Markdown.

    Args:
        folder: the checkpoints, a folder for each game; the page lies in it.
        configs: the settings of trainings.

    Raises:
        CritterError: something there can't be read, or figures belong to other checkpoints.
    """
    if not folder.is_dir():
        raise CritterError(f"there is no folder {folder}: run the command where the checkpoints lie, in the root of a checkout")
    trainings = (file for file in configs.rglob("*.yaml") if file.parent.name != "benchmark")
    settings = {file: load_settings(Config, file) for file in sorted(trainings)}
    sections = [_section(Shelf(find(name), folder / name), settings) for name in REGISTRY]
    return "\n\n".join([_INTRODUCTION, *sections]) + "\n"


def _section(shelf: Shelf, settings: dict[Path, Config]) -> str:
    """What there is of one game."""
    name = shelf.game.name
    curve = f"![Learning curve of {name}]({name}/{shelf.curve.name})" if shelf.curve.is_file() else "Learning curve: not drawn."
    return "\n\n".join(
        [
            f"## {shelf.game.title}",
            curve,
            _trainings(shelf, settings),
            *_alone(shelf),
            *_tournament(shelf),
            *_best_responses(shelf),
        ]
    )


# --- how they were trained -------------------------------------------------------------------------------------


def _trainings(shelf: Shelf, settings: dict[Path, Config]) -> str:
    headers = ["file", "size", "decisions", "began by imitating", "opponents", "exploiters", "seed", "settings"]
    rows = [[f"`{file.name}`", *_training(file, settings)] for file in (shelf.ppo, shelf.small)]
    return _markdown(headers, rows)


def _training(file: Path, settings: dict[Path, Config]) -> list[str]:
    """How a checkpoint was trained, by its card."""
    if not file.is_file():
        return ["not trained", *[""] * 6]
    training = read_card(file)["training"]
    size, decisions = f"{file.stat().st_size / 1e6:.2f} MB", f"{training['steps']:,}"
    try:
        config = Config.model_validate(training["config"])
    except ValidationError:
        return [size, decisions, "", "", "", "", "settings that are no longer known"]
    total = sum(config.opponents.values())
    return [
        size,
        decisions,
        f"{config.imitation.decisions:,} of `{config.imitation.teacher}`" if config.imitation else "nobody",
        ", ".join(f"{name} {share / total:.2f}" for name, share in config.opponents.items() if share),
        f"{config.exploiters.steps:,} decisions, each {config.exploiters.every:,}" if config.exploiters else "none",
        str(config.seed),
        next((f"[`{path.as_posix()}`](../{path.as_posix()})" for path, other in settings.items() if other == config), "no file"),
    ]


# --- how well they play ----------------------------------------------------------------------------------------


def _alone(shelf: Shelf) -> list[str]:
    """The player alone at tables of others: a row for each table size."""
    parts = ["### Alone at a table of others"]
    shares: dict[tuple[str, int], Estimate] = {}
    for measure in (shelf.bots, shelf.search):
        matches = shelf.alone(measure)
        shares |= {(match.agents[1].agent, match.num_players): match.agents[0].wins for match in matches}
        parts.append(_source(measure, matches, _seed(matches)))
    others = (RULES, SEARCH, RANDOM)
    rows = [[str(size), _even(size), *(_share(shares.get((other, size))) for other in others)] for size in shelf.sizes]
    return [*parts, _markdown(["players", "even", *(f"win share against `{other}`" for other in others)], rows)]


def _tournament(shelf: Shelf) -> list[str]:
    """Everyone against everyone: ratings, and a row of win shares for each agent and table size."""
    result = shelf.tournament()
    parts = ["### Tournament", _source(shelf.arena, result.pairings if result else [], result.seed if result else 0)]
    if result is None:
        return parts
    agents = [one.agent for one in result.overall]
    titles = [f"`{shelf.files[agent].name}`" if agent in shelf.files else f"`{agent}`" for agent in agents]
    ratings = [
        [title, _value(one.rating, ".2f"), _value(one.strength, ".3f")] for title, one in zip(titles, result.overall, strict=True)
    ]
    shares = {(one.num_players, one.agent, one.against): one.wins for one in result.pairings}
    rows = [
        [str(size), title, *("" if other == agent else _share(shares.get((size, agent, other))) for other in agents)]
        for size in shelf.sizes
        for title, agent in zip(titles, agents, strict=True)
    ]
    return [
        *parts,
        _markdown(["agent", "rating", "win share, times an even one"], ratings),
        _markdown(["players", "agent", *(f"win share against {title}" for title in titles)], rows),
    ]


def _best_responses(shelf: Shelf) -> list[str]:
    """How far the player can be exploited: a row for each table size."""
    responses = shelf.best_responses()
    found = {response.match.num_players: response for response in responses}
    rows = [[str(size), _even(size), *_response(found.get(size))] for size in shelf.sizes]
    return [
        "### Best responses",
        _source(_as_given(shelf, responses), [response.match for response in responses], _seed(responses)),
        _markdown(["players", "even", "decisions", "win share against `ppo`", "times its fair share"], rows),
    ]


def _as_given(shelf: Shelf, responses: Sequence[Response]) -> Measure:
    """How best responses are measured, with so many decisions to learn from, if these aren't as many as the player had."""
    given = {response.steps for response in responses}
    if not given or given == {read_card(shelf.ppo)["training"]["steps"]}:
        return shelf.responses
    return replace(shelf.responses, program=f"{shelf.responses.program} --steps {min(given)}")


def _response(response: Response | None) -> list[str]:
    if response is None:
        return [_NOTHING] * 3
    return [f"{response.steps:,}", _share(response.match.agents[0].wins), f"{response.times_even:.2f}"]


def _source(measure: Measure, matches: Sequence[MatchResult | Pairing], seed: int) -> str:
    """Which command made the figures, or is to make them."""
    if not matches:
        return f"Not measured: `{measure.line()}`"
    games = min(match.games for match in matches)
    return f"{games:,} games of each: `{measure.line([match.num_players for match in matches], games, seed)}`"


def _seed(results: Sequence[MatchResult | Response]) -> int:
    """What decided all that one command has measured."""
    return next((result.seed for result in results), 0)


# --- Markdown --------------------------------------------------------------------------------------------------


def _even(size: int) -> str:
    return f"{1 / size:.3f}"


def _share(estimate: Estimate | None) -> str:
    """A win share, if it was measured."""
    return _NOTHING if estimate is None else _value(estimate, ".3f")


def _value(estimate: Estimate, form: str) -> str:
    """A mean and its interval."""
    ends = (estimate.low, estimate.high)
    interval = " – ".join(format(end, form) for end in ends if end is not None) or "too few for an interval"
    return f"{estimate.mean:{form}} ({interval})"


def _markdown(headers: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table."""
    return "\n".join(f"| {' | '.join(cells)} |" for cells in (headers, ["---"] * len(headers), *rows))
