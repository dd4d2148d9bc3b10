"""The rule-based player, in three styles that differ as Boss.

It sizes up all stashes, judges for every player how content they must be with what the Boss lays before them, and
from that, from what was said and from what they have done so far, how likely each is to play each card. Then it plays the
card that promises most.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from critter_envs.core.counts import total
from critter_envs.core.jit import Record, rule

from .actions import (
    ACCEPT,
    ADD,
    CARD,
    CLOSE,
    DECLINE,
    DONE,
    HAND_OUT,
    LOOT_KINDS,
    OFFER_NO,
    OFFER_YES,
    PAYOFF,
    TALK,
)
from .cards import ACTION_CARDS, GUARD, MAX_DEALS, MAX_PLAYERS, NO, ROB, SKIM, VALUES, WORDS, YES
from .payoffs import NO_OFFER, SALE, YES_OFFER

Numbers = NDArray[np.float64]

#: What a card that nobody has seen is worth, on average.
MEAN = float(VALUES.mean())

#: To be content, a player asks for so much of what the Boss keeps, and for so much of the Boss's lead besides.
ASK = 0.65
LEAD = 0.2

#: How much dearer a vote seems for each $1000 that its player owns.
DANGER = 0.3

#: What it is worth to keep one's word.
WORD = 7.0

#: What it is worth to stay Boss, or to become it.
CROWN = 4.0

#: How much more a loss of the richest is worth than the card itself.
HARM = 0.5

#: How much a vote means, beside the worth of a card.
STAKE = 2.5

#: How much of a share counts as won by a vote that passes, for those who are content with it: who knows what comes next.
BIRD = 0.6

#: How likely a player who is content, or isn't, plays each card, if nothing else is known of them; and for how many rounds of
#: observing them that counts.
CONTENT = np.array([0.75, 0.02, 0.08, 0.07, 0.08])
DISCONTENT = np.array([0.03, 0.55, 0.12, 0.15, 0.15])
PRIOR = 5.0


class Style(NamedTuple):
    """How a Boss hands out loot: so much of what it keeps for each whom it pays: nobody, a majority, or everybody."""

    pay: float
    majority: bool
    everybody: bool


BUYING = Style(0.75, True, False)
SELFISH = Style(0.0, False, False)
FAIR = Style(0.8, False, True)


@rule
def play(o: Record, mask: Record, rng: Record) -> int:
    """Buys the cheapest majority."""
    return choose(o, mask, BUYING)


@rule
def play_selfish(o: Record, mask: Record, rng: Record) -> int:
    """Keeps everything as Boss."""
    return choose(o, mask, SELFISH)


@rule
def play_fair(o: Record, mask: Record, rng: Record) -> int:
    """Pays everybody four fifths of what it keeps as Boss."""
    return choose(o, mask, FAIR)


@rule
def choose(o: Record, mask: Record, style: Style) -> int:
    """A choice of the phase that the mask is of."""
    worth = size_up(o)
    if mask[HAND_OUT]:
        return HAND_OUT + receiver(o, worth, style)
    wish = wishes(o, worth)
    if mask[TALK]:
        return speak(o, mask, worth, wish)
    if mask[CARD]:
        return CARD + best_card(o, worth, wish)
    if mask[DECLINE]:
        return answer(o, mask)
    return deal(o, mask, wish)


# --- judging ---------------------------------------------------------------------------------------------------


@rule
def value_of(loot: Record) -> float:
    """Loot in thousands of dollars."""
    value = 0.0
    for kind in range(LOOT_KINDS):
        value += loot[kind] * VALUES[kind]
    return value


@rule
def seat_of(places: Record) -> int:
    """The seat that a row of an observation names."""
    for seat in range(places.size):
        if places[seat]:
            return seat
    return 0


@rule
def size_up(o: Record) -> Numbers:
    """(8,) what each player owns: cards that are known, the mean for each other one, and Payoff cards."""
    worth = np.zeros(MAX_PLAYERS)
    worth[0] = value_of(o.own_stash) + o.payoff_cards[0]
    for k in range(1, total(o.present)):
        unknown = int(o.stash_size[k]) - total(o.known[k - 1])
        worth[k] = value_of(o.known[k - 1]) + MEAN * unknown + o.payoff_cards[k]
    return worth


@rule
def richest(o: Record, worth: Numbers) -> int:
    """The other player who owns most."""
    best = 1
    for k in range(2, total(o.present)):
        if worth[k] > worth[best]:
            best = k
    return best


@rule
def surcharge(worth: Numbers, boss: int, k: int) -> float:
    """What a player asks of a Boss who is ahead of them, beyond a share of what the Boss keeps."""
    return LEAD * max(worth[boss] - worth[k], 0.0)


@rule
def wishes(o: Record, worth: Numbers) -> Numbers:
    """(8,) how much each wants the vote to pass: what they get beyond what they ask for. The Boss wants to stay, too."""
    boss = seat_of(o.boss)
    keeps = value_of(o.share[boss])
    wish = np.zeros(MAX_PLAYERS)
    for k in range(total(o.present)):
        if k == boss:
            wish[k] = keeps + CROWN
        else:
            wish[k] = value_of(o.share[k]) - ASK * keeps - surcharge(worth, boss, k)
            if k > 0:
                wish[k] += offered(o, k, YES_OFFER) - offered(o, k, NO_OFFER)
    return wish


@rule
def offered(o: Record, k: int, kind: int) -> float:
    """What lies before a player for one side of the vote."""
    value = 0.0
    for owner in range(total(o.present)):
        for place in range(MAX_DEALS):
            if o.bundle_kind[owner, place, kind - 1] and o.bundle_to[owner, place, k]:
                value += value_of(o.bundle[owner, place]) + o.bundle[owner, place, PAYOFF]
    return value


@rule
def predict(o: Record, wish: Numbers) -> Numbers:
    """(8, 5) how likely each other player is to play each card: by wish, by habit, and by word if they keep it."""
    likely = np.zeros((MAX_PLAYERS, len(ACTION_CARDS)))
    for k in range(1, total(o.present)):
        trust = 0.0
        if o.talked and total(o.word[o.talked - 1, k]):
            trust = (o.kept[k] + 1.0) / (o.spoke[k] + 2.0)
        content = wish[k] >= 0.0
        rounds = total(o.played[k])
        for card in range(len(ACTION_CARDS)):
            usual = CONTENT[card] if content else DISCONTENT[card]
            chance = (PRIOR * usual + habit(o, k, card, content)) / (PRIOR + rounds)
            likely[k, card] = (1.0 - trust) * chance
            if trust > 0.0:
                likely[k, card] += trust * o.word[o.talked - 1, k, card]
    return likely


@rule
def habit(o: Record, k: int, card: int, content: bool) -> float:
    """In how many rounds a player has done the like: played the card, or voted at all, if it is the vote that fits the wish."""
    if card == YES or card == NO:
        return float(o.played[k, YES] + o.played[k, NO]) if (card == YES) == content else 0.0
    return float(o.played[k, card])


# --- handing out -----------------------------------------------------------------------------------------------


@rule
def receiver(o: Record, worth: Numbers, style: Style) -> int:
    """Who gets the next card: whoever lacks most of what they are to get."""
    aims = plan(o, worth, style)
    best = 0
    for k in range(total(o.present)):
        aims[k] -= value_of(o.share[k])
        if aims[k] > aims[best]:
            best = k
    return best


@rule
def plan(o: Record, worth: Numbers, style: Style) -> Numbers:
    """(8,) what each is to get of the whole loot, the Boss first."""
    players = total(o.present)
    loot = value_of(o.loot)
    for k in range(players):
        loot += value_of(o.share[k])
    aims = np.zeros(MAX_PLAYERS)
    if style.everybody:
        fill_aims(aims, loot, style.pay, players)
    elif style.majority:
        buy_majority(aims, loot, style.pay, worth, players)
    else:
        aims[0] = loot
    return aims


@rule
def fill_aims(aims: Numbers, loot: float, pay: float, players: int) -> None:
    """Everybody gets the same share of what the Boss keeps."""
    aims[0] = loot / (1.0 + pay * (players - 1))
    for k in range(1, players):
        aims[k] = pay * aims[0]


@rule
def buy_majority(aims: Numbers, loot: float, pay: float, worth: Numbers, players: int) -> None:
    """The Boss and half of the others outvote the rest: those who cost least."""
    bought = np.zeros(MAX_PLAYERS, np.bool_)
    surcharges = 0.0
    for _ in range(players // 2):
        best = 0
        for k in range(1, players):
            if not bought[k] and (best == 0 or cost(worth, k) < cost(worth, best)):
                best = k
        bought[best] = True
        surcharges += surcharge(worth, 0, best)
    aims[0] = max((loot - surcharges) / (1.0 + pay * (players // 2)), loot / players)
    for k in range(1, players):
        if bought[k]:
            aims[k] = pay * aims[0] + surcharge(worth, 0, k)


@rule
def cost(worth: Numbers, k: int) -> float:
    """What it costs to buy a vote, beyond what all ask: the surcharge, and that a rich player is made richer."""
    return surcharge(worth, 0, k) + DANGER * worth[k]


# --- talk and cards --------------------------------------------------------------------------------------------


@rule
def speak(o: Record, mask: Record, worth: Numbers, wish: Numbers) -> int:
    """Threaten the richest, and say what it is going to play as things stand."""
    target = richest(o, worth)
    action = TALK + target * len(WORDS)
    if mask[action + 1]:
        action += 1 + best_card(o, worth, wish)
    return action


@rule
def best_card(o: Record, worth: Numbers, wish: Numbers) -> int:
    """The card that promises most."""
    likely = predict(o, wish)
    odds = leads(likely, total(o.present))
    best, most = YES, 0.0
    for card in range(len(ACTION_CARDS)):
        value = STAKE * vote_value(o, wish, likely, odds, card)
        if card == YES:
            value += offered(o, 0, YES_OFFER)
        elif card == NO:
            value += offered(o, 0, NO_OFFER)
        elif card == SKIM:
            value += skim_value(o, likely)
        elif card == ROB:
            value += rob_value(o, worth, likely)
        elif card == GUARD:
            value += guard_value(o, worth, likely)
        if o.phase[-1] and o.word[o.talked - 1, 0, card]:
            value += WORD
        if card == YES or value > most:
            best, most = card, value
    return best


@rule
def leads(likely: Numbers, players: int) -> Numbers:
    """How likely the others together have each lead of Yes over No; place ``MAX_PLAYERS`` is a tie."""
    odds = np.zeros(2 * MAX_PLAYERS + 1)
    odds[MAX_PLAYERS] = 1.0
    for k in range(1, players):
        yes, no = likely[k, YES], likely[k, NO]
        before = odds.copy()
        for lead in range(1, 2 * MAX_PLAYERS):
            odds[lead] = before[lead] * (1.0 - yes - no) + before[lead - 1] * yes + before[lead + 1] * no
    return odds


@rule
def vote_value(o: Record, wish: Numbers, likely: Numbers, odds: Numbers, card: int) -> float:
    """What the outcome of the vote is worth with this card, a failed one being nothing but the chance to be Boss."""
    own = int(card == YES) - int(card == NO)
    passed, tied, failed = 0.0, 0.0, 0.0
    for lead in range(odds.size):
        votes = lead - MAX_PLAYERS + own
        if votes > 0:
            passed += odds[lead]
        elif votes == 0:
            tied += odds[lead]
        else:
            failed += odds[lead]
    stake = wish[0]
    if stake >= 0.0:
        stake += BIRD * value_of(o.share[0])
    value = (passed + tied) * stake
    if o.boss[0]:
        value -= tied * CROWN
    elif o.boss[total(o.present) - 1]:
        value += tied * CROWN
    if card == NO:
        value += failed * CROWN * none_before(o, likely, NO)
    return value


@rule
def none_before(o: Record, likely: Numbers, card: int) -> float:
    """How likely nobody who reveals before the player plays this card; a Boss's own No comes last, not first."""
    players = total(o.present)
    boss = seat_of(o.boss)
    chance = 1.0
    for k in range(boss + (card == NO), players if boss else 0):
        chance *= 1.0 - likely[k, card]
    if boss == 0 and card == NO:
        for k in range(1, players):
            chance *= 1.0 - likely[k, card]
    return chance


