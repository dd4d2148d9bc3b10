"""An observation as a picture of the table: the other players on top, the centre in the middle, the observer below."""

from typing import TYPE_CHECKING

from critter_envs.core.drawing import Canvas, ring
from critter_envs.core.jit import Record

from .cards import ACTION_CARDS, COLOURS, KINDS, LIMITS, POINTS

if TYPE_CHECKING:
    from PIL.Image import Image

WIDTH, HEIGHT, MARGIN = 960, 640, 16

GROUND, PANEL, SLOT = "#1f3d47", "#2b4f5b", "#27464f"
INK, FAINT, ACCENT, PAPER, BACK = "#f7f1e3", "#a9c0c4", "#ffc845", "#fdf8ec", "#c96f3b"

#: Told apart by people with any colour vision; besides, each colour has a symbol of its own.
PAINTS = ("#0072b2", "#c8321f", "#d99a00", "#007f5f", "#7d3c98", "#3f474a", "#3f474a", "#3f474a")


def draw(o: Record) -> "Image":
    """The table as the observer of a record sees it, 960 × 640."""
    canvas = Canvas(WIDTH, HEIGHT, GROUND)
    draw_others(canvas, o)
    draw_centre(canvas, o)
    draw_own_hand(canvas, o)
    draw_out_of_play(canvas, o)
    return canvas.finish()


# --- the table -------------------------------------------------------------------------------------------------


def draw_others(canvas: Canvas, o: Record) -> None:
    """A panel for each other player, the left neighbour's first."""
    others = int(o.present.sum()) - 1
    gap = 12
    width = min(240, (WIDTH - 2 * MARGIN - gap * (others - 1)) / others)
    left = (WIDTH - width * others - gap * (others - 1)) / 2
    for k in range(others):
        draw_other(canvas, o, k, left + k * (width + gap), width)


def draw_other(canvas: Canvas, o: Record, k: int, x: float, width: float) -> None:
    """The player's cards, those that the observer knows of open; and what the player knows of the observer's."""
    size = int(o.hand_size[k + 1])
    panel(canvas, x, MARGIN, width, 184, bool(o.turn[k + 1]))
    canvas.text(x + 12, MARGIN + 20, f"+{k + 1}", 18, INK, bold=True)
    canvas.text(x + width - 12, MARGIN + 20, f"{size} card{'' if size == 1 else 's'}", 14, FAINT, "rm")
    known = [colour for colour in range(len(COLOURS)) for _ in range(int(o.known[k, colour]))]
    step = (width - 24 - 30) / 6
    for place in range(size):
        left, top = x + 12 + place % 7 * step, MARGIN + 40 + place // 7 * 46
        if place < len(known):
            small_card(canvas, left, top, known[place])
        else:
            card_back(canvas, left, top, 30, 42)
    canvas.text(x + 12, MARGIN + 144, "has seen of your hand:", 11, FAINT)
    tally(canvas, x + 20, MARGIN + 166, o.shown[k], min(34, (width - 24) / len(COLOURS)))


def draw_centre(canvas: Canvas, o: Record) -> None:
    """The face-down cards, the face-up ones, each in a place of its own, and an action card apart."""
    top, height, width = 244, 124, 88
    size = int(o.centre_size)
    canvas.text(100, top - 18, "centre", 15, FAINT, "mm")
    slot(canvas, 56, top, width, height)
    for layer in range(min(size, 4)):
        card_back(canvas, 56 - 2 * layer, top - 2 * layer, width, height)
    canvas.circle(140, top + height - 10, 21, ACCENT, GROUND, 2)
    canvas.text(140, top + height - 10, str(size), 20, GROUND, "mm", bold=True)
    canvas.text(464, top - 18, "face up", 15, FAINT, "mm")
    for colour in range(len(COLOURS)):
        left = 464 + (colour - 2) * (width + 12) - width / 2
        if o.table[colour]:
            card(canvas, left, top, width, height, colour)
        else:
            slot(canvas, left, top, width, height)
            symbol(canvas, colour, left + width / 2, top + height / 2, 16, PANEL)
    canvas.text(840, top - 18, "action card", 15, FAINT, "mm")
    if o.action_card.any():
        canvas.box(790, top - 5, width + 12, height + 10, ACCENT, radius=12)
        card(canvas, 796, top, width, height, len(COLOURS) + int(o.action_card.argmax()))
    else:
        slot(canvas, 796, top, width, height)


def draw_own_hand(canvas: Canvas, o: Record) -> None:
    """The observer's cards by colour, with their number and the limit."""
    top, width, height, step = 440, 72, 102, 18
    panel(canvas, MARGIN, 392, 600, 232, bool(o.turn[0]))
    canvas.text(MARGIN + 14, 414, "your hand", 18, INK, bold=True)
    points = int((o.own_hand * POINTS).sum())
    canvas.text(MARGIN + 586, 414, f"{points} point{'' if points == 1 else 's'}", 16, INK, "rm")
    left: float = MARGIN + 16
    for colour in range(len(COLOURS)):
        limit, count = int(LIMITS[colour]), int(o.own_hand[colour])
        room = width + (limit - 1) * step
        for place in range(count):
            card(canvas, left + place * step, top, width, height, colour)
        if count == 0:
            slot(canvas, left, top, room, height)
            symbol(canvas, colour, left + room / 2, top + height / 2, 14, PANEL)
        middle, full = left + room / 2, count == limit
        canvas.text(middle, top + height + 22, f"{count} of {limit}", 17, ACCENT if full else INK, "mm", bold=full)
        if full:
            canvas.text(middle, top + height + 42, "full", 13, ACCENT, "mm")
        left += room + 16


