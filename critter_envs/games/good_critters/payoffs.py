"""The optional rule of Payoffs: binding offers, bribes open and hidden, and trades.

A deal in the making is ``s.draft`` (its kind), ``s.partner``, ``s.draft_cards`` and ``s.price``. Nobody but the dealer
sees it before it is closed, so the cards stay where they are until then.
"""

from critter_envs.core.counts import copy, fill, seat_after, total
from critter_envs.core.jit import Record, rule

from .actions import (
    ACCEPT,
    ADD,
    ANSWERING,
    BRIBE,
    BUY,
    CLOSE,
    DEALING,
    DECLINE,
    DONE,
    LOOT_KINDS,
    OFFER_NO,
    OFFER_YES,
    OTHERS,
    PAYOFF,
    PRICE,
    SELL,
    SLIP,
    TRADE,
)
from .cards import MAX_DEALS, MAX_PRICE, NO, TOKENS, YES
from .stash import everybody, gain, lose, show, wide

#: What ``s.draft`` is; the first four are what ``s.bundle_kind`` is, too. A swap is a trade that is yet to be named.
NOTHING, YES_OFFER, NO_OFFER, OPEN_BRIBE, HIDDEN_BRIBE, SWAP, SALE, PURCHASE = range(8)


# --- turns -----------------------------------------------------------------------------------------------------


@rule
def open_deals(s: Record) -> None:
    """The Boss deals first."""
    s.phase = DEALING
    s.dealer = s.boss
    s.deals_made = 0
    s.pending = 1 << s.dealer


@rule
def pass_deals(s: Record) -> bool:
    """The left neighbour deals next; False if all have had their turn."""
    s.dealer = seat_after(s, s.dealer, 1)
    s.deals_made = 0
    s.pending = 1 << s.dealer
    return s.dealer != s.boss


@rule
def count_deal(s: Record) -> bool:
    """A deal is closed, or was declined; after the last one allowed the turn passes. False if that was the last turn."""
    clear_draft(s)
    s.phase = DEALING
    s.deals_made += 1
    s.pending = 1 << s.dealer
    return pass_deals(s) if s.deals_made == s.deals else True


@rule
def deal(s: Record, seat: int, action: int) -> bool:
    """A choice of the dealer; False if it ends the deals of this round."""
    if action == DONE:
        return pass_deals(s)
    if action == CLOSE:
        lay_bundle(s, seat)
        return count_deal(s)
    continue_draft(s, seat, action)
    if s.price:
        propose_trade(s, seat)
    return True


@rule
def answer(s: Record, action: int) -> bool:
    """Only a trade can be refused; False if this ends the deals of this round."""
    if action == ACCEPT:
        trade(s)
    return count_deal(s)


# --- a deal in the making --------------------------------------------------------------------------------------


@rule
def clear_draft(s: Record) -> None:
    """No deal is in the making."""
    s.draft = NOTHING
    s.partner = 0
    s.price = 0
    fill(s.draft_cards, 0)


@rule
def continue_draft(s: Record, seat: int, action: int) -> None:
    """First the kind of a deal and the partner, then the cards, and of a trade the price."""
    if action < ADD:
        kind, k = divmod(action - OFFER_YES, OTHERS)
        s.draft = YES_OFFER + kind
        s.partner = seat_after(s, seat, k + 1)
    elif action < CLOSE:
        s.draft_cards[action - ADD] += 1
    elif action < BUY:
        s.draft = SALE
        s.draft_cards[action - SELL] = 1
    elif action < PRICE:
        s.draft = PURCHASE
        s.draft_cards[action - BUY] = 1
    else:
        s.price = action - PRICE + 1


@rule
def allow_deal(s: Record, seat: int, mask: Record) -> None:
    """What the dealer may choose next."""
    if s.draft == NOTHING:
        allow_kinds(s, seat, mask)
    elif s.draft <= HIDDEN_BRIBE:
        allow_cards(s, seat, mask)
    elif s.draft == SWAP:
        allow_swap(s, seat, mask)
    else:
        payer = seat if s.draft == PURCHASE else s.partner
        for price in range(min(s.payoff_cards[payer], MAX_PRICE)):
            mask[PRICE + price] = 1


@rule
def allow_kinds(s: Record, seat: int, mask: Record) -> None:
    """No deal, or one with any other player: an offer needs a token, whatever is given a card, a trade something to pay with."""
    loot, money = total(s.stash[seat]), s.payoff_cards[seat]
    tokens = TOKENS
    for place in range(MAX_DEALS):
        tokens -= s.bundle_kind[seat, place] == YES_OFFER or s.bundle_kind[seat, place] == NO_OFFER
    mask[DONE] = 1
    for k in range(s.num_players - 1):
        partner = seat_after(s, seat, k + 1)
        if loot + money > 0:
            mask[OFFER_YES + k] = tokens > 0
            mask[OFFER_NO + k] = tokens > 0
            mask[BRIBE + k] = 1
        mask[SLIP + k] = loot > 0
        mask[TRADE + k] = can_sell(s, loot, partner) or can_buy(s, money, partner)


@rule
def can_sell(s: Record, loot: int, partner: int) -> bool:
    """Somebody with loot, to somebody who can pay."""
    return loot > 0 and s.payoff_cards[partner] > 0


