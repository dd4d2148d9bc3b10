"""Whole positions: what must hold in each, and how a spectator sees one."""

import numpy as np

from critter_envs.core.errors import PositionError
from critter_envs.core.game import RUNNING, TERMINATED
from critter_envs.core.jit import Record

from .actions import ANSWERING, BUY, CHOOSING, DEALING, HANDING_OUT, LOOT_KINDS, OFFER_YES, OTHERS, PAYOFF, SELL, TALKING
from .cards import COPIES, LOOT, MORE, NO, PAYOFF_CARDS, TOKENS, YES
from .payoffs import (
    HIDDEN_BRIBE,
    NO_OFFER,
    NOTHING,
    OPEN_BRIBE,
    PURCHASE,
    SALE,
    SWAP,
    YES_OFFER,
    allow_kinds,
    allow_swap,
    traded_kind,
)
from .pile import FUZZ, drawn, fuzz_range
from .redeal import NUM_ACTIONS
from .resolution import FAILED, PASSED, TIED
from .talk import rounds_of_talk


def check(s: Record) -> None:
    """Every card is exactly once somewhere, and the fields agree with each other and with the phase.

    Raises:
        PositionError: that is not so.
    """
    check_cards(s)
    check_seats(s)
    check_knowledge(s)
    check_pile(s)
    check_turn(s)
    check_talk(s)
    check_deals(s)
    check_past(s)


def expect(holds: object, sentence: str) -> None:
    """Raise the sentence as an error unless it holds."""
    if not holds:
        raise PositionError(sentence)


def check_cards(s: Record) -> None:
    """Loot and Payoff cards are all there."""
    bundles = s.bundle.sum(axis=(0, 1))
    there = s.pile + s.loot + s.share.sum(axis=0) + s.stash.sum(axis=0) + bundles[:LOOT_KINDS]
    for name, found, owned in zip(LOOT, there.tolist(), COPIES.tolist(), strict=True):
        expect(found == owned, f"there are {found} cards of {name} in pile, middle, shares, stashes and bundles, not {owned}")
    money, owned = int(s.payoff_cards.sum() + bundles[PAYOFF]), int(s.payoffs * s.num_players * PAYOFF_CARDS)
    expect(money == owned, f"the seats hold {money} Payoff cards with those in bundles, not {owned}")


def check_seats(s: Record) -> None:
    """Only seats that are taken have anything, or anything to do with it."""
    players = int(s.num_players)
    absent = f"only seats 0 to {players - 1} are taken: no other one"
    held = (s.stash, s.share, s.card, s.payoff_cards, s.bundle_kind, s.bundle_to, s.last_card, s.last_marker, s.last_word)
    history = (s.played, s.spoke, s.kept, s.known, s.known.swapaxes(0, 1), s.marker.T, s.word.T)
    expect(not any(field[players:].any() for field in (*held, *history)), f"{absent} may hold, know, say or have played anything")
    named = (s.boss, s.dealer, s.partner, s.bundle_to.max(), s.marker.max() - 1, s.last_boss, s.last_marker.max() - 1)
    expect(max(map(int, named)) < players, f"{absent} may be Boss, dealer, partner, threatened or given something")


def check_knowledge(s: Record) -> None:
    """Nobody is sure of what isn't there."""
    own = range(int(s.num_players))
    expect((s.known <= s.stash).all(), "known must be at most what is in the stash")
    expect(not s.known[own, own].any(), "known must be zero for one's own stash")


def check_pile(s: Record) -> None:
    """THE FUZZ! lies where it can lie."""
    if s.fuzz_above == FUZZ:
        expect(s.over == TERMINATED, "THE FUZZ! has come up, so the game must be over")
    else:
        expect(s.over != TERMINATED, "THE FUZZ! has not come up, so the game can't be over but for its limit")
        fewest, most = fuzz_range(s)
        expect(
            fewest <= s.fuzz_above <= most,
            f"{s.fuzz_above} cards lie above THE FUZZ!, but with this pile it must be {fewest} to {most}",
        )


