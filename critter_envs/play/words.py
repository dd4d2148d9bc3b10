"""What is told of a game in words besides its position: who plays, whose turn it is, how it ended, what agents would do."""

from collections.abc import Callable, Sequence

from critter_envs.arena.tables import format_table
from critter_envs.core.paint import Painter, plain

from .course import PERSON, Course
from .hints import Share
from .show import Next, Viewer

#: So many of an agent's probabilities are told; those of the others together are what is left.
_TOLD = 4


def heading(course: Course) -> str:
    """What is played."""
    return f"{course.game.title}, {len(course.players)} players, seed {course.seed}"


def who_is_who(course: Course, viewer: Viewer) -> str:
    """Who sits where, as the viewer calls them."""
    count = len(course.players)
    seats = [(viewer.seat + k) % count for k in range(count)]
    named = [(course.name(seat, viewer.seat), course.players[seat]) for seat in seats]
    return "Clockwise: " + ", ".join(f"{name} {'are' if name == 'you' else 'is'} {who}" for name, who in named) + "."


def who(course: Course, seat: int, viewer: Viewer) -> str:
    """A player, as the viewer calls it, and who plays it."""
    return f"{course.name(seat, viewer.seat)} ({course.players[seat]})"


def place_of(viewer: Viewer) -> str:
    """What the viewer can see."""
    return f"Seen from seat {viewer.seat}" + (", with all cards open." if viewer.open else ".")


def whose_turn(course: Course, viewer: int) -> str:
    """Who is to act, and why the viewer is, or waits."""
    pending = course.pending
    others = [course.name(seat, viewer) for seat in pending if seat != viewer]
    names = " and ".join([", ".join(others[:-1]), others[-1]] if len(others) > 1 else others)
    verb = "chooses" if len(others) == 1 else "choose"
    if course.over:
        return "The game was cut off at its limit of decisions." if course.truncated else "The game is over."
    if len(pending) > 1:
        own = "You choose" if viewer in pending else "You have chosen"
        return f"{own}, and {names} {verb} at the same time: nobody sees what, until all have chosen."
    if viewer in pending:
        return "It is your turn."
    return f"It is the turn of {names}."


def standings_table(course: Course, viewer: int, paint: Painter = plain) -> str:
    """The players in the order of their rank."""
    rows = []
    for seat, score, share in course.standings():
        who = course.players[seat]
        rows.append([course.name(seat, viewer), "" if who == PERSON else who, str(score), f"{share:.2f}" if share else ""])
    table = format_table(["player", "agent", ">score", ">win share"], rows, paint)
    return f"{table}\nScores are equal: {course.tie_break()}." if course.tie_break() else table


def probabilities(course: Course, viewer: Viewer, decision: Next | None) -> str:
    """What an agent would do with which probability, the most probable first; nothing if it can't tell."""
    if decision is None or decision.shares is None:
        return ""
    seat = decision.seat
    return shares_in_words(decision.shares, lambda action: course.told(viewer.seat, seat, action, open=True))


def shares_in_words(shares: Sequence[Share], label: Callable[[int], str]) -> str:
    """The most probable actions with their probabilities."""
    told = [f"{label(action)} {share:.0%}" for action, share in shares[:_TOLD]]
    rest = [f"others {sum(share for _, share in shares[_TOLD:]):.0%}"] if shares[_TOLD:] else []
    return ", ".join([*told, *rest])