@rule
def can_buy(s: Record, money: int, partner: int) -> bool:
    """Somebody with Payoff cards, from somebody with loot; whether it is the right one, only they know."""
    return money > 0 and total(s.stash[partner]) > 0


@rule
def allow_cards(s: Record, seat: int, mask: Record) -> None:
    """A bundle is put together from the highest loot down to Payoff cards; hidden, it holds loot only. It may not be empty."""
    lowest = LOOT_KINDS - 1
    for kind in range(LOOT_KINDS - 1, -1, -1):
        if s.draft_cards[kind] > 0:
            lowest = kind
    if s.draft_cards[PAYOFF] == 0:
        for kind in range(lowest + 1):
            mask[ADD + kind] = s.stash[seat, kind] > s.draft_cards[kind]
    mask[ADD + PAYOFF] = s.draft != HIDDEN_BRIBE and s.payoff_cards[seat] > s.draft_cards[PAYOFF]
    mask[CLOSE] = total(s.draft_cards) > 0


@rule
def allow_swap(s: Record, seat: int, mask: Record) -> None:
    """One's own loot against the partner's Payoff cards, or any loot of the partner's against one's own."""
    if s.payoff_cards[s.partner] > 0:
        for kind in range(LOOT_KINDS):
            mask[SELL + kind] = s.stash[seat, kind] > 0
    if can_buy(s, s.payoff_cards[seat], s.partner):
        for kind in range(LOOT_KINDS):
            mask[BUY + kind] = 1


# --- bundles ---------------------------------------------------------------------------------------------------


@rule
def eyes_on(s: Record, kind: int, owner: int, receiver: int) -> int:
    """Who knows the cards of a bundle: all, or giver and receiver of a hidden bribe."""
    return (1 << owner) | (1 << receiver) if kind == HIDDEN_BRIBE else everybody(s)


@rule
def lay_bundle(s: Record, owner: int) -> None:
    """The draft becomes a bundle on the table; its cards leave the stash at once."""
    place = 0
    while s.bundle_kind[owner, place]:
        place += 1
    s.bundle_kind[owner, place] = s.draft
    s.bundle_to[owner, place] = s.partner
    copy(s.draft_cards, s.bundle[owner, place])
    s.payoff_cards[owner] -= s.draft_cards[PAYOFF]
    eyes = eyes_on(s, s.draft, owner, s.partner)
    for kind in range(LOOT_KINDS):
        for _ in range(s.draft_cards[kind]):
            lose(s, owner, kind, eyes)


@rule
def belongs_to(s: Record, owner: int, place: int) -> int:
    """Whose a bundle is while it lies on the table: a bribe is the receiver's, an offer still its owner's."""
    return wide(s.bundle_to[owner, place]) if s.bundle_kind[owner, place] >= OPEN_BRIBE else owner


@rule
def settle_bundles(s: Record) -> None:
    """After the last reveal: offers go to those who voted as asked or back to their owners, bribes to their receivers."""
    for owner in range(wide(s.num_players)):
        for place in range(MAX_DEALS):
            if s.bundle_kind[owner, place]:
                take_bundle(s, owner, place)


@rule
def take_bundle(s: Record, owner: int, place: int) -> None:
    """The cards of a bundle come into a stash, and the token goes back."""
    kind, receiver = s.bundle_kind[owner, place], wide(s.bundle_to[owner, place])
    taker = receiver if earned(s, kind, receiver) else owner
    eyes = eyes_on(s, kind, owner, s.bundle_to[owner, place])
    for loot in range(LOOT_KINDS):
        for _ in range(s.bundle[owner, place, loot]):
            gain(s, taker, loot, eyes)
    s.payoff_cards[taker] += s.bundle[owner, place, PAYOFF]
    s.bundle_kind[owner, place] = NOTHING
    s.bundle_to[owner, place] = 0
    fill(s.bundle[owner, place], 0)


@rule
def earned(s: Record, kind: int, receiver: int) -> bool:
    """A bribe asks for nothing; an offer for the vote on its token."""
    if kind == YES_OFFER:
        return s.card[receiver] == YES + 1
    if kind == NO_OFFER:
        return s.card[receiver] == NO + 1
    return True


# --- trades ----------------------------------------------------------------------------------------------------


@rule
def traded_kind(s: Record) -> int:
    """The kind of loot that the trade is about."""
    kind = 0
    while s.draft_cards[kind] == 0:
        kind += 1
    return kind


@rule
def propose_trade(s: Record, seat: int) -> None:
    """The partner is asked; a card on sale is shown to all."""
    if s.draft == SALE:
        show(s, seat, traded_kind(s))
    s.phase = ANSWERING
    s.pending = 1 << s.partner


@rule
def allow_answer(s: Record, seat: int, mask: Record) -> None:
    """Decline, or accept with what is asked for."""
    mask[ACCEPT] = s.draft == SALE or s.stash[seat, traded_kind(s)] > 0
    mask[DECLINE] = 1


@rule
def trade(s: Record) -> None:
    """Loot against Payoff cards, before all eyes."""
    seller, buyer = wide(s.dealer), wide(s.partner)
    if s.draft == PURCHASE:
        seller, buyer = buyer, seller
    kind = traded_kind(s)
    lose(s, seller, kind, everybody(s))
    gain(s, buyer, kind, everybody(s))
    s.payoff_cards[buyer] -= s.price
    s.payoff_cards[seller] += s.price