@rule
def skim_value(o: Record, likely: Numbers) -> float:
    """Only the first Skim counts."""
    return MEAN * none_before(o, likely, SKIM)


@rule
def rob_value(o: Record, worth: Numbers, likely: Numbers) -> float:
    """A card of the threatened player, if they don't guard. Without a marker it is no use to keep one's word."""
    target = richest(o, worth)
    if o.phase[-1]:
        if total(o.marker[o.talked - 1, 0]) == 0:
            return -WORD
        target = seat_of(o.marker[o.talked - 1, 0])
    if o.stash_size[target] == 0:
        return 0.0
    guarded = likely[target, GUARD]
    return MEAN * (1.0 + HARM) * (1.0 - 2.0 * guarded)


@rule
def guard_value(o: Record, worth: Numbers, likely: Numbers) -> float:
    """A card kept and one won for each robber. Before markers are laid, the richest expects them all."""
    players = total(o.present)
    robbers = 0.0
    for k in range(1, players):
        if o.talked:
            if o.marker[o.talked - 1, k, 0]:
                robbers += likely[k, ROB]
        elif worth[0] > worth[richest(o, worth)]:
            robbers += likely[k, ROB]
    return MEAN * 2.0 * robbers


# --- deals -----------------------------------------------------------------------------------------------------


