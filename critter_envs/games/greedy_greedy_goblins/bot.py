"""The rule-based player: it reckons what each cave may be expected to pay, and to whom.

Of the tiles that it can't see it knows how many there are of each kind. So it knows how likely a cave blows up, what it pays
if it doesn't, and what a tile in hand would make of it, for itself and for those who build there.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from critter_envs.core.counts import total
from critter_envs.core.jit import Record, rule

from .actions import (
    ADD,
    CLAIM,
    DISCARD,
    DONE,
    DRAW,
    FACE_DOWN,
    FEED,
    JUMP,
    PLAY,
    RETIRE,
    SCORE,
    SHOW,
    STOP,
    TORCH_UP,
    TURN_UP,
    UNKNOWN,
)
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
    MAX_CAVES,
    MAX_KEPT,
    MINION,
    MINIONS,
    MONSTER,
    ON_CAVES,
    SAPPER,
    SCAVENGER,
    TILE_COPIES,
    TILES,
    TOO_MUCH_DYNAMITE,
    TREASURES,
    WRANGLER,
)
from .mining import MINING
from .rounds import BANKING
from .scoring import FEEDING, PICK, PLAYING, SCAVENGING

Numbers = NDArray[np.float64]


class Habits(NamedTuple):
    """What tells players apart. The numbers of the rule-based player were found by playing."""

    patience: float  #: coins that a cave must promise to be claimed while the pool is full
    haste: float  #: … and when it is empty
    caution: float  #: how much less will do for a cave where others have placed tiles, too
    spite: float  #: how much a coin of another player counts against one's own
    guildhall: float  #: coins that a minion card is worth
    trust: float  #: coins that a cave promises that another player has built and claimed
    claims: float  #: how sure it is to claim a cave that only it has built


#: For two, three and four players.
HABITS = (
    Habits(patience=8.0, haste=0.0, caution=0.9, spite=0.8, guildhall=3.0, trust=7.0, claims=0.55),
    Habits(patience=7.2, haste=1.5, caution=0.65, spite=0.7, guildhall=3.0, trust=3.8, claims=0.55),
    Habits(patience=8.0, haste=4.2, caution=0.55, spite=1.0, guildhall=1.2, trust=12.0, claims=0.65),
)

#: What a card in hand is worth for the rounds to come.
CARD_WORTH = np.array([1.2, 1.2, 1.2, 1.2, 1.4, 1.6, 2.4, 1.5, 2.0, 1.6, 1.2, 1.8, 2.6])

#: What a treasure is worth to another player, on average over the clans.
OTHERS_WORTH = np.array([1.25, 1.25, 1.25, 1.25, 2.0])


class Odds(NamedTuple):
    """How likely an unknown tile is of each kind."""

    kinds: Numbers  #: (10,)
    single: float  #: dynamite
    double: float  #: double dynamite
    other: float  #: anything else


@rule
def play(o: Record, mask: Record, rng: Record) -> int:
    """The action that promises the most coins, those of the others counted against it."""
    return decide(o, mask, HABITS[total(o.present) - 2])


@rule
def decide(o: Record, mask: Record, habits: Habits) -> int:
    """The choice of a player with these habits."""
    if o.stage[MINING]:
        return mine(o, mask, habits)
    if o.stage[PICK]:
        return pick_location(o, mask)
    if o.stage[PLAYING]:
        return play_card(o, mask)
    if o.stage[SCAVENGING]:
        now = pay_now(o, NO_CARD)
        return ADD if pay_with_another_tile(o, count_tiles(o)) > now else STOP
    if o.stage[FEEDING]:
        return feed_monster(o, mask)
    if o.stage[BANKING]:
        return SHOW
    return discard(o, mask)


# --- reckoning -------------------------------------------------------------------------------------------------


@rule
def count_tiles(o: Record) -> Odds:
    """How likely a tile that the player can't see is of each kind: all of them, less those seen."""
    kinds = np.zeros(len(TILES))
    whole = 0.0
    for kind in range(len(TILES)):
        kinds[kind] = TILE_COPIES[kind] - int(o.held[0, kind])
        for cave in range(MAX_CAVES):
            kinds[kind] -= int(o.caves[cave].up[kind]) + int(o.caves[cave].known[kind])
        whole += kinds[kind]
    for kind in range(len(TILES)):
        kinds[kind] /= max(whole, 1.0)
    single, double = kinds[DYNAMITE], kinds[DOUBLE_DYNAMITE]
    return Odds(kinds, single, double, 1.0 - single - double)


