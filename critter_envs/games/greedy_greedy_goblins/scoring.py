"""Scoring: seat by seat, each location of a player in the order that the player chooses."""

from critter_envs.core.counts import copy, fill, total
from critter_envs.core.generator import below, draw
from critter_envs.core.jit import Record, rule

from .actions import ADD, DONE, FEED, PLAY, SCORE, STOP
from .cards import (
    BLOWN_UP,
    CANARY,
    CUTTER_BONUS,
    DIAMOND,
    DOUBLE_DYNAMITE,
    DYNAMITE,
    EXPERT_MINER,
    GUILDHALL,
    GUILDMASTER,
    LOCATIONS,
    MAX_PLAYERS,
    MAX_SCAVENGED,
    MINION,
    MONSTER,
    ON_CAVES,
    SAPPER,
    SCAVENGER,
    TILES,
    TOO_MUCH_DYNAMITE,
    TREASURES,
    WRANGLER,
)
from .mining import MINING, NOBODY, NOWHERE, lay_open, turn_up

#: Values of ``s.stage``: what the seat in ``s.turn`` chooses. Scoring is over when the last of these is.
PICK, PLAYING, SCAVENGING, FEEDING = range(MINING + 1, MINING + 5)

#: The sides of a cave: whoever claimed it, and whoever jumped that claim. They index ``s.played``.
CLAIMING, JUMPING = range(2)


# --- the order -------------------------------------------------------------------------------------------------


@rule
def open_scoring(s: Record) -> None:
    """The player with the most coins scores first."""
    draw_order(s)
    s.place = 0
    ask_for_location(s)


@rule
def draw_order(s: Record) -> None:
    """Seats by their coins, the most first; those who tie in an order left to chance."""
    ordered = 0
    for place in range(s.num_players):
        tied = leaders(s, ordered)
        skip = below(s.rng, total_of_bits(tied)) if total_of_bits(tied) > 1 else 0
        for seat in range(s.num_players):
            if (tied >> seat) & 1:
                if skip == 0:
                    s.order[place] = seat
                    ordered |= 1 << seat
                    break
                skip -= 1


@rule
def leaders(s: Record, ordered: int) -> int:
    """A bit for each seat with the most coins among those that aren't ordered yet."""
    most, seats = -1, 0
    for seat in range(s.num_players):
        if not (ordered >> seat) & 1:
            if s.coins[seat] > most:
                most, seats = int(s.coins[seat]), 0
            if s.coins[seat] == most:
                seats |= 1 << seat
    return seats


@rule
def total_of_bits(bits: int) -> int:
    """How many bits are set."""
    number = 0
    for seat in range(MAX_PLAYERS):
        number += (bits >> seat) & 1
    return number


@rule
def ask(s: Record, seat: int, stage: int) -> None:
    """It is the seat's turn to choose."""
    s.stage = stage
    s.turn = seat
    s.pending = 1 << seat


@rule
def ask_for_location(s: Record) -> None:
    """The next player in order who has something left to score; if there is none, nobody is asked."""
    s.pending = 0
    while s.place < s.num_players:
        seat = int(s.order[s.place])
        for location in range(LOCATIONS):
            if can_score(s, seat, location):
                ask(s, seat, PICK)
                return
        s.place += 1


@rule
def can_score(s: Record, seat: int, location: int) -> bool:
    """Whether a goblin of the player's stands there and hasn't been scored yet."""
    if s.scored[location]:
        return False
    return s.claimer[location] == seat or (location != GUILDHALL and s.jumper[location] == seat)


# --- choices ---------------------------------------------------------------------------------------------------


@rule
def allow_scoring(s: Record, seat: int, mask: Record) -> None:
    """Which location comes next, which card is played on it, whether a tile is added, what monsters eat."""
    if s.stage == PICK:
        for location in range(LOCATIONS):
            mask[SCORE + location] = can_score(s, seat, location)
    elif s.stage == PLAYING:
        mask[DONE] = 1
        for card in range(len(ON_CAVES)):
            mask[PLAY + card] = s.hand[seat, card] > 0
        if dynamite_in_effect(s) > 0:
            mask[PLAY + SAPPER] = 0
    elif s.stage == SCAVENGING:
        mask[ADD] = 1
        mask[STOP] = 1
    else:
        for treasure in range(len(TREASURES)):
            mask[FEED + treasure] = treasure_left(s, treasure) > 0