@rule
def deal(o: Record, mask: Record, wish: Numbers) -> int:
    """Buy the vote that decides, with Payoff cards."""
    if mask[DONE]:
        k = vote_to_buy(o, wish)
        offer = (OFFER_YES if wish[0] >= 0.0 else OFFER_NO) + k - 1
        return offer if k > 0 and mask[offer] else DONE
    if mask[ADD + PAYOFF] and o.draft_cards[PAYOFF] < price_of(wish[seat_of(o.partner)]):
        return ADD + PAYOFF
    if mask[CLOSE]:
        return CLOSE
    action = 0  # a deal that somebody else has begun
    while mask[action] == 0:
        action += 1
    return action


@rule
def price_of(wish: float) -> int:
    """Payoff cards that turn a vote round."""
    return int(abs(wish)) + 2


@rule
def vote_to_buy(o: Record, wish: Numbers) -> int:
    """The player whose vote is to be had at the lowest price, if that decides the vote and is worth the price; else 0."""
    side = 1 if wish[0] >= 0.0 else -1
    lead, cheapest = 0, 0
    for k in range(total(o.present)):
        same = (wish[k] >= 0.0) == (wish[0] >= 0.0)
        lead += 1 if same else -1
        if not same and (cheapest == 0 or abs(wish[k]) < abs(wish[cheapest])):
            cheapest = k
    if cheapest == 0 or lead > 0 or lead + 2 <= 0:
        return 0
    price = price_of(wish[cheapest])
    return cheapest if price <= o.payoff_cards[0] and price < side * wish[0] else 0


@rule
def answer(o: Record, mask: Record) -> int:
    """Sell what isn't worth more than the price, since Payoff cards can't be robbed; buy what is worth more."""
    value = value_of(o.draft_cards)
    fair = value > o.price if o.draft[SALE - 1] else value <= o.price
    return ACCEPT if mask[ACCEPT] and fair else DECLINE
