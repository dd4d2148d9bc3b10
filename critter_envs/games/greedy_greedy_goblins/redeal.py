"""Redealing: all that a seat can't know is drawn anew, and nothing that it observes changes."""

import numpy as np

from critter_envs.core.counts import fill, total
from critter_envs.core.generator import below, choose, draw
from critter_envs.core.jit import Record, rule

from .actions import NUM_ACTIONS, TORCH_UP, TURN_UP
from .cards import BANKER, MAX_PLAYERS, MINIONS, TILES
from .mining import MINING, allow_mining, caves_in_game, has_face_down_tiles
from .observation import remembers
from .rounds import BANKING


@rule
def redeal(s: Record, seat: int, rng: Record) -> None:
    """The tiles that the seat doesn't know, the cards that it doesn't know, and what the others have just committed."""
    if not s.memory:
        forget_placers(s, seat, rng)
    redeal_tiles(s, seat, rng)
    redeal_cards(s, seat, rng)
    if s.stage == MINING and s.over == 0:
        for other in range(s.num_players):
            if other != seat:
                commit_anew(s, other, rng)


# --- tiles -----------------------------------------------------------------------------------------------------


@rule
def redeal_tiles(s: Record, seat: int, rng: Record) -> None:
    """Deal the tiles in the other hands, those that lie face down unknown to the seat, and the pool.

    What the others may know of the pool is forgotten; what the seat knows of it stays.
    """
    hidden = np.zeros(len(TILES), np.int16)
    known = int(s.returned[seat]) - 1 if s.memory else -1
    fill(s.returned, 0)
    if known >= 0:
        s.returned[seat] = known + 1
        s.pool[known] -= 1
    for kind in range(len(TILES)):
        hidden[kind] = s.pool[kind]
        s.pool[kind] = 0
    take_up_tiles(s, seat, hidden)
    for other in range(s.num_players):
        if other != seat and s.held[other]:
            s.held[other] = 1 + deal(hidden, rng)
    for cave in range(caves_in_game(s)):
        for placer in range(s.num_players):
            if not knows_tiles(s, seat, placer, cave):
                for _ in range(s.tiles_down[cave, placer]):
                    s.down[cave, placer, deal(hidden, rng)] += 1
    for kind in range(len(TILES)):
        s.pool[kind] = hidden[kind]
    if known >= 0:
        s.pool[known] += 1


@rule
def take_up_tiles(s: Record, seat: int, hidden: Record) -> None:
    """Gather the tiles in other hands and in caves that the seat doesn't know; the number in each place stays."""
    for other in range(s.num_players):
        if other != seat and s.held[other]:
            hidden[s.held[other] - 1] += 1
    for cave in range(caves_in_game(s)):
        for placer in range(s.num_players):
            if not knows_tiles(s, seat, placer, cave):
                for kind in range(len(TILES)):
                    hidden[kind] += s.down[cave, placer, kind]
                    s.down[cave, placer, kind] = 0


@rule
def knows_tiles(s: Record, seat: int, placer: int, cave: int) -> bool:
    """A player knows the own tiles."""
    return placer == seat and remembers(s, seat, cave)


@rule
def deal(hidden: Record, rng: Record) -> int:
    """Take one of the hidden tiles or cards blindly."""
    kind = draw(rng, hidden)
    hidden[kind] -= 1
    return kind


@rule
def forget_placers(s: Record, seat: int, rng: Record) -> None:
    """Without memory nobody can tell who has placed a tile, but for the observer's own where its torch is to turn one up."""
    for cave in range(caves_in_game(s)):
        down = np.zeros(len(TILES), np.int16)
        up = np.zeros(len(TILES), np.int16)
        for placer in range(s.num_players):
            for kind in range(len(TILES)):
                up[kind] += s.up[cave, placer, kind]
                if not knows_tiles(s, seat, placer, cave):
                    down[kind] += s.down[cave, placer, kind]
                    s.down[cave, placer, kind] = 0
            fill(s.up[cave, placer], 0)
            s.tiles_down[cave, placer] = total(s.down[cave, placer])
        for kind in range(len(TILES)):
            for _ in range(up[kind]):
                s.up[cave, below(rng, s.num_players), kind] += 1
        for kind in range(len(TILES)):  # after the others: how these are mixed must not depend on what lies face down
            for _ in range(down[kind]):
                placer = any_placer(s, seat, cave, rng)
                s.down[cave, placer, kind] += 1
                s.tiles_down[cave, placer] += 1