@rule
def own_worth(o: Record) -> Numbers:
    """(5,) what each treasure is worth to the player: by clan, and with the cutters in hand."""
    worth = np.zeros(len(TREASURES))
    for treasure in range(len(TREASURES)):
        worth[treasure] = 1 + int(o.own_hand[treasure]) * CUTTER_BONUS[treasure]
        if treasure == DIAMOND or o.clan[0, treasure]:
            worth[treasure] += 1
    return worth


@rule
def known_tiles(cave: Record) -> Numbers:
    """(10,) the tiles of a cave that the player has seen."""
    known = np.zeros(len(TILES))
    for kind in range(len(TILES)):
        known[kind] = int(cave.up[kind]) + int(cave.known[kind])
    return known


@rule
def unknown_tiles(cave: Record) -> int:
    """How many tiles of a cave the player hasn't seen."""
    return int(cave.down) - total(cave.known)


class Tools(NamedTuple):
    """The cards in hand that decide how much dynamite is good."""

    miners: int
    sappers: int
    canaries: int
    wranglers: int


@rule
def own_tools(o: Record) -> Tools:
    """The player's own ones."""
    hand = o.own_hand
    return Tools(int(hand[EXPERT_MINER]), int(hand[SAPPER]), int(hand[CANARY]), int(hand[WRANGLER]))


@rule
def no_tools() -> Tools:
    """Nobody knows the others' cards."""
    return Tools(0, 0, 0, 0)


@rule
def pay_at_best(dynamite: int, treasure: float, tools: Tools) -> float:
    """What so much dynamite makes of a treasure, with the cards that are worth using."""
    pay = treasure * (1 + dynamite) if dynamite < TOO_MUCH_DYNAMITE else -1.0 * BLOWN_UP
    if tools.canaries:
        pay = max(pay, -CARD_WORTH[CANARY])
    if tools.sappers and dynamite == 0:
        pay = max(pay, 2.0 * treasure - CARD_WORTH[SAPPER])
    halved = dynamite
    for miner in range(tools.miners):
        halved //= 2
        if halved < TOO_MUCH_DYNAMITE:
            pay = max(pay, treasure * (1 + halved) - CARD_WORTH[EXPERT_MINER] * (miner + 1))
    return pay


@rule
def expected_pay(known: Numbers, unknown: int, odds: Odds, worth: Numbers, tools: Tools, card: float) -> float:
    """What a cave may be expected to pay.

    It goes through all ways in which the unknown tiles may hold dynamite, as long as there aren't too many; the other
    unknown tiles count with their average.

    Args:
        known: (10,) the tiles that have been seen there.
        unknown: how many others lie there.
        odds: what these may be.
        worth: (5,) coins for each treasure.
        tools: cards of whoever is to be paid.
        card: what a minion card is worth.
    """
    sure, each = 0.0, 0.0
    for treasure in range(len(TREASURES)):
        sure += known[treasure] * worth[treasure]
        each += odds.kinds[treasure] * worth[treasure]
    rest: float = max(odds.other, 0.01)
    each, monsters_each, minions_each = each / rest, odds.kinds[MONSTER] / rest, odds.kinds[MINION] / rest
    base = int(known[DYNAMITE] + 2 * known[DOUBLE_DYNAMITE])
    most = (TOO_MUCH_DYNAMITE << tools.miners) - 1
    pay, left = 0.0, 1.0
    chance_of_doubles = rest**unknown
    for doubles in range(unknown + 1):
        chance = chance_of_doubles
        for singles in range(unknown - doubles + 1):
            dynamite = base + singles + 2 * doubles
            if dynamite > most:
                break
            others = unknown - singles - doubles
            monsters: float = 0.0 if tools.wranglers else known[MONSTER] + others * monsters_each
            pay += chance * pay_at_best(dynamite, max(sure + others * each - monsters, 0.0), tools)
            if dynamite < TOO_MUCH_DYNAMITE or tools.miners:
                pay += chance * card * (known[MINION] + others * minions_each)
            left -= chance
            chance *= others / (singles + 1) * odds.single / rest
        chance_of_doubles *= (unknown - doubles) / (doubles + 1) * odds.double / rest
    return pay + left * pay_at_best(most + 1, 0.0, tools)


