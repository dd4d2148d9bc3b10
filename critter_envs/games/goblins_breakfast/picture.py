"""An observation as a picture of the table: the other players on top, deck and supply in the middle, the observer below."""

from typing import TYPE_CHECKING

from critter_envs.core.drawing import Canvas, ring
from critter_envs.core.jit import Record

from .cards import COPIES, FOOD, GOODS, GRAB, HANDS, KINDS, SPECIAL_NAMES, WEAPON, WIDTH
from .text import number_of, sum_of

if TYPE_CHECKING:
    from PIL.Image import Image

PICTURE_WIDTH, PICTURE_HEIGHT, MARGIN = 960, 640, 16

GROUND, PANEL, SLOT = "#3b2f2a", "#50413a", "#463830"
INK, FAINT, ACCENT, PAPER, BACK = "#f7f1e3", "#c9b8a8", "#ffc845", "#fdf8ec", "#6d8a3a"

#: Told apart by people with any colour vision; besides, each has a symbol of its own.
GREEN, BLUE, RED, VIOLET = "#00764f", "#2f5fb0", "#b8321f", "#6a3d9a"


def draw(o: Record) -> "Image":
    """The table as the observer of a record sees it, 960 × 640."""
    canvas = Canvas(PICTURE_WIDTH, PICTURE_HEIGHT, GROUND)
    draw_others(canvas, o)
    draw_middle(canvas, o)
    draw_own(canvas, o)
    draw_discard(canvas, o)
    return canvas.finish()


# --- the table -------------------------------------------------------------------------------------------------


def draw_others(canvas: Canvas, o: Record) -> None:
    """A panel for each other player, the left neighbour's first."""
    others = int(o.present.sum()) - 1
    gap = 12
    width = min(240, (PICTURE_WIDTH - 2 * MARGIN - gap * (others - 1)) / others)
    left = (PICTURE_WIDTH - width * others - gap * (others - 1)) / 2
    for k in range(1, others + 1):
        draw_player(canvas, o, k, left + (k - 1) * (width + gap), MARGIN, width, 200, 56)


def draw_own(canvas: Canvas, o: Record) -> None:
    """The observer's hands and stomach."""
    draw_player(canvas, o, 0, MARGIN, 404, 460, 220, 76)


def draw_player(canvas: Canvas, o: Record, k: int, x: float, y: float, width: float, height: float, card: float) -> None:
    """What a player holds, how strong that is, and what has been eaten."""
    panel(canvas, x, y, width, height, bool(o.turn[k]))
    canvas.text(x + 12, y + 20, "you" if k == 0 else f"+{k}", 18, INK, bold=True)
    sword(canvas, x + width - 46, y + 20, 9, INK)
    canvas.text(x + width - 12, y + 20, str(sum_of(o, WEAPON, o.hand[k])), 17, INK, "rm", bold=True)
    draw_hands(canvas, o, k, x + 12, y + 38, width - 24, card)
    below = y + 38 + card * 1.4 + 20
    stomach(canvas, x + 22, below, 11, BACK)
    canvas.text(x + 40, below, eaten(o, k), 14, INK)
    tally(canvas, o, o.stomach[k], x + 11, below + 18, width - 24, y + height - 4)


def draw_hands(canvas: Canvas, o: Record, k: int, x: float, y: float, width: float, card: float) -> None:
    """Two hands' worth of places, with the cards in them; cards that are too many overlap."""
    gap = 6
    held = [kind for kind in range(GOODS) for _ in range(int(o.hand[k, kind]))]
    widths = [card * int(o.deck[WIDTH + kind]) + gap * (int(o.deck[WIDTH + kind]) - 1) for kind in held]
    for place in range(HANDS):
        slot(canvas, x + place * (card + gap), y, card, card * 1.4)
    step = 1.0
    if len(held) > 1:
        step = min(1.0, (width - widths[-1]) / (sum(widths[:-1]) + gap * (len(held) - 1)))
    for kind, wide in zip(held, widths, strict=True):
        draw_card(canvas, o, kind, x, y, wide, card * 1.4)
        x += (wide + gap) * step


