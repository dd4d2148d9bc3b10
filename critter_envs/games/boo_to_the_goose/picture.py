"""An observation as a picture of the table: a strip for each player, the observer's at the bottom."""

from typing import TYPE_CHECKING

from critter_envs.core.drawing import Canvas
from critter_envs.core.jit import Record

from .cards import DOG, FOX, GOOSE, KINDS, MAX_ROW
from .observation import KNOWN_DOG, KNOWN_GOOSE

if TYPE_CHECKING:
    from PIL.Image import Image

WIDTH, HEIGHT, MARGIN = 960, 640, 12
TOP, GAP = 44, 10

#: Where the parts of a strip begin, and the size of a card in a row.
NAME, ROW, PILE = MARGIN + 14, 172, 762
CARD_WIDTH, CARD_HEIGHT, STEP = 26, 38, 30.6

GROUND, PANEL, SLOT = "#263f2e", "#355540", "#2d4a37"
INK, FAINT, ACCENT, PAPER = "#f7f3e6", "#b3c4b4", "#ffc845", "#fdf8ec"

#: The sets, from the observer's on, told apart by people with any colour vision.
PAINTS = ("#0072b2", "#d55e00", "#009e73", "#b05590", "#6b6f73")


def draw(o: Record) -> "Image":
    """The table as the observer of a record sees it, 960 × 640."""
    canvas = Canvas(WIDTH, HEIGHT, GROUND)
    players = int(o.present.sum())
    height = (HEIGHT - TOP - MARGIN - GAP * (players - 1)) / players
    draw_header(canvas, o)
    for k in range(players):
        line = players - 1 if k == 0 else k - 1
        draw_player(canvas, o, k, TOP + line * (height + GAP), height)
    return canvas.finish()


def name_of(k: int) -> str:
    """How a seat is called, as in the labels of actions."""
    return f"+{k}" if k else "you"


# --- the table -------------------------------------------------------------------------------------------------


def draw_header(canvas: Canvas, o: Record) -> None:
    """Whose turn it is, and how a chase stands."""
    k = int(o.turn.argmax())
    words = f"{name_of(k)} {'plays' if k else 'play'} a card"
    if o.target.any():
        turned = f"{int(o.flips)} {'goose' if o.flips == 1 else 'geese'} turned"
        words = f"{name_of(k)} {'hunts' if k else 'hunt'}: {turned}, next a card of {name_of(int(o.target.argmax()))}"
        symbol(canvas, FOX, MARGIN + 18, TOP / 2, 12, ACCENT)
    canvas.text(MARGIN + 40, TOP / 2, words, 19, ACCENT if o.target.any() else INK, bold=True)
    if o.remove_four:
        canvas.text(WIDTH - MARGIN - 2, TOP / 2, "four cards of each set removed", 14, FAINT, "rm")


def draw_player(canvas: Canvas, o: Record, k: int, y: float, height: float) -> None:
    """A strip: who it is, the hand and the draw pile, the row, the win pile."""
    hunted = bool(o.target[k])
    frame = INK if hunted else ACCENT if o.turn[k] else None
    canvas.box(MARGIN, y, WIDTH - 2 * MARGIN, height, PANEL, frame, 3, 12)
    draw_name(canvas, o, k, y, hunted)
    if o.hand[k].any():
        draw_row(canvas, o, k, y + height / 2 - 37)
        draw_hand(canvas, o, k, y + height / 2 + 27)
    else:
        draw_row(canvas, o, k, y + height / 2 - 19)
    draw_win_pile(canvas, o, k, y, height)


def draw_name(canvas: Canvas, o: Record, k: int, y: float, hunted: bool) -> None:
    """The player's name on the colour of the set, and what can be counted from afar."""
    canvas.circle(NAME + 8, y + 22, 10, PAINTS[k], PAPER, 1)
    canvas.text(NAME + 26, y + 22, name_of(k), 20, INK, bold=True)
    if o.turn[k] or hunted:
        canvas.box(NAME + 66, y + 12, 62, 20, INK if hunted else ACCENT, radius=10)
        canvas.text(NAME + 97, y + 22, "hunted" if hunted else "turn", 13, GROUND, "mm", bold=True)
    for line, (number, what) in enumerate(((o.hand_size[k], "in hand"), (o.pile_size[k], "to draw"), (o.turns[k], "played"))):
        canvas.text(NAME + 20, y + 47 + line * 19, str(int(number)), 15, INK, "rm", bold=True)
        canvas.text(NAME + 28, y + 47 + line * 19, what, 14, FAINT)


def draw_row(canvas: Canvas, o: Record, k: int, y: float) -> None:
    """The row, the oldest card on the left: its number above each card, below it the turn in which it was laid."""
    for place in range(MAX_ROW):
        x = ROW + place * STEP
        kind = {KNOWN_GOOSE: GOOSE, KNOWN_DOG: DOG}.get(int(o.kind[k, place]))
        if o.face_down[k, place]:
            card_back(canvas, x, y, k, kind)
        elif kind is not None:
            card(canvas, x, y, k, kind)
        else:
            canvas.box(x, y, CARD_WIDTH, CARD_HEIGHT, SLOT, radius=4)
            continue
        canvas.text(x + CARD_WIDTH / 2, y - 9, str(place + 1), 12, INK, "mm", bold=True)
        if o.laid[k, place]:
            canvas.text(x + CARD_WIDTH / 2, y + CARD_HEIGHT + 8, f"t{int(o.laid[k, place])}", 10, FAINT, "mm")


