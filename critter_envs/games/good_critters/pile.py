"""The loot pile, with THE FUZZ! somewhere in it."""

from critter_envs.core.counts import total
from critter_envs.core.generator import below, draw
from critter_envs.core.jit import Record, rule

from .actions import LOOT_KINDS
from .cards import ANYWHERE, BOTTOM, COPIES, MIDDLE, MORE, USUAL_PARTS
from .stash import gain

LOOT_CARDS = int(COPIES.sum())

#: What is drawn when it isn't loot; and what ``s.fuzz_above`` is from then on.
FUZZ = -1


@rule
def parts_of(s: Record) -> int:
    """How many parts the pile was divided into when THE FUZZ! was shuffled into one of them."""
    if s.fuzz == ANYWHERE:
        return 1
    return int(s.fuzz_parts) if s.fuzz_parts else USUAL_PARTS


@rule
def whole_pile(s: Record) -> int:
    """The cards of the pile when THE FUZZ! was shuffled in: all had their starting stash, and the first loot was laid aside."""
    return LOOT_CARDS - s.num_players * (LOOT_KINDS + 1) - MORE


@rule
def drawn(s: Record) -> int:
    """How many cards have left it since."""
    return whole_pile(s) - total(s.pile)


@rule
def fuzz_range(s: Record) -> tuple[int, int]:
    """The fewest and the most cards that may lie above THE FUZZ!, for all that can be known while it is in the pile."""
    whole, gone = whole_pile(s), drawn(s)
    parts = parts_of(s)
    part = 0
    if s.fuzz == BOTTOM:
        part = parts - 1
    elif s.fuzz == MIDDLE:
        part = (parts - 1) // 2
    return max(part * whole // parts - gone, 0), (part + 1) * whole // parts - gone


@rule
def place_fuzz(s: Record, rng: Record) -> None:
    """Each place in its part is equally likely."""
    fewest, most = fuzz_range(s)
    s.fuzz_above = fewest + below(rng, most - fewest + 1)


@rule
def draw_loot(rng: Record, loot: Record) -> int:
    """The kind of a card drawn blindly from loot of each value."""
    return draw(rng, loot)


@rule
def take_loot(s: Record) -> int:
    """A loot card from the pile, by its kind; which one is left to chance."""
    kind = draw_loot(s.rng, s.pile)
    s.pile[kind] -= 1
    return kind


@rule
def draw_top(s: Record) -> int:
    """The top card of the pile: a kind of loot, or THE FUZZ!."""
    if s.fuzz_above == 0:
        s.fuzz_above = FUZZ
        return FUZZ
    if s.fuzz_above > 0:
        s.fuzz_above -= 1
    return take_loot(s)


@rule
def draw_secretly(s: Record, seat: int) -> None:
    """The top card for one player's stash, if there is one. THE FUZZ! is laid open, and the next card taken in its place."""
    if s.fuzz_above == 0:
        s.fuzz_above = FUZZ
    if total(s.pile) > 0:
        gain(s, seat, draw_top(s), 1 << seat)