# --- mining ----------------------------------------------------------------------------------------------------


@rule
def mine(o: Record, mask: Record, habits: Habits) -> int:
    """Place the tile in hand, claim what is good enough, or go on; the last one takes all draws that are left first."""
    for choice in range(UNKNOWN, -1, -1):
        if mask[TURN_UP + choice]:
            return TURN_UP + choice
    odds = count_tiles(o)
    bar = habits.haste + (habits.patience - habits.haste) * int(o.pool_size) / total(TILE_COPIES)
    location, above = best_location(o, mask, odds, habits, bar)
    if holds_tile(mask):
        action, improved = best_place(o, mask, odds, habits)
        return action if above < 0.0 or improved == location else CLAIM + location
    if mask[DRAW]:
        return CLAIM + location if above >= 0.0 and not o.last_one else DRAW
    return CLAIM + location if above + bar > 0.0 else RETIRE


@rule
def holds_tile(mask: Record) -> bool:
    """Whether there is a tile to place: otherwise the player may retire."""
    return mask[RETIRE] == 0


@rule
def best_location(o: Record, mask: Record, odds: Odds, habits: Habits, bar: float) -> tuple[int, float]:
    """The location that promises the most, above what is asked of it; claims to jump count as locations from 9 on."""
    worth, tools = own_worth(o), own_tools(o)
    best, above = -1, -1000.0
    if mask[CLAIM + GUILDHALL]:
        best, above = GUILDHALL, habits.guildhall - bar
    for cave in range(MAX_CAVES):
        if mask[CLAIM + cave] or mask[JUMP + cave]:
            seen, location = o.caves[cave], cave
            value = expected_pay(known_tiles(seen), unknown_tiles(seen), odds, worth, tools, habits.guildhall)
            if mask[JUMP + cave]:
                location = JUMP - CLAIM + cave
                value = value_of_jump(seen, value, habits)
            elif value > 0.0:
                value += bar * habits.caution * others_share(seen)
            if value - bar > above:
                best, above = location, value - bar
    return best, above


@rule
def value_of_jump(cave: Record, pay: float, habits: Habits) -> float:
    """Half of what the cave pays, and what its claimer loses. Who has claimed tiles that the player hasn't seen, knows why."""
    if unknown_tiles(cave) > 1:
        pay = max(pay, habits.trust)
    return 0.5 * max(pay, 0.0) * (1.0 + habits.spite)


@rule
def others_share(cave: Record) -> float:
    """How much of a cave others have built: 0 is nothing, 1 is all."""
    theirs = total(cave.down_by) - int(cave.down_by[0])
    return theirs / (int(cave.down) + total(cave.up) + 1)


@rule
def best_place(o: Record, mask: Record, odds: Odds, habits: Habits) -> tuple[int, int]:
    """Where the tile in hand does the player the most good, or the others the most harm; and which own cave it improves."""
    kind = int(o.held[0].argmax())
    worth, tools = own_worth(o), own_tools(o)
    action, best, improved = -1, -1000.0, -1
    for cave in range(MAX_CAVES):
        if mask[FACE_DOWN + cave]:
            seen = o.caves[cave]
            gain = change(seen, kind, odds, worth, tools, habits) * own_chance(o, seen, habits)
            harm = change(seen, kind, odds, OTHERS_WORTH, no_tools(), habits) * others_chance(o, seen)
            value = gain - habits.spite * harm
            if value > best:
                action, best, improved = FACE_DOWN + cave, value, cave if gain > 0.0 else -1
            if mask[TORCH_UP + cave] and unknown_tiles(seen) > 0 and o.goblins[0] > 0:
                value = 0.2 * unknown_tiles(seen)
                if value > best:
                    action, best, improved = TORCH_UP + cave, value, cave
    return action, improved


