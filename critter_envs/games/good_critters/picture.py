"""An observation as a picture: pile and loot on top, below a row for each player, the observer's first."""

from typing import TYPE_CHECKING

from critter_envs.core.drawing import Canvas, ring
from critter_envs.core.jit import Record

from .actions import LOOT_KINDS, PAYOFF
from .cards import ACTION_CARDS, FUZZ_PARTS, VALUES
from .text import PHASES, RESULTS, draft_label

if TYPE_CHECKING:
    from PIL.Image import Image

WIDTH, HEIGHT, MARGIN = 1200, 720, 14
TOP, ROW = 186, 64

GROUND, PANEL, SLOT = "#2b2438", "#3a324b", "#332b43"
INK, FAINT, ACCENT, PAPER, BACK = "#f7f1e3", "#b3a9c4", "#ffc845", "#fdf8ec", "#4a5d8f"

#: A colour for each value, dark enough for light numbers, and for Payoff cards; the number says which it is, too.
PAINTS = ("#3b7a57", "#1f77a4", "#b8860b", "#b5382a", "#6b4fa0")

WORDS = ("I vote yes", "I vote no", "I guard", "I rob", "I skim")
BUNDLES = ("for yes", "for no", "bribe", "hidden")

#: Where the columns of the rows begin.
STASH, SHARE, TALK, LAST, RECORD, DEALS = 104, 322, 474, 640, 792, 938


def draw(o: Record) -> "Image":
    """The table as the observer of a record sees it, 1200 × 720."""
    canvas = Canvas(WIDTH, HEIGHT, GROUND)
    draw_round(canvas, o)
    draw_middle(canvas, o)
    for x, title in (
        (STASH, "stash" if not o.known.any() and not o.shown.any() else "stash: sure of, they of yours"),
        (SHARE, "is to get"),
        (TALK, "talk"),
        (LAST, "last round"),
        (RECORD, "so far"),
        (DEALS, f"deals, {o.deals} in a turn" if o.deals else ""),
    ):
        canvas.text(x, TOP - 12, title, 12, FAINT)
    for k in range(int(o.present.sum())):
        draw_player(canvas, o, k, TOP + k * ROW)
    return canvas.finish()


# --- the upper part --------------------------------------------------------------------------------------------


def draw_round(canvas: Canvas, o: Record) -> None:
    """What is being done, the term of the Boss, the last vote, and the deal in the making."""
    limit = f" of {o.boss_terms}" if o.boss_terms else ""
    canvas.text(MARGIN, 24, PHASES[int(o.phase.argmax())], 20, INK, bold=True)
    canvas.text(MARGIN, 52, f"the Boss's round {o.term}{limit}", 15, FAINT)
    rounds = f"round of talk {o.talked + 1}" if o.phase[1] else f"rounds of talk over: {o.talked}"
    canvas.text(MARGIN, 76, f"{rounds} of {o.talk_rounds or 'one without words'}", 15, FAINT)
    if o.last_result.any():
        canvas.text(MARGIN, 100, f"last vote {RESULTS[int(o.last_result.argmax())]}", 15, INK)
    if o.dealer.any():
        canvas.text(MARGIN, 124, f"{name(int(o.dealer.argmax()))} dealing, {o.deals_made} done", 15, INK)
    if o.draft.any():
        label = draft_label(int(o.draft.argmax()), name(int(o.partner.argmax())))
        canvas.text(MARGIN, 148, f"{label}, price {o.price}" if o.price else label, 15, ACCENT)
        chips(canvas, MARGIN + 188, 148, o.draft_cards, 34)


def draw_middle(canvas: Canvas, o: Record) -> None:
    """The pile, what is known of THE FUZZ!, and the loot to be handed out."""
    x, y = 430, 34
    for layer in range(min(int(o.pile_size), 4)):
        card_back(canvas, x - 2 * layer, y - 2 * layer)
    canvas.circle(x + 62, y + 84, 18, ACCENT, GROUND, 2)
    canvas.text(x + 62, y + 84, str(o.pile_size), 16, GROUND, "mm", bold=True)
    place = FUZZ_PARTS[int(o.fuzz.argmax())]
    fuzz = place if place == "anywhere" else f"{place}, {o.fuzz_parts} parts"
    canvas.text(x + 30, y + 116, f"THE FUZZ!: {fuzz}", 13, FAINT, "mm")
    left, step = 560.0, 64.0
    kinds = [kind for kind in range(LOOT_KINDS - 1, -1, -1) for _ in range(int(o.loot[kind]))]
    if kinds:
        step = min(step, (WIDTH - MARGIN - left - 58) / max(len(kinds) - 1, 1))
    for place_in_row, kind in enumerate(kinds):
        loot_card(canvas, left + place_in_row * step, y, kind)
    if not kinds:
        canvas.box(left, y, 58, 84, SLOT, PANEL, 2, 8)


# --- a player --------------------------------------------------------------------------------------------------


def draw_player(canvas: Canvas, o: Record, k: int, y: float) -> None:
    """All that is seen and remembered of one player."""
    height = ROW - 6
    canvas.box(MARGIN, y, WIDTH - 2 * MARGIN, height, PANEL, ACCENT if o.turn[k] else None, 3, 8)
    canvas.text(MARGIN + 10, y + height / 2, name(k), 18, INK, bold=True)
    if o.boss[k]:
        crown(canvas, MARGIN + 62, y + height / 2, 10, ACCENT)
    draw_stash(canvas, o, k, y)
    chips(canvas, SHARE, y + 28, o.share[k], 36)
    draw_talk(canvas, o, k, y)
    draw_past(canvas, o, k, y)
    draw_bundles(canvas, o, k, y)