def draw_hand(canvas: Canvas, o: Record, k: int, y: float) -> None:
    """The cards in a hand that is known, by kind."""
    canvas.text(ROW, y + 9, "hand", 14, FAINT)
    x: float = ROW + 48
    for kind in range(len(KINDS)):
        for _ in range(int(o.hand[k, kind])):
            canvas.box(x, y - 5, 30, 28, PAPER, PAINTS[k], 2, 4)
            symbol(canvas, kind, x + 15, y + 9, 8.5, PAINTS[k])
            x += 34
        x += 8 if o.hand[k, kind] else 0


def draw_win_pile(canvas: Canvas, o: Record, k: int, y: float, height: float) -> None:
    """How many cards it holds, and of each kind how many from whose set."""
    geese, foxes, dogs = o.won_geese[k], o.won_foxes[k], int(o.won_dogs[k])
    canvas.box(PILE - 4, y + 8, WIDTH - MARGIN - PILE - 6, height - 16, SLOT, radius=8)
    canvas.text(PILE + 6, y + 24, "won", 14, FAINT)
    canvas.text(WIDTH - MARGIN - 20, y + 24, str(int(geese.sum() + foxes.sum() + dogs)), 24, INK, "rm", bold=True)
    own_dogs = [dogs if owner == k else 0 for owner in range(len(PAINTS))]
    for kind, numbers in enumerate((geese, foxes, own_dogs)):
        middle = y + 47 + kind * 19
        symbol(canvas, kind, PILE + 12, middle, 7, INK)
        x: float = PILE + 32
        for owner, number in enumerate(numbers):
            if number:
                canvas.box(x - 3, middle - 8, 27, 16, PAINTS[owner], PAPER, 1, 8)
                canvas.text(x + 10.5, middle, str(int(number)), 12, PAPER, "mm", bold=True)
                x += 29


# --- pieces ----------------------------------------------------------------------------------------------------


def card_back(canvas: Canvas, x: float, y: float, owner: int, kind: int | None) -> None:
    """A card from behind, in the colour of its set; what is known of it shows through."""
    canvas.box(x, y, CARD_WIDTH, CARD_HEIGHT, PAPER, GROUND, 1, 4)
    canvas.box(x + 2, y + 2, CARD_WIDTH - 4, CARD_HEIGHT - 4, PAINTS[owner], radius=3)
    if kind is None:
        canvas.text(x + CARD_WIDTH / 2, y + CARD_HEIGHT / 2, "?", 16, PAPER, "mm", bold=True)
    else:
        symbol(canvas, kind, x + CARD_WIDTH / 2, y + CARD_HEIGHT / 2, 8, PAPER if kind == GOOSE else ACCENT)


def card(canvas: Canvas, x: float, y: float, owner: int, kind: int) -> None:
    """A card from the front."""
    canvas.box(x - 1, y - 1, CARD_WIDTH + 2, CARD_HEIGHT + 2, PAPER, ACCENT, 2, 4)
    symbol(canvas, kind, x + CARD_WIDTH / 2, y + CARD_HEIGHT / 2, 9, PAINTS[owner])


# --- symbols, drawn around a point within a radius -------------------------------------------------------------


def symbol(canvas: Canvas, kind: int, x: float, y: float, size: float, paint: str) -> None:
    """A goose from the side, the faces of a fox and a dog."""
    (goose, fox, dog)[kind](canvas, x, y, size, paint)


def goose(canvas: Canvas, x: float, y: float, size: float, paint: str) -> None:
    """A goose swimming to the right."""
    canvas.polygon([(x - size * 1.1, y - size * 0.05), (x + size * 0.7, y + size * 0.1), (x, y + size * 0.85)], paint)
    canvas.circle(x - size * 0.02, y + size * 0.4, size * 0.52, paint)
    canvas.line([(x + size * 0.38, y + size * 0.3), (x + size * 0.3, y - size * 0.7)], paint, size * 0.32)
    canvas.circle(x + size * 0.36, y - size * 0.72, size * 0.29, paint)
    canvas.polygon(
        [(x + size * 0.5, y - size * 0.95), (x + size * 1.1, y - size * 0.66), (x + size * 0.5, y - size * 0.5)], paint
    )


def fox(canvas: Canvas, x: float, y: float, size: float, paint: str) -> None:
    """Pointed ears and a pointed snout."""
    canvas.polygon(
        [
            (x - size, y - size),
            (x - size * 0.4, y - size * 0.35),
            (x + size * 0.4, y - size * 0.35),
            (x + size, y - size),
            (x + size * 0.9, y + size * 0.15),
            (x, y + size),
            (x - size * 0.9, y + size * 0.15),
        ],
        paint,
    )


def dog(canvas: Canvas, x: float, y: float, size: float, paint: str) -> None:
    """A round head with hanging ears and a muzzle."""
    canvas.box(x - size * 0.5, y - size * 0.85, size, size * 1.3, paint, radius=size * 0.45)
    canvas.box(x - size * 0.33, y - size * 0.1, size * 0.66, size * 1.05, paint, radius=size * 0.33)
    for side in (-1, 1):
        canvas.box(x + side * size * 0.82 - size * 0.22, y - size * 0.75, size * 0.44, size * 1.15, paint, radius=size * 0.22)