@rule
def change(cave: Record, kind: int, odds: Odds, worth: Numbers, tools: Tools, habits: Habits) -> float:
    """What a tile changes in a cave's expected pay."""
    known, unknown = known_tiles(cave), unknown_tiles(cave)
    before = expected_pay(known, unknown, odds, worth, tools, habits.guildhall)
    known[kind] += 1
    return expected_pay(known, unknown, odds, worth, tools, habits.guildhall) - before


@rule
def own_chance(o: Record, cave: Record, habits: Habits) -> float:
    """How likely the player will be the one to claim the cave: by the tiles that each has placed there."""
    if o.goblins[0] == 0:
        return 0.0
    mine = total(cave.known) + total(cave.up_by[0])
    return habits.claims * (mine + 0.5) / (int(cave.down) + total(cave.up) + 0.5)


@rule
def others_chance(o: Record, cave: Record) -> float:
    """How likely another player will."""
    diggers = 0
    for k in range(1, total(o.present)):
        diggers += o.goblins[k] > 0 and not o.retired[k]
    if diggers == 0:
        return 0.0
    everything = int(cave.down) + total(cave.up)
    mine = total(cave.known) + total(cave.up_by[0])
    return (everything - mine + 0.25) / (everything + 0.5)


# --- scoring ---------------------------------------------------------------------------------------------------

#: In place of a card.
NO_CARD = -1


@rule
def pick_location(o: Record, mask: Record) -> int:
    """First where there are cards to draw, which may be played on what comes later; then the caves that look worst."""
    if mask[SCORE + GUILDHALL]:
        return SCORE + GUILDHALL
    odds, worth, tools = count_tiles(o), own_worth(o), own_tools(o)
    action, best = -1, 1000.0
    for cave in range(MAX_CAVES):
        if mask[SCORE + cave]:
            known = known_tiles(o.caves[cave])
            value = expected_pay(known, unknown_tiles(o.caves[cave]), odds, worth, tools, 0.0) - 5.0 * known[MINION]
            if value < best:
                action, best = SCORE + cave, value
    return action


@rule
def play_card(o: Record, mask: Record) -> int:
    """The card that brings the most above what it is worth in hand, or none. Two Expert Miners may be needed at once."""
    now = pay_now(o, NO_CARD)
    action, best = DONE, 0.0
    for card in range(len(ON_CAVES)):
        if mask[PLAY + card]:
            cost = CARD_WORTH[card] * keeping(o)
            if card == SCAVENGER:
                gain = pay_with_another_tile(o, count_tiles(o)) - now - cost if o.pool_size > 0 else -cost
            elif card == EXPERT_MINER and o.own_hand[card] > 1:
                gain = max(pay_now(o, card) - cost, pay_with(o, card, 2) - 2 * cost) - now
            else:
                gain = pay_now(o, card) - now - cost
            if gain > best:
                action, best = PLAY + card, gain
    return action


@rule
def keeping(o: Record) -> float:
    """How much of a card's worth will come true: nothing is kept beyond three cards, or beyond the end of the game."""
    if o.hand_size[0] > MAX_KEPT:
        return 0.1
    most = 0
    for k in range(total(o.present)):
        most = max(most, int(o.coins[k]))
    return max(1.0 - most / int(o.target), 0.05)


@rule
def current_cave(o: Record) -> int:
    """The cave that is being scored."""
    for cave in range(MAX_CAVES):
        if o.caves[cave].current:
            return cave
    return -1


@rule
def pay_now(o: Record, card: int) -> float:
    """What the cave being scored pays the player as it is, with one more card."""
    return pay_with(o, card, 1)