def draw_middle(canvas: Canvas, o: Record) -> None:
    """The deck, the supply, and a special card that is being played."""
    top, width, height, gap = 262, 76, 106, 10
    canvas.text(70, top - 18, "deck", 15, FAINT, "mm")
    slot(canvas, 32, top, width, height)
    for layer in range(min(int(o.pile_size), 4)):
        card_back(canvas, 32 - 2 * layer, top - 2 * layer, width, height)
    canvas.circle(106, top + height - 8, 20, ACCENT, GROUND, 2)
    canvas.text(106, top + height - 8, str(int(o.pile_size)), 19, GROUND, "mm", bold=True)
    places = int(o.present.sum()) + 1
    left = 148 + (7 - places) * (width + gap) / 2
    canvas.text(148 + 3.5 * (width + gap) - gap / 2, top - 18, "table supply", 15, FAINT, "mm")
    cards = [kind for kind in range(KINDS) for _ in range(int(o.supply[kind]))]
    for place in range(max(places, len(cards))):
        if place < len(cards):
            draw_card(canvas, o, cards[place], left + place * (width + gap), top, width, height)
        else:
            slot(canvas, left + place * (width + gap), top, width, height)
    canvas.text(856, top - 18, "being played", 15, FAINT, "mm")
    if o.special.any():
        canvas.box(812, top - 6, width + 12, height + 12, ACCENT, radius=12)
        draw_card(canvas, o, GOODS + int(o.special.argmax()), 818, top, width, height)
    else:
        slot(canvas, 818, top, width, height)
    if o.extra:
        canvas.box(796, top + height + 8, 120, 22, ACCENT, radius=11)
        canvas.text(856, top + height + 19, "then an extra turn", 12.5, GROUND, "mm", bold=True)