def draw_out_of_play(canvas: Canvas, o: Record) -> None:
    """Of each kind, how many cards the observer has seen go out of play, of how many in the deck."""
    x, y, width = 632, 392, WIDTH - MARGIN - 632
    panel(canvas, x, y, width, 232, False)
    canvas.text(x + 14, y + 22, "seen out of play", 18, INK, bold=True)
    canvas.text(x + width - 14, y + 22, "of the deck", 13, FAINT, "rm")
    names = ("",) * len(COLOURS) + ("gift", "steal", "either")
    for kind in range(len(KINDS)):
        column, row = divmod(kind, len(COLOURS))
        left, middle = x + 30 + column * 120, y + 60 + row * 36
        disc(canvas, left, middle, kind, 14)
        canvas.text(left + 24, middle, str(int(o.out[kind])), 18, INK, bold=True)
        canvas.text(left + 50, middle, f"of {int(o.deck[kind])} {names[kind]}", 14, FAINT)


# --- pieces ----------------------------------------------------------------------------------------------------


def panel(canvas: Canvas, x: float, y: float, width: float, height: float, turn: bool) -> None:
    """The ground under a player's things, framed and named if it is the player's turn."""
    canvas.box(x, y, width, height, PANEL, ACCENT if turn else None, 3, 12)
    if turn:
        canvas.box(x + width / 2 - 30, y + height - 10, 60, 20, ACCENT, radius=10)
        canvas.text(x + width / 2, y + height, "turn", 13, GROUND, "mm", bold=True)


def slot(canvas: Canvas, x: float, y: float, width: float, height: float) -> None:
    """The place of a card that isn't there."""
    canvas.box(x, y, width, height, SLOT, PANEL, 2, 9)


def card_back(canvas: Canvas, x: float, y: float, width: float, height: float) -> None:
    """A card from behind."""
    radius = width / 9
    canvas.box(x, y, width, height, PAPER, GROUND, 1, radius)
    inset = max(2.5, width / 14)
    canvas.box(x + inset, y + inset, width - 2 * inset, height - 2 * inset, BACK, radius=radius)
    goose(canvas, x + width / 2, y + height / 2, width / 3.4)


def card(canvas: Canvas, x: float, y: float, width: float, height: float, kind: int) -> None:
    """A card from the front: its limit in two corners, its symbol between them."""
    paint = PAINTS[kind]
    canvas.box(x, y, width, height, PAPER, GROUND, 1, width / 9)
    canvas.box(x + 3, y + 3, width - 6, height - 6, None, paint, width / 22, width / 11)
    symbol(canvas, kind, x + width / 2, y + height / 2, width / 3.6, paint)
    if kind < len(COLOURS):
        size = width / 4.2
        canvas.text(x + width * 0.1, y + height * 0.13, str(LIMITS[kind]), size, paint, "lm", bold=True)
        canvas.text(x + width * 0.9, y + height * 0.87, str(LIMITS[kind]), size, paint, "rm", bold=True)
        if POINTS[kind] > 1:
            canvas.text(x + width * 0.12, y + height * 0.88, f"+{POINTS[kind]}", size * 0.85, paint, "lm")
    else:
        words = ACTION_CARDS[kind - len(COLOURS)]
        canvas.text(x + width / 2, y + height * 0.86, words, width / 7.5, paint, "mm", bold=True)


def small_card(canvas: Canvas, x: float, y: float, colour: int) -> None:
    """A card so small that its colour and symbol must do, on the left where the next card leaves it free."""
    canvas.box(x, y, 30, 42, PAPER, GROUND, 1, 4)
    canvas.box(x + 2, y + 2, 26, 38, PAINTS[colour], radius=3)
    symbol(canvas, colour, x + 11, y + 21, 7, PAPER)


def tally(canvas: Canvas, x: float, y: float, counts: Record, step: float) -> None:
    """Small discs with numbers, for the colours that there are."""
    shown = [colour for colour in range(len(COLOURS)) if counts[colour]]
    for place, colour in enumerate(shown):
        disc(canvas, x + place * step, y, colour, 8)
        canvas.text(x + place * step + 10, y, str(int(counts[colour])), 13, INK)
    if not shown:
        canvas.text(x - 8, y, "nothing", 13, INK)


def disc(canvas: Canvas, x: float, y: float, kind: int, radius: float) -> None:
    """A kind of card in small: its symbol on a round ground of its colour."""
    canvas.circle(x, y, radius, PAINTS[kind], PAPER, 1)
    symbol(canvas, kind, x, y, radius * 0.62, PAPER)