def check_turn(s: Record) -> None:
    """Those are to act whose turn it is, and the loot lies where it belongs in this phase."""
    expect(s.term >= 1, "term must be at least 1")
    expect(not s.boss_terms or s.term <= s.boss_terms, f"term is {s.term}, but its limit is {s.boss_terms}")
    if s.over == TERMINATED:
        expect(s.phase == HANDING_OUT and not s.share.any(), "a game is over before any loot of a new round is handed out")
        return
    alone = {HANDING_OUT: s.boss, DEALING: s.dealer, ANSWERING: s.partner}
    if s.over == RUNNING and int(s.phase) in alone:
        seat = int(alone[int(s.phase)])
        expect(s.pending == 1 << seat, f"pending is {s.pending}; in this phase it is {1 << seat}, as only seat {seat} acts")
    expect((s.phase == HANDING_OUT) == bool(s.loot.any()), "loot lies in the middle exactly while it is handed out")


def check_talk(s: Record) -> None:
    """Markers, words and cards are there when they have been chosen, and not before."""
    players, rounds, talked = int(s.num_players), rounds_of_talk(s), int(s.talked)
    waiting = np.array([bool(s.pending >> seat & 1) for seat in range(players)])
    expect(not (s.marker[:, :players] == np.arange(1, players + 1)).any(), "nobody can threaten themselves")
    expect(not (s.last_marker[:players] == np.arange(1, players + 1)).any(), "nobody can have threatened themselves")
    expect(s.talk_rounds or not (s.word.any() or s.last_word.any() or s.spoke.any()), "talk_rounds is 0, so nobody says anything")
    spoken = {HANDING_OUT: (0,), TALKING: range(rounds)}.get(int(s.phase), (rounds,))
    expect(talked in spoken, f"talked is {talked}; in this phase it is {' or '.join(map(str, spoken))}")
    if s.phase != CHOOSING or not s.over:
        chosen = s.card[:players] > 0
        expect((chosen == (~waiting if s.phase == CHOOSING else False)).all(), "card is set for those who have chosen one, only")
    later = slice(talked + 1 if s.phase == TALKING else talked, None)
    said_unasked = s.marker[later].any() or s.word[later].any()
    if s.phase == TALKING and not s.over:
        said_unasked |= (s.marker[talked, :players][waiting]).any() or (s.word[talked, :players][waiting]).any()
    expect(not said_unasked, "markers and words are set for those who have spoken, only")


def check_deals(s: Record) -> None:
    """Bundles and the deal in the making are of a kind that can be."""
    empty = s.bundle_kind == NOTHING
    expect(s.payoffs or empty.all(), "there are no bundles without payoffs=True")
    sizes = s.bundle.sum(axis=2)
    expect((empty == (sizes == 0)).all() and not s.bundle_to[empty].any(), "a bundle has a kind exactly if it has cards")
    expect(not (s.bundle_kind[:, 1:] > 0)[empty[:, :-1]].any(), "bundles take the first places")
    expect(not s.bundle_kind[:, int(s.deals) :].any(), f"there are more bundles than the {s.deals} deals of a turn")
    own = np.arange(len(s.bundle_to))[:, None]
    expect(not ((s.bundle_to == own) & ~empty).any(), "nobody can give a bundle to themselves")
    expect(not s.bundle[..., PAYOFF][s.bundle_kind == HIDDEN_BRIBE].any(), "a hidden bribe holds loot only")
    offers = (s.bundle_kind == YES_OFFER) | (s.bundle_kind == NO_OFFER)
    expect((offers.sum(axis=1) <= TOKENS).all(), f"nobody has more than {TOKENS} tokens for offers")
    if s.phase in (DEALING, ANSWERING):
        expect(s.payoffs, "there are no deals without payoffs=True")
        check_dealer(s)
        check_draft(s)
    else:
        dealing = s.draft or s.partner or s.price or s.draft_cards.any() or s.deals_made
        expect(not dealing, "a deal can be in the making only while there are deals")
        expect(s.phase == CHOOSING or empty.all(), "bundles lie on the table from the deals on")


def check_dealer(s: Record) -> None:
    """The deals so far fit to whose turn it is."""
    players, turn = int(s.num_players), (int(s.dealer) - int(s.boss)) % int(s.num_players)
    to_come = [(int(s.boss) + k) % players for k in range(turn + 1, players)]
    expect(not s.bundle_kind[to_come].any(), "only players who have had a turn to deal can have bundles")
    made = int((s.bundle_kind[s.dealer] > 0).sum())
    expect(made <= s.deals_made < s.deals, f"deals_made is {s.deals_made}, but must be from {made} to {s.deals - 1}")


