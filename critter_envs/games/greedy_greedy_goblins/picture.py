"""An observation as a picture of the table: the players on top, the caves in the middle, what the observer holds below."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from critter_envs.core.drawing import Canvas, ring
from critter_envs.core.jit import Record

from .cards import CLANS, MAX_CAVES, MINIONS, TILES, TREASURES
from .text import cards, describe_scoring, in_kinds, own_plan, stage_of, tiles

if TYPE_CHECKING:
    from PIL.Image import Image

WIDTH, HEIGHT, MARGIN, GAP = 960, 640, 14, 8

GROUND, PANEL, SLOT = "#2c2431", "#3c3343", "#332b39"
INK, FAINT, ACCENT, BACK = "#f4efe4", "#b3a8b8", "#ffc845", "#8a7a68"

#: Told apart by people with any colour vision; besides, each kind has a shape of its own.
PAINTS = ("#1fa37a", "#d5405f", "#3f8fe0", "#e0a92e", "#d9f1f5", "#d96c2c", "#b3401a", "#9a5fc0", "#8dbb4f", "#ffd98a")

#: Goblins of each seat, the observer's first.
SEATS = ("#f4efe4", "#56b4e9", "#e69f00", "#cc79a7")

CAVE_WIDTH, CAVE_HEIGHT, CAVE_TOP = 190, 166, 118
SIDE_LEFT = MARGIN + 4 * (CAVE_WIDTH + GAP)
BOTTOM = CAVE_TOP + 2 * (CAVE_HEIGHT + GAP)


def draw(o: Record) -> "Image":
    """The table as the observer of a record sees it, 960 × 640."""
    canvas = Canvas(WIDTH, HEIGHT, GROUND)
    players = int(o.present.sum())
    names = ["you", *(f"+{k}" for k in range(1, players))]
    width = (WIDTH - 2 * MARGIN - (players - 1) * GAP) / players
    for k, name in enumerate(names):
        draw_player(canvas, o, k, name, MARGIN + k * (width + GAP), width)
    for cave in range(MAX_CAVES):
        if o.caves[cave].there:
            left, top = MARGIN + cave % 4 * (CAVE_WIDTH + GAP), CAVE_TOP + cave // 4 * (CAVE_HEIGHT + GAP)
            draw_cave(canvas, o.caves[cave], cave, left, top)
    draw_side(canvas, o)
    draw_own(canvas, o, names)
    return canvas.finish()


# --- the table -------------------------------------------------------------------------------------------------


def draw_player(canvas: Canvas, o: Record, k: int, name: str, x: float, width: float) -> None:
    """A player's clan, coins, goblins at home, tile in hand and cards."""
    clan = int(o.clan[k].argmax())
    panel(canvas, x, MARGIN, width, 96, bool(o.turn[k]))
    pawn(canvas, x + 18, MARGIN + 24, 9, SEATS[k])
    canvas.text(x + 34, MARGIN + 18, name, 17, INK, bold=True)
    gem(canvas, clan, x + 82, MARGIN + 18, 8)
    canvas.text(x + 96, MARGIN + 18, CLANS[clan], 12, FAINT)
    canvas.text(x + width - 10, MARGIN + 18, f"{o.coins[k]}", 20, ACCENT, "rm", bold=True)
    for goblin in range(int(o.goblins[k])):
        pawn(canvas, x + 18 + goblin * 18, MARGIN + 48, 7, FAINT if o.retired[k] else SEATS[k])
    if o.retired[k]:
        canvas.text(x + 74, MARGIN + 46, "retired", 12, FAINT)
    if o.held[k].any():
        tile(canvas, int(o.held[k].argmax()), x + width - 28, MARGIN + 38, 18)
    if o.holding[k]:
        canvas.box(x + width - 29, MARGIN + 37, 20, 20, None if o.held[k].any() else BACK, INK, 1.5, 4)
    rank = f"{o.rank[k]}. to score, " if o.rank[k] else ""
    drawn = f", {o.drawn[k]} new" if o.drawn[k] else ""
    sure = f": {', '.join(in_kinds(o.sure[k - 1], MINIONS))}" if k and o.sure[k - 1].any() else ""
    draw_hand(canvas, f"{rank}{cards(o.hand_size[k])}{drawn}{sure}", x, width)


def draw_hand(canvas: Canvas, words: str, x: float, width: float) -> None:
    """What is known of a player's cards, the smaller the more there is to say."""
    for size, most in ((11.5, 2), (9.5, 3), (8, 4)):
        lines = wrap(words, int((width - 20) / (0.55 * size)))
        if len(lines) <= most:
            break
    step = 28 / most
    for line, part in enumerate(lines):
        canvas.text(x + 12, MARGIN + 62 + step / 2 + line * step, part, size, FAINT)