@rule
def score(s: Record, seat: int, action: int) -> None:
    """Carry out a choice, and go on to the next one."""
    if action < PLAY:
        pick(s, seat, action - SCORE)
    elif action < DONE:
        play_card(s, seat, action - PLAY)
    elif action == DONE:
        stop_playing(s)
    elif action == ADD:
        add_tile(s, seat)
    elif action == STOP:
        s.left_to_add = 0
        ask(s, seat, PLAYING)
    else:
        s.eaten[action - FEED] += 1
        feed_monsters(s)


@rule
def pick(s: Record, seat: int, location: int) -> None:
    """The guildhall gives a card; in a cave all tiles are turned up, and the player who claimed it plays cards first."""
    s.scored[location] = 1
    if location == GUILDHALL:
        draw_card(s, seat)
        ask_for_location(s)
    else:
        s.cave = location
        turn_all_up(s, location)
        ask(s, int(s.claimer[location]), PLAYING)


@rule
def turn_all_up(s: Record, cave: int) -> None:
    """Turn up all face-down tiles of a cave."""
    for seat in range(s.num_players):
        if s.tiles_down[cave, seat]:
            for kind in range(len(TILES)):
                while s.down[cave, seat, kind] > 0:
                    turn_up(s, cave, seat, kind)


@rule
def draw_card(s: Record, seat: int) -> None:
    """Draw a minion card. An empty deck is made anew from the discards; if there are none either, nothing is drawn."""
    if total(s.deck) == 0:
        copy(s.discards, s.deck)
        fill(s.discards, 0)
    if total(s.deck) > 0:
        card = draw(s.rng, s.deck)
        s.deck[card] -= 1
        s.hand[seat, card] += 1
        s.drawn[seat] += 1


# --- cards on a cave -------------------------------------------------------------------------------------------


@rule
def side_of(s: Record, seat: int) -> int:
    """On which side of the cave at hand the player stands."""
    return CLAIMING if s.claimer[s.cave] == seat else JUMPING


@rule
def owner(s: Record, side: int) -> int:
    """The player on a side of the cave at hand, or NOBODY."""
    return int(s.claimer[s.cave]) if side == CLAIMING else int(s.jumper[s.cave])


@rule
def played_by_both(s: Record, card: int) -> int:
    """How many of these cards lie on the cave at hand, whoever played them."""
    return int(s.played[CLAIMING, card]) + int(s.played[JUMPING, card])


@rule
def play_card(s: Record, seat: int, card: int) -> None:
    """Lay a card on the cave at hand; a Scavenger works at once, all others are counted in the end."""
    s.hand[seat, card] -= 1
    s.played[side_of(s, seat), card] += 1
    if card == SCAVENGER and total(s.pool) > 0:
        s.left_to_add = MAX_SCAVENGED
        ask(s, seat, SCAVENGING)


@rule
def add_tile(s: Record, seat: int) -> None:
    """Add a tile of the pool face up; after the third, or with the pool empty, the Scavenger is done."""
    kind = draw(s.rng, s.pool)
    s.pool[kind] -= 1
    lay_open(s, int(s.cave), seat, kind)
    for knower in range(s.num_players):
        if s.returned[knower] == kind + 1:  # it may have been that very tile
            s.returned[knower] = 0
    s.left_to_add -= 1
    if s.left_to_add == 0 or total(s.pool) == 0:
        s.left_to_add = 0
        ask(s, seat, PLAYING)


@rule
def stop_playing(s: Record) -> None:
    """After the claimer a jumper plays cards; when all are down, it shows whether the cave blows up."""
    if s.turn != s.jumper[s.cave] and s.jumper[s.cave] != NOBODY:
        ask(s, int(s.jumper[s.cave]), PLAYING)
    elif dynamite_in_effect(s) >= TOO_MUCH_DYNAMITE:
        blow_up(s)
        leave_cave(s)
    else:
        feed_monsters(s)


