"""A game in words, from the deal to its end."""

from collections.abc import Iterator

from critter_envs.arena.tables import format_table
from critter_envs.core.paint import Painter, plain

from .course import PERSON, Course
from .journal import Entry
from .show import Next, Show, Viewer

#: So many of an agent's probabilities are told; those of the others together are what is left.
_TOLD = 4


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


def heading(course: Course) -> str:
    """What is played."""
    return f"{course.game.title}, {len(course.players)} players, seed {course.seed}"


def who_is_who(course: Course, viewer: Viewer) -> str:
    """Who sits where, as the viewer calls them."""
    count = len(course.players)
    seats = [(viewer.seat + k) % count for k in range(count)]
    named = [(course.name(seat, viewer.seat), course.players[seat]) for seat in seats]
    return "Clockwise: " + ", ".join(f"{name} {'are' if name == 'you' else 'is'} {who}" for name, who in named) + "."


def place_of(viewer: Viewer) -> str:
    """What the viewer can see."""
    return f"Seen from seat {viewer.seat}" + (", with all cards open." if viewer.open else ".")


def end_of(course: Course, viewer: Viewer, paint: Painter = plain) -> str:
    """How the game ended."""
    if not course.over:
        return "The game isn't over."
    return f"{paint('The game is over.', 'strong')}\n{standings_table(course, viewer.seat, paint)}"


def standings_table(course: Course, viewer: int, paint: Painter = plain) -> str:
    """The players in the order of their rank."""
    rows = []
    for seat, score, share in course.standings():
        who = course.players[seat]
        rows.append([course.name(seat, viewer), "" if who == PERSON else who, str(score), f"{share:.2f}" if share else ""])
    return format_table(["player", "agent", ">score", ">win share"], rows, paint)


def probabilities(course: Course, viewer: Viewer, decision: Next | None) -> str:
    """What an agent would do with which probability, the most probable first; nothing if it can't tell."""
    if decision is None or decision.shares is None:
        return ""
    told = [
        f"{course.told(viewer.seat, decision.seat, action, open=True)} {share:.0%}" for action, share in decision.shares[:_TOLD]
    ]
    rest = sum(share for _, share in decision.shares[_TOLD:])
    return ", ".join([*told, *([f"others {rest:.0%}"] if decision.shares[_TOLD:] else [])])


def _position(show: Show, viewer: Viewer, paint: Painter) -> str:
    observation = show.course.seen(viewer.seat, viewer.open)
    return f"\n{show.game.describe(observation, paint)}\n"


def _entry(course: Course, viewer: Viewer, entry: Entry, likely: str, paint: Painter) -> str:
    """A decision, what was new after it, and what else could have been expected."""
    name = f"{course.name(entry.seat, viewer.seat)} ({course.players[entry.seat]})"
    lines = [f"{entry.count:>4}  {paint(name, 'strong')}: {entry.text}"]
    if likely:
        lines.append(paint(f"          expected: {likely}", "grey"))
    return "\n".join([*lines, *(paint(f"          {line}", "grey") for line in entry.news)])