def draw_cave(canvas: Canvas, cave: Record, number: int, x: float, y: float) -> None:
    """A cave with its goblins and tiles: face-up ones above those that lie face down."""
    panel(canvas, x, y, CAVE_WIDTH, CAVE_HEIGHT, bool(cave.current))
    canvas.text(x + 12, y + 17, str(number + 1), 18, FAINT if cave.scored else INK, bold=True)
    if cave.scored:
        canvas.text(x + 34, y + 18, "scored", 11, FAINT)
    for place, goblins in enumerate((cave.claimer, cave.jumper)):
        if goblins.any():
            pawn(canvas, x + CAVE_WIDTH - 18 - 24 * place, y + 20, 10, SEATS[int(goblins.argmax())])
    for place, word in enumerate(("claim", "jump", "place tile", "place torch")):
        if cave.plan[place]:
            canvas.text(x + 34, y + 18, f"{word} here", 12, ACCENT)
    entries = 0
    for kind in range(len(TILES)):
        if cave.up[kind]:
            left, top = place_of(entries, x, y)
            tile(canvas, kind, left, top, 18)
            canvas.text(left + 20, top + 9, str(cave.up[kind]), 10, INK)
            underline(canvas, [int(row[kind]) for row in cave.up_by], left, top + 20)
            entries += 1
    if cave.down or cave.known.any():
        entries = max(-(-entries // 5) * 5, 10)
        draw_face_down(canvas, cave, entries, x, y)


def draw_face_down(canvas: Canvas, cave: Record, entries: int, x: float, y: float) -> None:
    """Backs of tiles with their number and whose they are, then those that the observer knows."""
    left, top = place_of(entries, x, y)
    canvas.box(left, top, 18, 18, BACK, GROUND, 1, 4)
    canvas.text(left + 20, top + 9, str(cave.down), 10, INK)
    underline(canvas, [int(number) for number in cave.down_by], left, top + 20)
    for kind in range(len(TILES)):
        if cave.known[kind]:
            entries += 1
            left, top = place_of(entries, x, y)
            canvas.box(left - 2, top - 2, 22, 22, BACK, radius=4)
            tile(canvas, kind, left, top, 18)
            canvas.text(left + 21, top + 9, str(cave.known[kind]), 10, FAINT)


def place_of(entry: int, x: float, y: float) -> tuple[float, float]:
    """The upper left corner of a kind of tile in a cave's panel."""
    return x + 10 + entry % 5 * 36, y + 38 + entry // 5 * 25


def draw_side(canvas: Canvas, o: Record) -> None:
    """The guildhall, the pool, the deck, and what ends rounds and the game."""
    width = WIDTH - MARGIN - SIDE_LEFT
    panel(canvas, SIDE_LEFT, CAVE_TOP, width, 2 * CAVE_HEIGHT + GAP, False)
    centre = SIDE_LEFT + width / 2
    canvas.polygon([(centre - 40, CAVE_TOP + 42), (centre, CAVE_TOP + 12), (centre + 40, CAVE_TOP + 42)], BACK)
    canvas.box(centre - 32, CAVE_TOP + 42, 64, 34, SLOT, BACK, 2, 2)
    if o.guildhall.any():
        pawn(canvas, centre, CAVE_TOP + 60, 11, SEATS[int(o.guildhall.argmax())])
    canvas.text(centre, CAVE_TOP + 90, "guildhall, scored" if o.guildhall_scored else "guildhall", 12, FAINT, "mm")
    lines = [f"pool: {tiles(o.pool_size)}", f"deck: {cards(o.deck_size)}", f"round {o.round_number}", f"target: {o.target}"]
    lines.append(f"Guildmaster: {o.guildmaster_coins}")
    lines.append(f"last draws: {o.draws_left}")
    lines += ["only one is left" if o.last_one else "", f"to add: {o.left_to_add}" if o.left_to_add else ""]
    for line, words in enumerate(lines):
        canvas.text(SIDE_LEFT + 12, CAVE_TOP + 122 + 21 * line, words, 13, INK)
    if o.returned.any():
        canvas.text(SIDE_LEFT + 12, CAVE_TOP + 300, "in the pool:", 11, FAINT)
        tile(canvas, int(o.returned.argmax()), SIDE_LEFT + 82, CAVE_TOP + 291, 18)


def draw_own(canvas: Canvas, o: Record, names: Sequence[str]) -> None:
    """What is going on, the observer's cards, those on the cave being scored, and the discards."""
    panel(canvas, MARGIN, BOTTOM, WIDTH - 2 * MARGIN, HEIGHT - BOTTOM - MARGIN, bool(o.turn[0]))
    canvas.text(MARGIN + 12, BOTTOM + 18, stage_of(o, names, lambda words, style: words), 16, INK, bold=True)
    plan = own_plan(o)
    if plan:
        canvas.text(WIDTH - MARGIN - 12, BOTTOM + 18, f"your commit: {plan}", 13, ACCENT, "rm")
    known = f" (all know of Bankers: {o.shown})" if o.shown else ""
    lines = [f"your cards: {', '.join(in_kinds(o.own_hand, MINIONS)) or 'none'}{known}"]
    if any(cave.current for cave in o.caves):
        lines += describe_scoring(o, names)
    lines.append(f"discarded: {', '.join(in_kinds(o.discards, MINIONS)) or 'none'}")
    wrapped = [part for line in lines for part in wrap(line, 135)]
    step = min(17, 108 / len(wrapped))
    for line, words in enumerate(wrapped):
        canvas.text(MARGIN + 12, BOTTOM + 42 + step * line, words, 12.5, INK if line == 0 else FAINT)


# --- parts -----------------------------------------------------------------------------------------------------


def panel(canvas: Canvas, x: float, y: float, width: float, height: float, active: bool) -> None:
    """A ground to lay things on, framed if it is the one that things are about."""
    canvas.box(x, y, width, height, PANEL, ACCENT if active else SLOT, 2.5 if active else 1)


def pawn(canvas: Canvas, x: float, y: float, size: float, colour: str) -> None:
    """A goblin: a head with pointed ears on a body."""
    canvas.polygon([(x - size * 0.7, y + size), (x, y - size * 0.3), (x + size * 0.7, y + size)], colour)
    canvas.polygon([(x - size, y - size * 0.7), (x + size, y - size * 0.7), (x, y)], colour)
    canvas.circle(x, y - size * 0.5, size * 0.48, colour)


def underline(canvas: Canvas, by_seat: Sequence[int], x: float, y: float) -> None:
    """Whose tiles these are, in shares of a line; nothing where that isn't known."""
    whole, left = sum(by_seat), x
    for seat, number in enumerate(by_seat):
        if number:
            canvas.box(left, y, 18 * number / whole, 3, SEATS[seat], radius=0)
            left += 18 * number / whole


def wrap(text: str, width: int) -> list[str]:
    """The text in lines of at most so many letters."""
    from textwrap import wrap as lines_of

    return lines_of(text, width)


# --- tiles -----------------------------------------------------------------------------------------------------


def tile(canvas: Canvas, kind: int, x: float, y: float, size: float) -> None:
    """A kind of tile on a dark ground, ``x`` and ``y`` its upper left corner."""
    canvas.box(x, y, size, size, GROUND, PAINTS[kind], 1, 4)
    middle_x, middle_y, half = x + size / 2, y + size / 2, size * 0.36
    if kind < len(TREASURES):
        gem(canvas, kind, middle_x, middle_y, half)
    else:
        (dynamite, double_dynamite, monster, minion, torch)[kind - len(TREASURES)](canvas, middle_x, middle_y, half)


def gem(canvas: Canvas, treasure: int, x: float, y: float, size: float) -> None:
    """Emeralds have six corners, rubies four, sapphires none, gold is a bar, diamonds are cut."""
    paint = PAINTS[treasure]
    if treasure == 2:
        canvas.circle(x, y, size * 0.9, paint)
    elif treasure == 3:
        canvas.polygon(shape(x, y, size, ((-1, 0.6), (-0.6, -0.5), (0.6, -0.5), (1, 0.6))), paint)
    elif treasure == 4:
        canvas.polygon(shape(x, y, size, ((-1, -0.3), (-0.5, -0.8), (0.5, -0.8), (1, -0.3), (0, 1))), paint)
    else:
        canvas.polygon(ring(x, y, (size,), 6 if treasure == 0 else 4), paint)


def dynamite(canvas: Canvas, x: float, y: float, size: float) -> None:
    """A stick with a fuse."""
    canvas.box(x - size * 0.35, y - size * 0.4, size * 0.7, size * 1.4, PAINTS[5], radius=1)
    canvas.line([(x, y - size * 0.4), (x + size * 0.5, y - size)], INK, 1.5)


def double_dynamite(canvas: Canvas, x: float, y: float, size: float) -> None:
    """Two sticks."""
    for side in (-1, 1):
        canvas.box(x + (side - 1) * size * 0.4, y - size * 0.4, size * 0.7, size * 1.4, PAINTS[6], radius=1)
        canvas.line([(x + side * size * 0.4, y - size * 0.4), (x + side * size * 0.7, y - size)], INK, 1.5)


def monster(canvas: Canvas, x: float, y: float, size: float) -> None:
    """One eye and many teeth."""
    canvas.circle(x, y, size, PAINTS[7])
    canvas.circle(x, y - size * 0.25, size * 0.3, INK)
    canvas.polygon(shape(x, y, size, ((-0.7, 0.3), (-0.35, 0.7), (0, 0.3), (0.35, 0.7), (0.7, 0.3))), INK)


def minion(canvas: Canvas, x: float, y: float, size: float) -> None:
    """A small goblin."""
    pawn(canvas, x, y, size, PAINTS[8])


def torch(canvas: Canvas, x: float, y: float, size: float) -> None:
    """A flame on a staff."""
    canvas.line([(x, y), (x, y + size)], BACK, 2.5)
    canvas.polygon(shape(x, y, size, ((-0.5, 0), (0, -1.1), (0.5, 0), (0, 0.4))), PAINTS[9])


def shape(x: float, y: float, size: float, corners: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    """Corners given for the unit square, moved to their place."""
    return [(x + size * across, y + size * along) for across, along in corners]