def check_draft(s: Record) -> None:
    """The cards of a deal in the making can be put together, and are there."""
    cards = s.draft_cards
    loot, money = int(cards[:LOOT_KINDS].sum()), int(cards[PAYOFF])
    expect((s.draft == NOTHING) <= (s.partner == 0 and loot + money == 0), "without a deal there are no partner and no cards")
    expect(s.draft == NOTHING or s.partner != s.dealer, "nobody can deal with themselves")
    waits = s.phase == ANSWERING
    expect(waits == (s.price > 0) and (not waits or s.draft in (SALE, PURCHASE)), "a sale or purchase with a price is answered")
    if s.draft in (SWAP, SALE, PURCHASE):
        expect(money == 0 and loot == (s.draft != SWAP), "a trade is about one loot card")
    if s.draft == HIDDEN_BRIBE:
        expect(money == 0, "a hidden bribe holds loot only")
    if s.draft not in (NOTHING, SWAP, PURCHASE):
        there = (cards[:LOOT_KINDS] <= s.stash[s.dealer]).all() and money <= s.payoff_cards[s.dealer]
        expect(there, "the dealer must have the cards of the deal")
    if s.draft != NOTHING:
        check_beginning(s)
    if waits:
        check_proposal(s)


def check_proposal(s: Record) -> None:
    """A trade that waits for an answer can be paid for, and all have seen a card on sale."""
    payer = s.partner if s.draft == SALE else s.dealer
    expect(s.price <= s.payoff_cards[payer], "the price is more than can be paid")
    if s.draft == SALE:
        others = [seat for seat in range(s.num_players) if seat != s.dealer]
        unaware = [seat for seat in others if not s.known[seat, s.dealer, traded_kind(s)]]
        expect(not unaware, f"a card on sale is shown to all, but the seats {unaware} don't know of it")


def check_beginning(s: Record) -> None:
    """The deal in the making is one that can be begun: until it is closed, its cards stay where they were."""
    mask = np.zeros(NUM_ACTIONS, np.uint8)
    allow_kinds(s, s.dealer, mask)
    kind = min(s.draft, SWAP) - YES_OFFER
    possible = mask[OFFER_YES + kind * OTHERS + (s.partner - s.dealer) % s.num_players - 1]
    if s.draft in (SALE, PURCHASE):
        allow_swap(s, s.dealer, mask)
        possible &= mask[(SELL if s.draft == SALE else BUY) + traded_kind(s)]
    expect(possible, "the dealer can't have begun this deal: a token, or something to give or to pay with, is missing")


def check_past(s: Record) -> None:
    """What is remembered of earlier rounds fits together."""
    players = int(s.num_players)
    rounds = s.played[:players].sum(axis=1)
    expect((rounds == rounds[0]).all(), "everybody has played as many cards")
    begun = int(rounds[0]) - (s.over == TERMINATED)
    served = begun <= 0 or MORE * begun <= drawn(s)
    expect(served, f"{drawn(s)} cards have left the pile: too few for the rounds in which cards were played")
    expect(
        (s.kept <= s.spoke).all() and (s.spoke[:players] <= rounds).all(), "kept is at most spoke, and spoke at most the rounds"
    )
    first = not s.last_result
    expect((s.last_card[:players] == 0).all() if first else s.last_card[:players].all(), "last_card is set from round two on")
    expect(first == (rounds[0] == 0), "last_result is set from round two on")
    if first:
        expect(not (s.last_boss or s.last_marker.any() or s.last_word.any()), "there is no last round in the first one")
    else:
        check_last_round(s)


def check_last_round(s: Record) -> None:
    """Its cards have been counted, for the records and for the vote."""
    seats = np.arange(s.num_players)
    expect(s.played[seats, s.last_card[seats] - 1].all(), "the cards of the last round must be among those that were played")
    lead = int((s.last_card == YES + 1).sum()) - int((s.last_card == NO + 1).sum())
    result = PASSED if lead > 0 else FAILED if lead < 0 else TIED
    expect(s.last_result == result, f"last_result is {s.last_result}, but by the cards of the last round it is {result}")


def reveal(s: Record) -> None:
    """Let every seat know every stash and every bundle: hidden bribes lie open."""
    s.memory = 1
    s.known[: s.num_players] = s.stash
    for seat in range(s.num_players):
        s.known[seat, seat] = 0
    s.bundle_kind[s.bundle_kind == HIDDEN_BRIBE] = OPEN_BRIBE
