"""Steps 1 and 2: loot is shown, and the Boss decides who is to get what."""

from critter_envs.core.counts import seat_after
from critter_envs.core.jit import Record, rule

from .actions import HAND_OUT, LOOT_KINDS
from .pile import FUZZ, draw_top
from .stash import everybody, gain, wide


@rule
def show_loot(s: Record, cards: int) -> bool:
    """Turn over cards of the pile into the middle; False if THE FUZZ! comes up."""
    for _ in range(cards):
        kind = draw_top(s)
        if kind == FUZZ:
            return False
        s.loot[kind] += 1
    return True


@rule
def allow_hand_out(s: Record, mask: Record) -> None:
    """To anybody, oneself included."""
    for k in range(s.num_players):
        mask[HAND_OUT + k] = 1


@rule
def next_card(s: Record) -> int:
    """The card of the middle that is handed out next: the most valuable one."""
    kind = LOOT_KINDS - 1
    while s.loot[kind] == 0:
        kind -= 1
    return kind


@rule
def hand_out(s: Record, boss: int, k: int) -> None:
    """Lay the next card before a player; it is nobody's yet."""
    kind = next_card(s)
    s.loot[kind] -= 1
    s.share[seat_after(s, boss, k), kind] += 1


@rule
def take_shares(s: Record) -> None:
    """Everybody takes the loot assigned to them, before all eyes."""
    for seat in range(wide(s.num_players)):
        for kind in range(LOOT_KINDS):
            for _ in range(s.share[seat, kind]):
                gain(s, seat, kind, everybody(s))
            s.share[seat, kind] = 0


@rule
def return_shares(s: Record) -> None:
    """All loot that was handed out goes back to the middle."""
    for seat in range(s.num_players):
        for kind in range(LOOT_KINDS):
            s.loot[kind] += s.share[seat, kind]
            s.share[seat, kind] = 0
