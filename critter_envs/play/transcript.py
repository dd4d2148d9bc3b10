"""A game in words, from the deal to its end."""

from collections.abc import Iterator

from critter_envs.core.paint import Painter, plain

from .course import Course
from .journal import Entry
from .show import Show, Viewer
from .words import heading, place_of, probabilities, standings_table, who, who_is_who


def transcript(show: Show, viewer: Viewer, paint: Painter = plain) -> Iterator[str]:
    """All that a viewer is told of a game, in blocks of lines; the agents of a game that isn't over yet play on meanwhile.

    Raises:
        CritterError: an agent can't decide.
    """
    yield "\n".join([paint(heading(show.course), "strong"), who_is_who(show.course, viewer), place_of(viewer)])
    show.go(0)
    yield _position(show, viewer, paint)
    told = 0
    while show.number < show.played + show.more:
        likely = probabilities(show.course, viewer, show.next(viewer))
        show.go(show.number + 1)
        entries = show.journal(viewer).entries
        yield from (_entry(show.course, viewer, one, likely, paint) for one in entries[told:])
        told = len(entries)
    yield _position(show, viewer, paint)
    yield end_of(show.course, viewer, paint)


def end_of(course: Course, viewer: Viewer, paint: Painter = plain) -> str:
    """How the game ended."""
    if not course.over:
        return "The game isn't over."
    return f"{paint('The game is over.', 'strong')}\n{standings_table(course, viewer.seat, paint)}"


def _position(show: Show, viewer: Viewer, paint: Painter) -> str:
    observation = show.course.seen(viewer.seat, viewer.open)
    return f"\n{show.game.describe(observation, paint)}\n"


def _entry(course: Course, viewer: Viewer, entry: Entry, likely: str, paint: Painter) -> str:
    """A decision, what was new after it, and what else could have been expected."""
    lines = [f"{entry.count:>4}  {paint(who(course, entry.seat, viewer), 'strong')}: {entry.text}"]
    if likely:
        lines.append(paint(f"          expected: {likely}", "grey"))
    return "\n".join([*lines, *(paint(f"          {line}", "grey") for line in entry.news)])