# --- what lies in a cave ---------------------------------------------------------------------------------------


@rule
def tiles_of(s: Record, kind: int) -> int:
    """How many tiles of a kind lie in the cave at hand."""
    number = 0
    for seat in range(s.num_players):
        number += s.up[s.cave, seat, kind]
    return number


@rule
def treasure_left(s: Record, treasure: int) -> int:
    """How many treasures of a kind the monsters have left so far."""
    return tiles_of(s, treasure) - int(s.eaten[treasure])


@rule
def dynamite_in_effect(s: Record) -> int:
    """Tiles and Sappers, halved and rounded down for each Expert Miner, whatever came first."""
    dynamite = tiles_of(s, DYNAMITE) + 2 * tiles_of(s, DOUBLE_DYNAMITE) + played_by_both(s, SAPPER)
    for _ in range(played_by_both(s, EXPERT_MINER)):
        dynamite //= 2
    return dynamite


# --- paying ----------------------------------------------------------------------------------------------------


@rule
def blow_up(s: Record) -> None:
    """Each player there loses five coins, or as many as there are; whom a Canary saves, loses none."""
    for side in range(2):
        seat = owner(s, side)
        if seat != NOBODY and s.played[side, CANARY] == 0:
            s.coins[seat] = max(int(s.coins[seat]) - BLOWN_UP, 0)


@rule
def feed_monsters(s: Record) -> None:
    """For each monster that isn't wrangled, the claimer chooses a treasure, while there is one; then the cave pays."""
    hungry = tiles_of(s, MONSTER) - total(s.eaten)
    if hungry > 0 and played_by_both(s, WRANGLER) == 0:
        for treasure in range(len(TREASURES)):
            if treasure_left(s, treasure) > 0:
                ask(s, owner(s, CLAIMING), FEEDING)
                return
    pay_out(s)
    leave_cave(s)


@rule
def pay_out(s: Record) -> None:
    """Coins for the players there, and a card for each minion tile, the claimer first."""
    for side in range(2):
        seat = owner(s, side)
        if seat != NOBODY:
            s.coins[seat] += pay_of(s, side)
            for _ in range(tiles_of(s, MINION)):
                draw_card(s, seat)


@rule
def pay_of(s: Record, side: int) -> int:
    """What a side of the cave at hand earns. Two players in a cave halve what each would get, rounded up."""
    pay = treasure_of(s, side) * (1 + dynamite_in_effect(s)) + bonus_of(s, side)
    return pay if s.jumper[s.cave] == NOBODY else (pay + 1) // 2


@rule
def treasure_of(s: Record, side: int) -> int:
    """What the treasures are worth to a side, before dynamite."""
    coins = 0
    for treasure in range(len(TREASURES)):
        coins += treasure_left(s, treasure) * worth(s, side, treasure)
    return coins


@rule
def worth(s: Record, side: int, treasure: int) -> int:
    """One coin, two for diamonds and what the clan favours, and what the cutters add."""
    coins = 2 if treasure == DIAMOND or s.clan[owner(s, side)] == treasure else 1
    return coins + int(s.played[side, treasure]) * CUTTER_BONUS[treasure]


@rule
def bonus_of(s: Record, side: int) -> int:
    """Guildmasters pay for minion tiles, Wranglers for monsters; dynamite multiplies neither."""
    guildmasters = int(s.played[side, GUILDMASTER]) * tiles_of(s, MINION) * int(s.guildmaster_coins)
    return guildmasters + int(s.played[side, WRANGLER]) * tiles_of(s, MONSTER)


@rule
def leave_cave(s: Record) -> None:
    """Discard the cards that were played, and go on with the player whose locations are being scored."""
    for side in range(2):
        for card in range(len(ON_CAVES)):
            s.discards[card] += s.played[side, card]
            s.played[side, card] = 0
    fill(s.eaten, 0)
    s.cave = NOWHERE
    ask_for_location(s)
