"""Reference tables in Markdown, made from a game's description and written into its README between markers.

Example: ``python -m critter_envs.core.reference greedy_goose`` writes the tables of one game,
``python -m critter_envs.core.reference --check`` looks whether those of all games are up to date.
"""

import argparse
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import groupby
from pathlib import Path

from .actions import OTHERS, ActionRange
from .errors import CritterError
from .fields import Block, Field
from .files import replacing
from .game import Game
from .parameters import Parameter
from .registry import REGISTRY, find


def observation_table(game: Game) -> str:
    """Each field of an observation: where it starts in the flat vector, its shape, its highest value, its meaning."""
    rows: list[Sequence[str]] = []
    offset = 0
    for field in game.observation:
        if isinstance(field, Block):
            rows.append((str(offset), f"`{field.name}`", f"{field.count} × {field.size // field.count}", "", field.meaning))
            rows += _block_rows(field)
        else:
            rows.append((str(offset), f"`{field.name}`", _shape(field), str(field.high), field.meaning))
        offset += field.size
    return f"{offset} bytes in all.\n\n" + _table(("from", "field", "shape", "highest", "meaning"), rows)


def _block_rows(block: Block) -> Iterable[Sequence[str]]:
    """The fields of a block; where they start is counted from the start of each of its repetitions."""
    offset = 0
    for field in block.fields:
        yield f"+{offset}", f"`{block.name}[k].{field.name}`", _shape(field), str(field.high), field.meaning
        offset += field.size


def _shape(field: Field) -> str:
    return " × ".join(map(str, field.shape)) or "1"


def actions_table(game: Game) -> str:
    """Each range of actions: its numbers, its labels, its meaning."""
    rows = []
    for actions in game.actions:
        last = actions.start + actions.size(game.max_players) - 1
        numbers = str(last) if last == actions.start else f"{actions.start}–{last}"
        rows.append((numbers, _label(actions, game.max_players), actions.meaning))
    return (
        f"{game.num_actions} actions. Where an action has several choices, in brackets, the last one changes from one number to "
        "the next, and each other one when those after it have run through.\n\n" + _table(("number", "action", "meaning"), rows)
    )


def parameters_table(game: Game) -> str:
    """Each parameter: its default, what is possible, its meaning."""
    rows = [
        (f"`{parameter.name}`", _default(game, parameter), parameter.possible(game.max_players), parameter.meaning)
        for parameter in game.all_parameters
    ]
    return _table(("parameter", "default", f"possible (with {game.max_players} players)", "meaning"), rows)


#: The parts of a README that are made from code, by the word in their markers.
TABLES: Mapping[str, Callable[[Game], str]] = {
    "observation": observation_table,
    "actions": actions_table,
    "parameters": parameters_table,
}


def readme_of(game: Game) -> Path:
    """Where the README of a game stands: beside its sources."""
    return Path(sys.modules[game.module].__file__ or "").parent / "README.md"


def with_tables(text: str, game: Game) -> str:
    """A README with all tables made anew.

    Raises:
        CritterError: the markers of a table are not there.
    """
    for name, make in TABLES.items():
        start, end = f"<!-- {name}: made from the code -->\n", f"<!-- end of {name} -->\n"
        before, found_start, rest = text.partition(start)
        _, found_end, after = rest.partition(end)
        if not found_start or not found_end:
            raise CritterError(f"the README of {game.name} lacks the lines {start.strip()!r} and {end.strip()!r}, in this order")
        text = f"{before}{start}\n{make(game)}\n{end}{after}"
    return text


def main(arguments: Sequence[str] | None = None) -> int:
    """The command; returns its exit code: 1 if a check finds a table out of date, 2 for wrong input."""
    parser = argparse.ArgumentParser(
        "python -m critter_envs.core.reference", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("games", nargs="*", metavar="GAME", help="names of games; all, if none is given")
    parser.add_argument("--check", action="store_true", help="write nothing, and fail if a table is out of date")
    given = parser.parse_args(arguments)
    try:
        stale = [name for name in given.games or REGISTRY if _renew(find(name), given.check)]
    except CritterError as error:
        print(error, file=sys.stderr)
        return 2
    for name in stale:
        print(f"the tables of {name} {'are out of date' if given.check else 'have been written anew'}")
    return int(given.check and bool(stale))


def _renew(game: Game, check: bool) -> bool:
    """Whether the tables of a game were out of date; they are written anew unless this is only a check."""
    readme = readme_of(game)
    if not readme.exists():
        raise CritterError(f"{game.name} has no README: it must stand beside the game's sources")
    old = readme.read_text("utf-8")
    new = with_tables(old, game)
    if new != old and not check:
        with replacing(readme) as beside:
            beside.write_text(new, "utf-8")
    return new != old


def _label(actions: ActionRange, max_players: int) -> str:
    others = tuple(f"+{k}" for k in range(1, max_players))
    choices = [f"[{', '.join(others if axis == OTHERS else axis)}]" for axis in actions.axes]
    return actions.label.format(*choices)


def _default(game: Game, parameter: Parameter) -> str:
    """The default, with the table sizes or the flags where it depends on them."""
    sizes = range(game.min_players, game.max_players + 1)
    by_value = [(value, list(group)) for value, group in groupby(sizes, lambda n: parameter.in_words(parameter.default_for(n)))]
    if len(by_value) > 1:
        return "; ".join(f"{_range(group)} players: {value}" for value, group in by_value)
    longer = game.longer.items() if parameter.name == "max_decisions" else ()
    return "; ".join([by_value[0][0], *(f"with `{flag}`: {parameter.in_words(limit)}" for flag, limit in longer)])


def _range(sizes: list[int]) -> str:
    return str(sizes[0]) if len(sizes) == 1 else f"{sizes[0]}–{sizes[-1]}"


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "".join(f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in line)} |\n" for line in lines)


if __name__ == "__main__":
    sys.exit(main())