# --- symbols, drawn around a point within a radius -------------------------------------------------------------


def symbol(canvas: Canvas, kind: int, x: float, y: float, size: float, paint: str) -> None:
    """Blue a star, red a heart, yellow a wedge of cheese, green a leaf, purple grapes; gifts a parcel, thieves a mask."""
    if kind < len(COLOURS):
        (star, heart, wedge, leaf, grapes)[kind](canvas, x, y, size, paint)
    elif kind == len(COLOURS):
        parcel(canvas, x, y, size, paint)
    elif kind == len(COLOURS) + 1:
        mask(canvas, x, y, size, paint)
    else:
        parcel(canvas, x - size * 0.35, y - size * 0.35, size * 0.6, paint)
        mask(canvas, x + size * 0.3, y + size * 0.5, size * 0.7, paint)


def star(canvas: Canvas, x: float, y: float, size: float, paint: str) -> None:
    """Five rays."""
    canvas.polygon(ring(x, y, (size * 1.08, size * 0.46), 10), paint)


def heart(canvas: Canvas, x: float, y: float, size: float, paint: str) -> None:
    """Two circles over a triangle."""
    half = size * 0.5
    canvas.circle(x - half, y - size * 0.35, half * 1.04, paint)
    canvas.circle(x + half, y - size * 0.35, half * 1.04, paint)
    canvas.polygon([(x - size * 0.97, y - size * 0.2), (x + size * 0.97, y - size * 0.2), (x, y + size)], paint)


def wedge(canvas: Canvas, x: float, y: float, size: float, paint: str) -> None:
    """A slope over a block."""
    canvas.polygon([(x - size, y), (x + size * 0.75, y - size * 0.8), (x + size, y)], paint)
    canvas.polygon(
        [(x - size, y + size * 0.14), (x + size, y + size * 0.14), (x + size, y + size * 0.8), (x - size, y + size * 0.8)], paint
    )


def leaf(canvas: Canvas, x: float, y: float, size: float, paint: str) -> None:
    """Two arcs that meet in tips, and a stalk."""
    bow = [(step / 8, 0.62 * (1 - (step / 8) ** 2)) for step in range(-8, 9)]
    along = [(x + size * (a - b) * 0.8, y - size * (a + b) * 0.8) for a, b in bow]
    back = [(x + size * (a + b) * 0.8, y - size * (a - b) * 0.8) for a, b in reversed(bow)]
    canvas.polygon(along + back, paint)
    canvas.line([(x - size * 0.75, y + size * 0.75), (x - size * 1.05, y + size * 1.05)], paint, size * 0.2)


def grapes(canvas: Canvas, x: float, y: float, size: float, paint: str) -> None:
    """Six berries."""
    for row, berries in enumerate((3, 2, 1)):
        for berry in range(berries):
            left = x + (berry - (berries - 1) / 2) * size * 0.68
            canvas.circle(left, y - size * 0.55 + row * size * 0.6, size * 0.33, paint)


def parcel(canvas: Canvas, x: float, y: float, size: float, paint: str) -> None:
    """A box with a lid and a bow."""
    canvas.box(x - size * 0.85, y - size * 0.1, size * 0.75, size, paint, radius=size * 0.08)
    canvas.box(x + size * 0.1, y - size * 0.1, size * 0.75, size, paint, radius=size * 0.08)
    canvas.box(x - size, y - size * 0.5, size * 2, size * 0.3, paint, radius=size * 0.08)
    canvas.polygon([(x, y - size * 0.55), (x - size * 0.6, y - size), (x - size * 0.15, y - size)], paint)
    canvas.polygon([(x, y - size * 0.55), (x + size * 0.6, y - size), (x + size * 0.15, y - size)], paint)


def mask(canvas: Canvas, x: float, y: float, size: float, paint: str) -> None:
    """A thief's, with ribbons."""
    canvas.box(x - size * 0.85, y - size * 0.4, size * 1.7, size * 0.8, paint, radius=size * 0.4)
    canvas.polygon([(x + size * 0.7, y), (x + size * 1.15, y - size * 0.55), (x + size * 1.15, y + size * 0.55)], paint)
    for side in (-1, 1):
        canvas.circle(x + side * size * 0.38, y, size * 0.2, PAPER if paint != PAPER else PAINTS[-1])


def goose(canvas: Canvas, x: float, y: float, size: float) -> None:
    """A goose swimming to the right."""
    canvas.polygon([(x - size * 1.1, y - size * 0.1), (x + size * 0.7, y + size * 0.1), (x, y + size * 0.75)], PAPER)
    canvas.circle(x - size * 0.05, y + size * 0.35, size * 0.5, PAPER)
    canvas.line([(x + size * 0.35, y + size * 0.3), (x + size * 0.3, y - size * 0.7)], PAPER, size * 0.32)
    canvas.circle(x + size * 0.36, y - size * 0.72, size * 0.27, PAPER)
    canvas.polygon([(x + size * 0.5, y - size * 0.9), (x + size, y - size * 0.66), (x + size * 0.5, y - size * 0.54)], ACCENT)
