"""A game as a moving picture: the game's own pictures, one after each decision."""

from collections.abc import Iterator
from pathlib import Path
from textwrap import shorten
from typing import BinaryIO

from PIL import Image, ImageChops
from PIL.GifImagePlugin import getdata, getheader

from critter_envs.core.drawing import Canvas
from critter_envs.core.errors import CritterError
from critter_envs.core.files import replacing

from .course import Course
from .journal import Journal
from .show import Show, Viewer
from .words import heading, probabilities, who, who_is_who

#: Pixels of the lines below a picture, their colours, and how many characters go into 100 pixels of a line.
_HEIGHT, _GROUND, _INK, _FAINT, _CHARACTERS = 64, "#14181b", "#f7f1e3", "#a9c0c4", 10.5

#: Colours of a picture: as many as smooth edges need.
_COLOURS = 128

#: The last picture stays for so many times as long as the others.
_LAST = 4


#: What is drawn again of a picture that is as the one before it.
_CORNER = (0, 0, 1, 1)


class MovieError(CritterError):
    """The file can't be written."""


def write_movie(show: Show, viewer: Viewer, file: Path, seconds: float) -> Iterator[int]:
    """Write a GIF of all that a viewer is shown of a game, which is there whole or not at all; yields how many decisions were
    drawn.

    Args:
        show: the game.
        viewer: through whose eyes.
        file: where to.
        seconds: how long each picture stays.

    Raises:
        MovieError: the file can't be written; what was there before is as it was.
    """
    try:
        with replacing(file) as draft, draft.open("wb") as target:
            yield from _write_all(show, viewer, target, round(seconds * 1000))
    except OSError as error:
        raise MovieError(f"{str(file)!r} can't be written: {error.strerror or error}") from error


def _write_all(show: Show, viewer: Viewer, target: BinaryIO, duration: int) -> Iterator[int]:
    """Write picture after picture; of each but the first only the part that has changed."""
    before: Image.Image | None = None
    for number, picture in _pictures(show, viewer):
        changed = (0, 0, *picture.size) if before is None else ImageChops.difference(before, picture).getbbox() or _CORNER
        part = picture.crop(changed).quantize(_COLOURS)
        if before is None:
            target.writelines(getheader(part, info={"loop": 0})[0])
        shown = duration * (_LAST if number == show.played else 1)
        target.writelines(getdata(part, changed[:2], duration=shown, include_color_table=before is not None))
        before = picture
        yield number
    target.write(b";")


def _pictures(show: Show, viewer: Viewer) -> Iterator[tuple[int, Image.Image]]:
    """The deal, and each decision that the viewer is told of, with its number."""
    show.go(0)
    journal = show.journal(viewer)
    yield 0, _picture(show.course, journal, heading(show.course), who_is_who(show.course, viewer))
    told = journal.number
    for number in range(1, show.played + 1):
        likely = probabilities(show.course, viewer, show.next(viewer))
        show.go(number)
        journal = show.journal(viewer)
        if journal.number > told or number == show.played:
            told = journal.number
            entry = journal.entries[-1]
            caption = f"{entry.count}. {who(show.course, entry.seat, viewer)}: {entry.text}"
            yield number, _picture(show.course, journal, caption, _outcome(show.course, viewer) or likely)


def _picture(course: Course, journal: Journal, caption: str, below: str) -> Image.Image:
    """The table with two lines below it."""
    table = course.game.picture(course.seen(journal.viewer, journal.open)).convert("RGB")
    canvas = Canvas(table.width, _HEIGHT, _GROUND)
    most = round(table.width / 100 * _CHARACTERS)
    canvas.text(16, 22, shorten(caption, most, placeholder=" …"), 18, _INK)
    canvas.text(16, 46, shorten(below, most, placeholder=" …"), 15, _FAINT)
    whole = Image.new("RGB", (table.width, table.height + _HEIGHT))
    whole.paste(table, (0, 0))
    whole.paste(canvas.finish(), (0, table.height))
    return whole


def _outcome(course: Course, viewer: Viewer) -> str:
    """The scores at the end, nothing before it."""
    if not course.over:
        return ""
    return "The game is over: " + ", ".join(
        f"{course.name(seat, viewer.seat)}: {score}" + (f" (wins {share:.2f})" if share else "")
        for seat, score, share in course.standings()
    )