def draw_discard(canvas: Canvas, o: Record) -> None:
    """Of each kind, how many cards lie in the discard pile, of how many there are."""
    x, y, width = 488, 404, PICTURE_WIDTH - MARGIN - 488
    panel(canvas, x, y, width, 220, False)
    size = int(o.discard.astype(int).sum())
    canvas.text(x + 14, y + 20, f"discard pile: {number_of(size)}", 18, INK, bold=True)
    canvas.text(x + width - 14, y + 20, "of all there are", 13, FAINT, "rm")
    kinds = [kind for kind in range(KINDS) if o.deck[COPIES + kind] or o.discard[kind]]
    rows = 5
    step = min(114.0, (width - 20) / -(-len(kinds) // rows))
    for place, kind in enumerate(kinds):
        column, row = divmod(place, rows)
        left, middle = x + 28 + column * step, y + 54 + row * 36
        chip(canvas, o, kind, left, middle, 13)
        canvas.text(left + 22, middle, str(int(o.discard[kind])), 17, INK, bold=True)
        canvas.text(left + 43, middle, f"of {int(o.deck[COPIES + kind])}", 13, FAINT)


def tally(canvas: Canvas, o: Record, counts: Record, x: float, y: float, width: float, bottom: float) -> None:
    """Small chips with numbers, for the kinds that there are, in as many rows as they need; many are smaller, to fit in."""
    shown = [kind for kind in range(GOODS) if counts[kind]]
    size, rows = 1.0, -(-len(shown) // chips_across(width, 1.0))
    while y + (23 * rows - 5) * size > bottom:
        size -= 0.05
        rows = -(-len(shown) // chips_across(width, size))
    for place, kind in enumerate(shown):
        row, column = divmod(place, chips_across(width, size))
        left, middle = x + (9 + column * 34) * size, y + (9 + row * 23) * size
        chip(canvas, o, kind, left, middle, 9 * size)
        canvas.text(left + 12 * size, middle, str(int(counts[kind])), 13 * size, INK)


def chips_across(width: float, size: float) -> int:
    """How many of a tally's chips of a size, the full one being 1, stand side by side."""
    return max(1, int(width // (34 * size)))


def eaten(o: Record, k: int) -> str:
    """The size of a stomach, and its points where its contents are known."""
    size = number_of(int(o.stomach_size[k]))
    points = sum_of(o, FOOD, o.stomach[k])
    return f"{size}, {points} point{'' if points == 1 else 's'}" if o.stomach[k].any() else size


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
    canvas.box(x, y, width, height, PAPER, GROUND, 1, width / 9)
    canvas.box(x + 5, y + 5, width - 10, height - 10, BACK, radius=width / 9)
    goblin(canvas, x + width / 2, y + height / 2, width / 4)


def draw_card(canvas: Canvas, o: Record, kind: int, x: float, y: float, width: float, height: float) -> None:
    """A card from the front: its symbol, its value, a dot for each hand that it takes; or the name of a special card."""
    paint, middle = paint_of(o, kind), x + width / 2
    canvas.box(x, y, width, height, PAPER, GROUND, 1, height / 12)
    canvas.box(x + 3, y + 3, width - 6, height - 6, None, paint, 3, height / 14)
    if kind >= GOODS:
        symbol(canvas, o, kind, middle, y + height * 0.4, height * 0.2, paint)
        for line, word in enumerate(SPECIAL_NAMES[kind - GOODS].split()):
            canvas.text(middle, y + height * (0.74 + 0.14 * line), word, height / 8.4, paint, "mm", bold=True)
        return
    symbol(canvas, o, kind, middle, y + height * 0.36, height * 0.2, paint)
    canvas.text(middle, y + height * 0.7, str(value_of(o, kind)), height * 0.25, paint, "mm", bold=True)
    hands = int(o.deck[WIDTH + kind])
    for hand in range(hands):
        canvas.circle(middle + (hand - (hands - 1) / 2) * height * 0.09, y + height * 0.875, height * 0.03, paint)


def chip(canvas: Canvas, o: Record, kind: int, x: float, y: float, radius: float) -> None:
    """A kind of card in small: food is round, weapons square, both with their value, and with a ring if they take two hands."""
    paint = paint_of(o, kind)
    outline = ACCENT if kind < GOODS and o.deck[WIDTH + kind] == HANDS else PAPER
    if kind < GOODS and o.deck[WEAPON + kind]:
        canvas.box(x - radius, y - radius, 2 * radius, 2 * radius, paint, outline, 2, radius / 4)
    else:
        canvas.circle(x, y, radius, paint, outline, 2)
    if kind < GOODS:
        canvas.text(x, y, str(value_of(o, kind)), radius * 1.15, PAPER, "mm", bold=True)
    else:
        symbol(canvas, o, kind, x, y, radius * 0.62, PAPER)


def value_of(o: Record, kind: int) -> int:
    """Points of food, strength of a weapon."""
    return int(o.deck[FOOD + kind]) + int(o.deck[WEAPON + kind])


def paint_of(o: Record, kind: int) -> str:
    """Food is green, grab-berries blue, weapons red, special cards violet."""
    if kind >= GOODS:
        return VIOLET
    if o.deck[WEAPON + kind]:
        return RED
    return BLUE if o.deck[GRAB + kind] else GREEN


# --- symbols, drawn around a point within a radius -------------------------------------------------------------


def symbol(canvas: Canvas, o: Record, kind: int, x: float, y: float, size: float, paint: str) -> None:
    """Food is a leg of something, grab-berries are berries; weapons are swords; special cards a mouth, a splash and a claw."""
    if kind >= GOODS:
        (mouth, splash, claw)[kind - GOODS](canvas, x, y, size, paint)
    elif o.deck[WEAPON + kind]:
        sword(canvas, x, y, size, paint)
    elif o.deck[GRAB + kind]:
        berries(canvas, x, y, size, paint)
    else:
        leg(canvas, x, y, size, paint)


def leg(canvas: Canvas, x: float, y: float, size: float, paint: str) -> None:
    """A drumstick: meat on a bone."""
    canvas.line([(x, y), (x + size * 0.8, y + size * 0.8)], paint, size * 0.26)
    canvas.circle(x + size * 0.95, y + size * 0.68, size * 0.22, paint)
    canvas.circle(x + size * 0.68, y + size * 0.95, size * 0.22, paint)
    canvas.circle(x - size * 0.25, y - size * 0.25, size * 0.68, paint)
    canvas.circle(x + size * 0.12, y + size * 0.12, size * 0.42, paint)


def berries(canvas: Canvas, x: float, y: float, size: float, paint: str) -> None:
    """Three berries on stalks."""
    for side in (-0.6, 0.0, 0.6):
        canvas.line([(x, y - size), (x + side * size, y + size * 0.4)], paint, size * 0.12)
        canvas.circle(x + side * size, y + size * (0.65 if side == 0.0 else 0.3), size * 0.38, paint)


def sword(canvas: Canvas, x: float, y: float, size: float, paint: str) -> None:
    """A blade that points up to the right."""
    tip, grip = size * 0.95, size * 0.45
    canvas.polygon(
        [
            (x + tip, y - tip),
            (x + tip * 0.55, y - tip * 0.9),
            (x - grip, y + grip * 0.3),
            (x - grip * 0.3, y + grip),
            (x + tip * 0.9, y - tip * 0.55),
        ],
        paint,
    )
    canvas.line([(x - size * 0.75, y - size * 0.02), (x + size * 0.02, y + size * 0.75)], paint, size * 0.24)
    canvas.line([(x - size * 0.3, y + size * 0.3), (x - size * 0.9, y + size * 0.9)], paint, size * 0.26)


def mouth(canvas: Canvas, x: float, y: float, size: float, paint: str) -> None:
    """Wide open, with two rows of teeth."""
    canvas.circle(x, y, size, paint)
    teeth = PAPER if paint != PAPER else VIOLET
    for side in (-0.5, 0.0, 0.5):
        left, right, tip = x + (side - 0.22) * size, x + (side + 0.22) * size, x + side * size
        canvas.polygon([(left, y - size * 0.55), (right, y - size * 0.55), (tip, y - size * 0.08)], teeth)
        canvas.polygon([(left, y + size * 0.55), (right, y + size * 0.55), (tip, y + size * 0.08)], teeth)


def splash(canvas: Canvas, x: float, y: float, size: float, paint: str) -> None:
    """Something that has hit."""
    canvas.polygon(ring(x, y, (size * 1.15, size * 0.55, size * 0.9, size * 0.5), 16), paint)


def claw(canvas: Canvas, x: float, y: float, size: float, paint: str) -> None:
    """A hand with three fingers that reaches down."""
    canvas.circle(x, y - size * 0.45, size * 0.5, paint)
    for side in (-0.7, 0.0, 0.7):
        canvas.line([(x + side * size * 0.5, y - size * 0.4), (x + side * size, y + size * 0.45)], paint, size * 0.3)
        tip = x + side * size * 0.9
        canvas.polygon(
            [(tip - size * 0.2, y + size * 0.4), (tip + size * 0.2, y + size * 0.4), (tip - side * size * 0.25, y + size)], paint
        )


def stomach(canvas: Canvas, x: float, y: float, size: float, paint: str) -> None:
    """A round belly with a navel."""
    canvas.circle(x, y, size, paint, PAPER, 1)
    canvas.circle(x, y + size * 0.3, size * 0.16, PAPER)


def goblin(canvas: Canvas, x: float, y: float, size: float) -> None:
    """A face with pointed ears."""
    for side in (-1, 1):
        canvas.polygon(
            [
                (x + side * size * 0.6, y - size * 0.5),
                (x + side * size * 1.5, y - size * 0.7),
                (x + side * size * 0.7, y + size * 0.3),
            ],
            PAPER,
        )
    canvas.circle(x, y, size * 0.9, PAPER)
    for side in (-1, 1):
        canvas.circle(x + side * size * 0.35, y - size * 0.15, size * 0.17, BACK)
    canvas.polygon([(x - size * 0.5, y + size * 0.3), (x + size * 0.5, y + size * 0.3), (x, y + size * 0.65)], BACK)
