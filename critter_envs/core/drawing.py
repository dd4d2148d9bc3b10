"""A canvas for pictures of tables, without a display and without font files: Pillow with its built-in font.

Everything is drawn at twice the size and made smaller at the end, which is what smooths the edges.
"""

from collections.abc import Sequence
from functools import cache
from math import cos, pi, sin
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from PIL.Image import Image

Point = tuple[float, float]

_SCALE = 2

#: For signs that the built-in font lacks, those that are drawn instead.
_REPLACED = str.maketrans({"×": "x", "–": "-"})


class Canvas:
    """A picture in the making. Places and sizes are in pixels of the finished picture, from its upper left corner.

    Args:
        width, height: of the finished picture.
        colour: of the ground; all colours are written as Pillow takes them, ``"#rrggbb"`` for example.
    """

    def __init__(self, width: int, height: int, colour: str) -> None:
        from PIL import Image, ImageDraw  # slow to import, and needed by nobody who only plays

        self._image = Image.new("RGB", (width * _SCALE, height * _SCALE), colour)
        self._draw = ImageDraw.Draw(self._image)

    def box(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        fill: str | None,
        outline: str | None = None,
        line: float = 1,
        radius: float = 8,
    ) -> None:
        """A rectangle with round corners, ``x`` and ``y`` its upper left one."""
        corners = _scaled((x, y)) + _scaled((x + width, y + height))
        self._draw.rounded_rectangle(corners, radius * _SCALE, fill, outline, round(line * _SCALE))

    def circle(self, x: float, y: float, radius: float, fill: str, outline: str | None = None, line: float = 1) -> None:
        """A circle around a point."""
        self._draw.circle(_scaled((x, y)), radius * _SCALE, fill, outline, round(line * _SCALE))

    def polygon(self, points: Sequence[Point], fill: str) -> None:
        """The area inside these corners."""
        self._draw.polygon([_scaled(point) for point in points], fill)

    def line(self, points: Sequence[Point], fill: str, width: float) -> None:
        """A line through these points."""
        self._draw.line([_scaled(point) for point in points], fill, round(width * _SCALE), "curve")

    def text(self, x: float, y: float, text: str, size: float, colour: str, anchor: str = "lm", bold: bool = False) -> None:
        """One line of text; ``anchor`` says which point of it lies at the place, as in Pillow (``"lm"``: left, middle)."""
        stroke = size * _SCALE / 28 if bold else 0
        shown = text.translate(_REPLACED)
        self._draw.text(_scaled((x, y)), shown, colour, _font(size), anchor, stroke_width=stroke, stroke_fill=colour)

    def finish(self) -> "Image":
        """The picture, RGB, of the size asked for."""
        return self._image.reduce(_SCALE)


@cache
def _font(size: float) -> Any:
    """Pillow's own font, which comes inside the package."""
    from PIL import ImageFont

    return ImageFont.load_default(size * _SCALE)


def ring(x: float, y: float, radii: Sequence[float], corners: int, turn: float = 0.0) -> list[Point]:
    """Points around a centre, clockwise from the top.

    The radii are gone through in turn, so ``ring(x, y, (9, 4), 10)`` is a star with five rays.
    """
    return [
        (
            x + radii[k % len(radii)] * sin(2 * pi * k / corners + turn),
            y - radii[k % len(radii)] * cos(2 * pi * k / corners + turn),
        )
        for k in range(corners)
    ]


def _scaled(point: Point) -> Point:
    return point[0] * _SCALE, point[1] * _SCALE
