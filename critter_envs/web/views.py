"""What a client is sent, as JSON-able data: made of an observation, of what was told of the game, and of who sits where.

A view says where a game stands, and brings only those entries of the log that came since the view that the same connection was
sent last: it goes on from the one whose number its ``after`` is. To a connection that has none of this game, or has one from
before an undo, the log is sent whole, and ``after`` is the number of no view that it has.
"""

from collections.abc import Collection
from pathlib import PurePath
from typing import Any

import numpy as np

from critter_envs.core.actions import range_of
from critter_envs.core.game import Game
from critter_envs.core.jit import Record
from critter_envs.play.course import PERSON, Course
from critter_envs.play.journal import Entry, Journal
from critter_envs.play.show import Next, Show, Viewer
from critter_envs.play.words import whose_turn

#: So many decisions of the log are sent at most.
LONGEST_LOG = 200


def view_of(course: Course, journal: Journal, base: int, delay: float, connected: Collection[int]) -> dict[str, Any]:
    """All that a viewer is shown but the log, which ``log_of`` tells.

    Args:
        course: the game.
        journal: of the viewer's seat.
        base: what the numbers of this game's views begin at.
        delay: seconds that agents take for a decision.
        connected: the seats of persons who are there.
    """
    viewer, observation = journal.viewer, course.seen(journal.viewer, journal.open)
    parameters = course.game.parameters_of(course.batch.states[0])
    return {
        "type": "view",
        "number": base + journal.number,
        "asked": None if journal.asked is None else base + journal.asked,
        "game": course.game.name,
        "title": course.game.title,
        "parameters": {name: value for name, value in parameters.items() if name != "reward"},
        "seat": viewer,
        "players": _players(course, journal, connected),
        "turn": _turn(course, viewer),
        "observation": observation_data(course.game, observation),
        "lines": journal.lines,
        "legal": [_action(course, action, label) for action, label in course.labels(viewer).items()],
        "over": course.over,
        "truncated": course.truncated,
        "standings": _standings(course, viewer) if course.over else None,
        "tie_break": course.tie_break() if course.over else "",
        "can_undo": can_undo(course, viewer),
        "delay": delay,
    }


def log_of(course: Course, journal: Journal, base: int, had: int) -> dict[str, Any]:
    """What of the log a viewer hasn't been sent yet, and the number of the view up to which it must have been sent the rest.

    Args:
        course, journal, base: as for ``view_of``.
        had: the number of the view that the viewer was sent last, 0 if none; it is less than ``base`` if that was in another
            game, or before an undo: then the log is sent whole.
    """
    after = max(had, base, base + journal.number - LONGEST_LOG)
    news = enumerate(journal.entries[after - base :], after + 1)
    return {"after": after, "log": [_entry(course, journal.viewer, number, one) for number, one in news]}


def scene_of(show: Show, viewer: Viewer, delay: float) -> dict[str, Any]:
    """All that somebody is shown who looks on, always with the whole log: it may be of any place in the game.

    Args:
        show: the game, and where in it one is.
        viewer: through whose eyes.
        delay: seconds between decisions, when the page goes through them by itself.

    Raises:
        PlayError: there is no such seat.
    """
    course, journal = show.course, show.journal(viewer)
    view = view_of(course, journal, 0, delay, range(len(course.players)))
    return {
        "type": "scene",
        "kind": "watch" if show.live else "replay",
        "number": show.number,
        "played": show.played,
        "more": show.more,
        "seat": viewer.seat,
        "open": viewer.open,
        "view": {**view, "asked": None, "legal": [], "can_undo": False, **log_of(course, journal, 0, 0)},
        "next": _next(course, viewer, show.next(viewer)),
    }


def can_undo(course: Course, seat: int) -> bool:
    """Whether a seat may take back its last decision: nobody else's game is changed by it, and there is one."""
    return course.players.count(PERSON) == 1 and any(actor == seat for actor, _ in course.decisions)


def observation_data(game: Game, observation: Record) -> dict[str, Any]:
    """The fields of an observation as numbers and nested lists; a block is a list of such mappings."""
    return {name: _plain(observation[name]) for name in game.observation_dtype.names or ()}


def _plain(value: Any) -> Any:
    """A number, nested lists of them, or, of records, mappings."""
    if value.dtype.names is None:
        return value.tolist()
    rows = np.atleast_1d(value)
    return [{name: row[name].tolist() for name in value.dtype.names} for row in rows]


def _players(course: Course, journal: Journal, connected: Collection[int]) -> list[dict[str, Any]]:
    """Who sits where, from the viewer on, as seats are counted in its observation."""
    viewer, count = journal.viewer, len(course.players)
    players = []
    for seat in ((viewer + k) % count for k in range(count)):
        who = course.players[seat]
        players.append(
            {
                "seat": seat,
                "name": course.name(seat, viewer),
                "kind": "you" if seat == viewer and not journal.open else PERSON if who == PERSON else "agent",
                "agent": None if who == PERSON else without_folder(who),
                "connected": who != PERSON or seat in connected,
            }
        )
    return players


def without_folder(spec: str) -> str:
    """What others may know of an agent: not where its file lies."""
    kind, colon, path = spec.partition(":")
    return f"{kind}:{PurePath(path).name}" if kind == "ppo" and colon else spec


def _turn(course: Course, viewer: int) -> dict[str, Any]:
    """Who is to act, and why the viewer is, or waits."""
    pending = course.pending
    seat = pending[0] if len(pending) == 1 else None
    return {"seat": seat, "why": whose_turn(course, viewer), "together": pending if len(pending) > 1 else []}


def _action(course: Course, action: int, label: str) -> dict[str, Any]:
    return {"action": action, "label": label, "meaning": range_of(course.game.actions, action).meaning}


def _next(course: Course, viewer: Viewer, decision: Next | None) -> dict[str, Any] | None:
    """The decision that follows, in words, and the probabilities of all that it could have been."""
    if decision is None:
        return None
    seat = decision.seat

    def label(action: int) -> str:
        return course.told(viewer.seat, seat, action, open=True)

    return {
        "seat": seat,
        "name": course.name(seat, viewer.seat),
        "action": decision.action,
        "label": None if decision.action is None else label(decision.action),
        "actions": None
        if decision.shares is None
        else [{"action": action, "label": label(action), "share": share} for action, share in decision.shares],
    }


def _entry(course: Course, viewer: int, number: int, one: Entry) -> dict[str, Any]:
    name = course.name(one.seat, viewer)
    return {"number": number, "seat": one.seat, "name": name, "text": one.text, "news": one.news, "was": one.was}


def _standings(course: Course, viewer: int) -> list[dict[str, Any]]:
    return [
        {"seat": seat, "name": course.name(seat, viewer), "score": score, "share": share}
        for seat, score, share in course.standings()
    ]