@rule
def any_placer(s: Record, seat: int, cave: int, rng: Record) -> int:
    """Somebody who may have placed a face-down tile: not the observer, where all of the own ones are known."""
    if not remembers(s, seat, cave):
        return below(rng, s.num_players)
    other = below(rng, s.num_players - 1)
    return other + 1 if other >= seat else other


# --- cards -----------------------------------------------------------------------------------------------------


@rule
def redeal_cards(s: Record, seat: int, rng: Record) -> None:
    """Deal the other hands and the deck. A hand keeps its size, the Bankers that all know of, and may hold more of them only
    if it has drawn cards since it could last be asked."""
    hidden = np.zeros(len(MINIONS), np.int16)
    missing = np.zeros(MAX_PLAYERS + 1, np.int16)  # cards that each hand lacks, and at last the deck
    missing[MAX_PLAYERS] = total(s.deck)
    for card in range(len(MINIONS)):
        hidden[card] = s.deck[card]
        s.deck[card] = 0
    for other in range(s.num_players):
        if other != seat:
            sure = sure_bankers(s, other)
            missing[other] = total(s.hand[other]) - sure
            for card in range(len(MINIONS)):
                hidden[card] += s.hand[other, card]
                s.hand[other, card] = 0
            hidden[BANKER] -= sure
            s.hand[other, BANKER] = sure
    deal_bankers(s, hidden, missing, rng)
    for other in range(s.num_players):
        for _ in range(missing[other]):
            s.hand[other, deal(hidden, rng)] += 1
    for card in range(len(MINIONS)):
        s.deck[card] += hidden[card]
    if not s.memory:
        for other in range(s.num_players):
            s.drawn[other] = 0
            s.bankers[other] = s.hand[other, BANKER]


@rule
def sure_bankers(s: Record, other: int) -> int:
    """Bankers that the observer knows in another hand; without memory, those that the hand is being asked about."""
    if s.memory:
        return int(s.bankers[other])
    return int(s.asked) if s.stage == BANKING and s.turn == other else 0


@rule
def deal_bankers(s: Record, hidden: Record, missing: Record, rng: Record) -> None:
    """Each Banker has a place of its own among those in the deck and in hands that may hold one."""
    places = np.zeros(MAX_PLAYERS + 1, np.int16)
    for holder in range(MAX_PLAYERS + 1):
        places[holder] = missing[holder]
    if s.memory:
        for holder in range(s.num_players):
            places[holder] = min(int(missing[holder]), int(s.drawn[holder]))
    for _ in range(hidden[BANKER]):
        holder = deal(places, rng)
        missing[holder] -= 1
        hidden[BANKER] -= 1
        if holder < MAX_PLAYERS:
            s.hand[holder, BANKER] += 1
        else:
            s.deck[BANKER] += 1


# --- commits ---------------------------------------------------------------------------------------------------


@rule
def commit_anew(s: Record, other: int, rng: Record) -> None:
    """A random legal commit in place of the one that the other has made. One who is to act has made none, or half a one."""
    waiting = (s.pending >> other) & 1
    if not waiting and s.commit[other] == 0:
        return
    s.commit[other] = 0
    s.turn_up[other] = 0
    mask = np.zeros(NUM_ACTIONS, np.uint8)
    allow_mining(s, other, mask)
    action = choose(rng, mask)
    places_torch = action >= TORCH_UP and has_face_down_tiles(s, action - TORCH_UP)
    if places_torch or not waiting:
        s.commit[other] = action + 1
    if places_torch and not waiting:
        fill(mask, 0)
        allow_mining(s, other, mask)
        s.turn_up[other] = choose(rng, mask) - TURN_UP + 1