def draw_stash(canvas: Canvas, o: Record, k: int, y: float) -> None:
    """How many cards there are; the observer's own, or those that are certain, and what the player is sure of."""
    canvas.text(STASH, y + 18, str(o.stash_size[k]), 16, INK, bold=True)
    if k == 0:
        chips(canvas, STASH + 44, y + 18, o.own_stash, 42)
        canvas.text(STASH + 44, y + 42, f"worth ${int((o.own_stash * VALUES).sum())}000", 13, INK)
    else:
        chips(canvas, STASH + 44, y + 18, o.known[k - 1], 42)
        chips(canvas, STASH + 44, y + 42, o.shown[k - 1], 42, small=True)


def draw_talk(canvas: Canvas, o: Record, k: int, y: float) -> None:
    """A line for each round of talk; of the observer the chosen card, too."""
    for talked in range(len(o.word)):
        line = said(o.marker[talked, k], o.word[talked, k])
        canvas.text(TALK, y + 14 + 15 * talked, line, 12, INK)
    if k == 0 and o.own_card.any():
        card = ACTION_CARDS[int(o.own_card.argmax())]
        canvas.box(TALK + 88, y + 34, 70, 20, ACCENT, radius=5)
        canvas.text(TALK + 123, y + 44, card, 12, GROUND, "mm", bold=True)


def draw_past(canvas: Canvas, o: Record, k: int, y: float) -> None:
    """The last round, and the record of the whole game."""
    if o.last_card[k].any():
        canvas.text(LAST, y + 18, ACTION_CARDS[int(o.last_card[k].argmax())], 14, INK, bold=True)
        canvas.text(LAST, y + 40, said(o.last_marker[k], o.last_word[k]), 12, INK)
    if o.last_boss[k]:
        crown(canvas, LAST + 100, y + 18, 8, FAINT)
    for card, count in enumerate(o.played[k]):
        canvas.text(RECORD + card * 26, y + 18, f"{'YNGRS'[card]}{count}", 12, INK if count else FAINT)
    canvas.text(RECORD, y + 40, f"kept {o.kept[k]} of {o.spoke[k]} words", 12, FAINT)


def draw_bundles(canvas: Canvas, o: Record, k: int, y: float) -> None:
    """Payoff cards, and a line for each bundle."""
    if not o.deals:
        return
    canvas.box(DEALS, y + 19, 26, 20, PAINTS[PAYOFF], radius=4)
    canvas.text(DEALS + 13, y + 29, str(o.payoff_cards[k]), 13, PAPER, "mm", bold=True)
    for place in range(len(o.bundle_kind[k])):
        if o.bundle_kind[k, place].any():
            line = y + 12 + 17 * place
            kind, to = BUNDLES[int(o.bundle_kind[k, place].argmax())], name(int(o.bundle_to[k, place].argmax()))
            canvas.text(DEALS + 32, line, f"{kind}, {to}: {o.bundle_size[k, place]}", 11, INK)
            chips(canvas, DEALS + 120, line, o.bundle[k, place], 25, small=True)


# --- pieces ----------------------------------------------------------------------------------------------------


def name(k: int) -> str:
    """As in the labels of actions."""
    return f"+{k}" if k else "you"


def said(marker: Record, word: Record) -> str:
    """``at +2, I rob``."""
    threat = f"at {name(int(marker.argmax()))}" if marker.any() else ""
    return ", ".join(part for part in (threat, WORDS[int(word.argmax())] if word.any() else "") if part)


def chips(canvas: Canvas, x: float, y: float, counts: Record, step: float, small: bool = False) -> None:
    """A chip for each value of which there are cards: how many, in the colour of the value; Payoff cards come last."""
    height, size = (14, 10) if small else (20, 13)
    for kind, count in enumerate(counts):
        if count:
            label = f"{count}x{VALUES[kind]}" if kind < LOOT_KINDS else f"{count}P"
            canvas.box(x + kind * step, y - height / 2, step - 2, height, PAINTS[kind], radius=4)
            canvas.text(x + kind * step + step / 2 - 1, y, label, size, PAPER, "mm", bold=not small)


def card_back(canvas: Canvas, x: float, y: float) -> None:
    """A card of the pile."""
    canvas.box(x, y, 58, 84, PAPER, GROUND, 1, 7)
    canvas.box(x + 4, y + 4, 50, 76, BACK, radius=6)
    canvas.polygon(ring(x + 29, y + 42, (15, 7), 10), PAPER)


def loot_card(canvas: Canvas, x: float, y: float, kind: int) -> None:
    """A loot card: a gem that grows with its value."""
    canvas.box(x, y, 58, 84, PAPER, GROUND, 1, 7)
    canvas.box(x + 3, y + 3, 52, 78, None, PAINTS[kind], 3, 6)
    canvas.text(x + 10, y + 16, str(VALUES[kind]), 17, PAINTS[kind], bold=True)
    canvas.polygon(ring(x + 29, y + 50, (8 + 3 * kind,), 4 + kind), PAINTS[kind])


def crown(canvas: Canvas, x: float, y: float, size: float, paint: str) -> None:
    """Three points on a band."""
    points = [(-1, 0.8), (-1, -0.6), (-0.5, 0.1), (0, -0.9), (0.5, 0.1), (1, -0.6), (1, 0.8)]
    canvas.polygon([(x + size * across, y + size * down) for across, down in points], paint)