@rule
def pay_with(o: Record, card: int, copies: int) -> float:
    """… with more copies of a card."""
    return pay_of_tiles(o, known_tiles(o.caves[current_cave(o)]), card, copies)


@rule
def pay_with_another_tile(o: Record, odds: Odds) -> float:
    """What it may be expected to pay with a tile of the pool added."""
    tiles = known_tiles(o.caves[current_cave(o)])
    pay = 0.0
    for kind in range(len(TILES)):
        if odds.kinds[kind] > 0.0:
            tiles[kind] += 1
            pay += odds.kinds[kind] * pay_of_tiles(o, tiles, NO_CARD, 0)
            tiles[kind] -= 1
    return pay


@rule
def pay_of_tiles(o: Record, tiles: Numbers, card: int, copies: int) -> float:
    """What these tiles pay the player with the cards that lie on the cave, and more copies of one."""
    side = 0 if o.caves[current_cave(o)].claimer[0] else 1
    own, both = np.zeros(len(ON_CAVES)), np.zeros(len(ON_CAVES))
    for kind in range(len(ON_CAVES)):
        own[kind] = int(o.played[side, kind])
        both[kind] = int(o.played[0, kind]) + int(o.played[1, kind])
    if card != NO_CARD:
        own[card] += copies
        both[card] += copies
    dynamite = int(tiles[DYNAMITE] + 2 * tiles[DOUBLE_DYNAMITE] + both[SAPPER])
    for _ in range(int(both[EXPERT_MINER])):
        dynamite //= 2
    if dynamite >= TOO_MUCH_DYNAMITE:
        return 0.0 if own[CANARY] else -1.0 * min(BLOWN_UP, int(o.coins[0]))
    monsters = 0.0 if both[WRANGLER] else tiles[MONSTER]
    pay = treasure_after(o, tiles, own, monsters) * (1 + dynamite) + own[WRANGLER] * tiles[MONSTER]
    pay += own[GUILDMASTER] * tiles[MINION] * int(o.guildmaster_coins)
    if total(o.caves[current_cave(o)].jumper):
        pay *= 0.5
    return pay + CARD_WORTH[GUILDMASTER] * tiles[MINION]


@rule
def treasure_after(o: Record, tiles: Numbers, own: Numbers, monsters: float) -> float:
    """What the treasures are worth to the player, after so many monsters have eaten the cheapest."""
    worth, left = np.zeros(len(TREASURES)), np.zeros(len(TREASURES))
    coins = 0.0
    for treasure in range(len(TREASURES)):
        worth[treasure] = 1 + own[treasure] * CUTTER_BONUS[treasure]
        if treasure == DIAMOND or o.clan[0, treasure]:
            worth[treasure] += 1
        left[treasure] = tiles[treasure]
        coins += left[treasure] * worth[treasure]
    for _ in range(int(monsters)):
        cheapest = -1
        for treasure in range(len(TREASURES)):
            if left[treasure] > 0 and (cheapest < 0 or worth[treasure] < worth[cheapest]):
                cheapest = treasure
        if cheapest >= 0:
            left[cheapest] -= 1
            coins -= worth[cheapest]
    return coins


@rule
def feed_monster(o: Record, mask: Record) -> int:
    """The treasure that is worth the least."""
    side = 0 if o.caves[current_cave(o)].claimer[0] else 1
    action, least = -1, 1000
    for treasure in range(len(TREASURES)):
        if mask[FEED + treasure]:
            worth = 1 + int(o.played[side, treasure]) * CUTTER_BONUS[treasure]
            if treasure == DIAMOND or o.clan[0, treasure]:
                worth += 1
            if worth < least:
                action, least = FEED + treasure, worth
    return action


@rule
def discard(o: Record, mask: Record) -> int:
    """The card that is worth the least; a cutter is worth more to the clan that favours its treasure."""
    action, least = -1, 1000.0
    for card in range(len(MINIONS)):
        if mask[DISCARD + card]:
            worth = CARD_WORTH[card]
            if worth < least:
                action, least = DISCARD + card, worth
    return action
