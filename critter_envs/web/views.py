"""What a seat is sent, as JSON-able data: made of its observation, of what it was told, and of who sits where."""

from collections.abc import Collection
from pathlib import PurePath
from typing import Any

import numpy as np

from critter_envs.core.actions import range_of
from critter_envs.core.game import Game
from critter_envs.core.jit import Record
from critter_envs.play.table import PERSON, Table

from .journal import Entry, Journal

#: So many decisions of the log are sent.
LONGEST_LOG = 200


def view_of(table: Table, journal: Journal, base: int, delay: float, connected: Collection[int]) -> dict[str, Any]:
    """All that a person is shown.

    Args:
        table: the game.
        journal: of the person's seat.
        base: what the numbers of this game's views begin at.
        delay: seconds that agents take for a decision.
        connected: the seats of persons who are there.
    """
    viewer, observation = journal.viewer, table.seen(journal.viewer)
    parameters = table.game.parameters_of(table.batch.states[0])
    return {
        "type": "view",
        "number": base + journal.number,
        "asked": None if journal.asked is None else base + journal.asked,
        "game": table.game.name,
        "title": table.game.title,
        "parameters": {name: value for name, value in parameters.items() if name != "reward"},
        "seat": viewer,
        "players": _players(table, viewer, connected),
        "turn": _turn(table, viewer),
        "observation": observation_data(table.game, observation),
        "lines": journal.lines,
        "legal": [_action(table, viewer, action) for action in table.legal(viewer)],
        "log": [_entry(table, viewer, base, number, one) for number, one in _newest(journal)],
        "over": table.over,
        "truncated": table.truncated,
        "standings": _standings(table, viewer) if table.over else None,
        "can_undo": can_undo(table, viewer),
        "delay": delay,
    }


def can_undo(table: Table, seat: int) -> bool:
    """Whether a seat may take back its last decision: nobody else's game is changed by it, and there is one."""
    return table.players.count(PERSON) == 1 and any(actor == seat for actor, _ in table.decisions)


def observation_data(game: Game, observation: Record) -> dict[str, Any]:
    """The fields of an observation as numbers and nested lists; a block is a list of such mappings."""
    return {name: _plain(observation[name]) for name in game.observation_dtype.names or ()}


def _plain(value: Any) -> Any:
    """A number, nested lists of them, or, of records, mappings."""
    if value.dtype.names is None:
        return value.tolist()
    rows = np.atleast_1d(value)
    return [{name: row[name].tolist() for name in value.dtype.names} for row in rows]


def _players(table: Table, viewer: int, connected: Collection[int]) -> list[dict[str, Any]]:
    """Who sits where, from the viewer on, as seats are counted in its observation."""
    count = len(table.players)
    players = []
    for seat in ((viewer + k) % count for k in range(count)):
        who = table.players[seat]
        players.append(
            {
                "seat": seat,
                "name": table.name(seat, viewer),
                "kind": "you" if seat == viewer else PERSON if who == PERSON else "agent",
                "agent": None if who == PERSON else without_folder(who),
                "connected": who != PERSON or seat in connected,
            }
        )
    return players


def without_folder(spec: str) -> str:
    """What others may know of an agent: not where its file lies."""
    kind, colon, path = spec.partition(":")
    return f"{kind}:{PurePath(path).name}" if kind == "ppo" and colon else spec


def _turn(table: Table, viewer: int) -> dict[str, Any]:
    """Who is to act, and why the viewer is, or waits."""
    pending = table.pending
    others = [table.name(seat, viewer) for seat in pending if seat != viewer]
    names = " and ".join([", ".join(others[:-1]), others[-1]] if len(others) > 1 else others)
    verb = "chooses" if len(others) == 1 else "choose"
    if table.over:
        why = "The game was cut off at its limit of decisions." if table.truncated else "The game is over."
    elif len(pending) > 1:
        own = "You choose" if viewer in pending else "You have chosen"
        why = f"{own}, and {names} {verb} at the same time: nobody sees what, until all have chosen."
    elif viewer in pending:
        why = "It is your turn."
    else:
        why = f"It is the turn of {names}."
    return {"seat": pending[0] if len(pending) == 1 else None, "why": why, "together": pending if len(pending) > 1 else []}


def _action(table: Table, viewer: int, action: int) -> dict[str, Any]:
    meaning = range_of(table.game.actions, action).meaning
    return {"action": action, "label": table.label(viewer, action), "meaning": meaning}


def _newest(journal: Journal) -> list[tuple[int, Entry]]:
    """The end of the log, each entry with its number, counted from 1."""
    first = max(0, journal.number - LONGEST_LOG)
    return list(enumerate(journal.entries[first:], first + 1))


def _entry(table: Table, viewer: int, base: int, number: int, one: Entry) -> dict[str, Any]:
    name = table.name(one.seat, viewer)
    return {"number": base + number, "seat": one.seat, "name": name, "text": one.text, "news": one.news}


def _standings(table: Table, viewer: int) -> list[dict[str, Any]]:
    return [
        {"seat": seat, "name": table.name(seat, viewer), "score": score, "share": share}
        for seat, score, share in table.standings()
    ]
