"""What could be otherwise for all that a player knows: stashes, pile, hidden bribes, choices that nobody has seen yet."""

import numpy as np

from critter_envs.core.counts import copy, fill, seat_after, total
from critter_envs.core.generator import below, choose
from critter_envs.core.jit import Record, rule

from .actions import ANSWERING, CHOOSING, CLOSE, DEALING, DECLINE, DONE, LOOT_KINDS, PRICE, TALKING
from .cards import ACTION_CARDS, MAX_DEALS, MAX_PLAYERS, MAX_PRICE, WORDS
from .observation import knows_bundle
from .payoffs import SALE, allow_deal, clear_draft, continue_draft, traded_kind
from .pile import FUZZ, draw_loot, place_fuzz
from .stash import wide

NUM_ACTIONS = DECLINE + 1


@rule
def redeal(s: Record, seat: int, rng: Record) -> None:
    """Deal what the seat can't know anew.

    Each other stash keeps its size and what the seat knows to be in it. Of what the others know of one another the seat
    has no idea: they are taken to know as much as the seat does.
    """
    if not s.memory:
        forget(s)
    deal_stashes(s, seat, rng)
    if s.fuzz_above != FUZZ:
        place_fuzz(s, rng)
    choose_anew(s, seat, rng)


@rule
def forget(s: Record) -> None:
    """Without memory nobody knows of anything but what lies open: that includes a card on sale."""
    s.last_result = 0
    s.last_boss = 0
    for observer in range(s.num_players):
        for holder in range(s.num_players):
            fill(s.known[observer, holder], 0)
        s.last_card[observer] = 0
        s.last_marker[observer] = 0
        s.last_word[observer] = 0
        s.spoke[observer] = 0
        s.kept[observer] = 0
        fill(s.played[observer], 0)
        if s.phase == ANSWERING and s.draft == SALE and observer != s.dealer:
            s.known[observer, s.dealer, traded_kind(s)] = 1


# --- cards -----------------------------------------------------------------------------------------------------


@rule
def deal_stashes(s: Record, seat: int, rng: Record) -> None:
    """Take up all cards that the seat doesn't know, and deal them to the places that lack cards; the rest is the pile."""
    stashes = np.zeros(MAX_PLAYERS, np.int16)
    bundles = np.zeros((MAX_PLAYERS, MAX_DEALS), np.int16)
    for holder in range(wide(s.num_players)):
        if holder != seat:
            stashes[holder] = take_up_stash(s, seat, holder)
        for place in range(MAX_DEALS):
            if not knows_bundle(s, seat, holder, place):
                bundles[holder, place] = take_up(s, s.bundle[holder, place])
    for holder in range(s.num_players):
        deal_cards(s, s.stash[holder], stashes[holder], rng)
        for place in range(MAX_DEALS):
            deal_cards(s, s.bundle[holder, place], bundles[holder, place], rng)


@rule
def take_up_stash(s: Record, seat: int, holder: int) -> int:
    """All but the known cards of another stash; returns how many it lacks now."""
    missing = take_up(s, s.stash[holder])
    for kind in range(LOOT_KINDS):
        known = s.known[seat, holder, kind]
        s.stash[holder, kind] = known
        s.pile[kind] -= known
        missing -= known
    for observer in range(s.num_players):
        if observer != holder:
            copy(s.known[seat, holder], s.known[observer, holder])
    return missing


@rule
def take_up(s: Record, cards: Record) -> int:
    """Put loot into the pile for a while; returns how many cards it was."""
    taken = 0
    for kind in range(LOOT_KINDS):
        taken += cards[kind]
        s.pile[kind] += cards[kind]
        cards[kind] = 0
    return taken


@rule
def deal_cards(s: Record, cards: Record, number: int, rng: Record) -> None:
    """So many cards of the pile."""
    for _ in range(number):
        kind = draw_loot(rng, s.pile)
        s.pile[kind] -= 1
        cards[kind] += 1


# --- choices ---------------------------------------------------------------------------------------------------


@rule
def choose_anew(s: Record, seat: int, rng: Record) -> None:
    """What others have chosen unseen becomes something else that they may have chosen; the same seats are still to act."""
    for other in range(s.num_players):
        if other == seat or (s.pending >> other) & 1:
            continue
        if s.phase == TALKING:
            k = below(rng, s.num_players)
            s.marker[s.talked, other] = seat_after(s, other, k) + 1 if k else 0
            s.word[s.talked, other] = below(rng, len(WORDS)) if s.talk_rounds else 0
        elif s.phase == CHOOSING:
            s.card[other] = 1 + below(rng, len(ACTION_CARDS))
    if s.phase == DEALING and s.dealer != seat:
        draft_anew(s, rng)


@rule
def draft_anew(s: Record, rng: Record) -> None:
    """The dealer is at some point of some deal that nobody has seen yet: none, or a few choices into one."""
    clear_draft(s)
    dealer = wide(s.dealer)
    mask = np.zeros(NUM_ACTIONS, np.uint8)
    while below(rng, 2):
        fill(mask, 0)
        allow_deal(s, dealer, mask)
        mask[DONE] = 0
        mask[CLOSE] = 0
        for price in range(MAX_PRICE):
            mask[PRICE + price] = 0
        if total(mask) == 0:
            return
        continue_draft(s, dealer, choose(rng, mask))
