"""Payoffs: offers, bribes and trades, each sentence from a set position."""

import pytest
from games.good_critters.table import act, deal, digits, known, legal, propose, reveal, stash, table, talk, view

from critter_envs.games.good_critters import actions as a

STASHES = ["5432", "333", "4"]


def deals(stashes=STASHES, shares=("2",), **parameters):
    """A table at the beginning of the deals."""
    batch = table(stashes, shares, payoffs=True, **parameters)
    batch.states[0].payoff_cards[: len(stashes) + 1] = 5
    talk(batch)
    return batch


def money(batch):
    return batch.states[0].payoff_cards[: batch.states[0].num_players].tolist()


def finish(batch, *cards):
    """Nobody deals any more; all choose cards."""
    while batch.states[0].phase == a.DEALING:
        act(batch, a.DONE)
    return reveal(batch, *cards)


# --- turns -----------------------------------------------------------------------------------------------------


def test_everybody_deals_once_from_the_boss_clockwise():
    batch = deals(boss=2)
    order = []
    while batch.states[0].phase == a.DEALING:
        order.append(int(batch.player[0]))
        act(batch, a.DONE)
    assert order == [2, 3, 0, 1]
    assert batch.states[0].phase == a.CHOOSING


@pytest.mark.parametrize("limit", [1, 2, 3])
def test_a_turn_passes_by_itself_after_the_last_deal_allowed(limit):
    batch = deals(deals=limit)
    for _ in range(limit):
        assert batch.player[0] == 0
        deal(batch, a.BRIBE, 1, money=1)
    assert batch.player[0] == 1


def test_a_declined_trade_counts_as_a_deal():
    batch = deals(deals=1)
    propose(batch, 1, a.SELL, "5", 1)
    act(batch, a.DECLINE)
    assert batch.player[0] == 1


def test_the_last_deal_of_the_last_player_ends_the_deals():
    batch = deals(deals=1)
    act(batch, a.DONE, a.DONE, a.DONE)
    propose(batch, 0, a.BUY, "5", 1)
    act(batch, a.DECLINE)
    assert batch.states[0].phase == a.CHOOSING
    assert batch.player[0] == 0


def test_without_payoffs_there_are_no_deals():
    batch = table(STASHES)
    talk(batch)
    assert batch.states[0].phase == a.CHOOSING


# --- bundles ---------------------------------------------------------------------------------------------------


def test_a_bundle_is_put_together_from_the_highest_card_down():
    batch = deals(["5533", "3", ""])
    act(batch, a.BRIBE)
    assert legal(batch) == {a.ADD + 1, a.ADD + 3, a.ADD + a.PAYOFF}
    act(batch, a.ADD + 3)
    assert legal(batch) == {a.ADD + 1, a.ADD + 3, a.ADD + a.PAYOFF, a.CLOSE}
    act(batch, a.ADD + 1)
    assert legal(batch) == {a.ADD + 1, a.ADD + a.PAYOFF, a.CLOSE}
    act(batch, a.ADD + a.PAYOFF)
    assert legal(batch) == {a.ADD + a.PAYOFF, a.CLOSE}
    act(batch, *[a.ADD + a.PAYOFF] * 4)
    assert legal(batch) == {a.CLOSE}


def test_a_hidden_bribe_holds_loot_only():
    batch = deals(["53", "3", ""])
    act(batch, a.SLIP)
    assert legal(batch) == {a.ADD + 1, a.ADD + 3}


def test_what_one_has_not_got_cannot_be_given():
    batch = deals(["", "3", ""])
    assert {a.BRIBE, a.OFFER_YES, a.OFFER_NO, a.TRADE} <= legal(batch)
    assert a.SLIP not in legal(batch)
    batch.states[0].payoff_cards[:4] = [0, 20, 0, 0]
    batch.refresh(0)
    assert legal(batch) == {a.DONE}


def test_the_cards_of_a_bundle_leave_the_stash_at_once():
    batch = deals()
    deal(batch, a.OFFER_YES, 1, "53", 2)
    assert stash(batch, 0) == "42"
    assert money(batch) == [3, 5, 5, 5]
    o = view(batch, 2)
    assert o.bundle_kind[2, 0].tolist() == [1, 0, 0, 0]
    assert o.bundle_to[2, 0].tolist() == [0, 0, 0, 1, 0, 0, 0, 0]
    assert o.bundle[2, 0].tolist() == [0, 1, 0, 1, 2]
    assert o.bundle_size[2, 0] == 4


@pytest.mark.parametrize("kind", [a.OFFER_YES, a.OFFER_NO, a.BRIBE, a.SLIP])
def test_nothing_that_lies_in_a_bundle_can_be_robbed(kind):
    batch = deals(["5", "", ""])
    batch.states[0].marker[0, [2, 3]] = [1 + 0, 1 + 1]  # seat 2 robs the giver, seat 3 the receiver
    deal(batch, kind, 1, "5")
    finish(batch, "guard" if kind == a.OFFER_YES else "no", "no", "rob", "rob")
    assert digits(batch.states[0].last_marker[:4]) is not None
    assert "5" in stash(batch, 0) + stash(batch, 1)
    assert stash(batch, 2) == ""


# --- offers ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("side", "card", "earned"),
    [
        (a.OFFER_YES, "yes", True),
        (a.OFFER_YES, "no", False),
        (a.OFFER_YES, "skim", False),
        (a.OFFER_NO, "no", True),
        (a.OFFER_NO, "yes", False),
        (a.OFFER_NO, "guard", False),
    ],
)
def test_an_offer_goes_to_who_votes_as_asked_or_back(side, card, earned):
    batch = deals(["5432", "333", "4"], pile="2" * 20)
    deal(batch, side, 1, "5", 2)
    finish(batch, "guard", card, "no", "no")
    assert ("5" in stash(batch, 1)) == earned
    assert ("5" in stash(batch, 0)) != earned
    assert money(batch) == ([3, 7, 5, 5] if earned else [5, 5, 5, 5])
    assert not batch.states[0].bundle_kind.any()


def test_everybody_has_two_tokens_and_gets_them_back():
    batch = deals(deals=3)
    for other in (1, 2):
        assert {a.OFFER_YES, a.OFFER_NO} <= legal(batch)
        deal(batch, a.OFFER_YES, other, money=1)
    assert not {a.OFFER_YES, a.OFFER_NO} & legal(batch)
    assert a.BRIBE in legal(batch)
    finish(batch, "no", "yes", "no", "no")
    while batch.states[0].phase != a.DEALING:
        act(batch, min(legal(batch)))
    assert {a.OFFER_YES, a.OFFER_NO} <= legal(batch)


def test_offers_are_settled_before_the_vote_is_carried_out():
    """The loot of a passed vote comes on top, and a bundle is in a stash even when THE FUZZ! end the game."""
    batch = deals(["5", "", ""], above=0)
    deal(batch, a.OFFER_YES, 1, "5")
    finish(batch, "guard", "yes", "guard", "guard")
    assert batch.states[0].over
    assert (stash(batch, 0), stash(batch, 1)) == ("2", "5")


# --- bribes ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", [a.BRIBE, a.SLIP])
def test_a_bribe_stays_with_its_receiver_whatever_they_do(kind):
    batch = deals(["5432", "", ""], pile="2" * 20)
    deal(batch, kind, 1, "54")
    finish(batch, "no", "guard", "no", "no")
    assert (stash(batch, 0), stash(batch, 1)) == ("32", "54")


def test_an_open_bribe_is_seen_by_all():
    batch = deals(known=[(seat, 0, "5432") for seat in (1, 2, 3)])
    deal(batch, a.BRIBE, 1, "53", 1)
    for seat in range(4):
        assert view(batch, seat).bundle[(0 - seat) % 4, 0].tolist() == [0, 1, 0, 1, 1]
        assert view(batch, seat).bundle_kind[(0 - seat) % 4, 0].tolist() == [0, 0, 1, 0]
    assert [known(batch, seat, 0) for seat in (1, 2, 3)] == ["42"] * 3
    finish(batch, "no", "no", "no", "no")
    assert [known(batch, seat, 1) for seat in (0, 2, 3)] == ["53"] * 3


def test_a_hidden_bribe_is_known_to_giver_and_receiver_only():
    batch = deals(["5543", "", ""], known=[(seat, 0, "5543") for seat in (1, 2, 3)])
    deal(batch, a.SLIP, 1, "53")
    assert view(batch, 0).bundle[0, 0].tolist() == [0, 1, 0, 1, 0]
    assert view(batch, 1).bundle[3, 0].tolist() == [0, 1, 0, 1, 0]
    for seat in (2, 3):
        o = view(batch, seat)
        assert not o.bundle.any()
        assert o.bundle_size[(0 - seat) % 4, 0] == 2
        assert o.bundle_kind[(0 - seat) % 4, 0].tolist() == [0, 0, 0, 1]
    assert known(batch, 1, 0) == "54"  # saw which cards left
    assert known(batch, 2, 0) == ""  # two cards left unseen: two off each value
    finish(batch, "no", "no", "no", "no")
    assert known(batch, 0, 1) == "53"
    assert known(batch, 2, 1) == ""


def test_without_memory_the_cards_of_a_hidden_bribe_are_forgotten():
    batch = deals(memory=False)
    deal(batch, a.SLIP, 1, "53")
    for seat in range(4):
        assert not view(batch, seat).bundle.any()
        assert view(batch, seat).bundle_size[(0 - seat) % 4, 0] == 2


# --- trades ----------------------------------------------------------------------------------------------------


def test_a_sale_is_a_card_against_payoff_cards():
    batch = deals()
    propose(batch, 1, a.SELL, "5", 4)
    assert batch.player[0] == 1
    assert legal(batch) == {a.ACCEPT, a.DECLINE}
    act(batch, a.ACCEPT)
    assert (stash(batch, 0), stash(batch, 1)) == ("432", "5333")
    assert money(batch) == [9, 1, 5, 5]
    assert batch.player[0] == 0


def test_a_purchase_is_payoff_cards_against_a_card():
    batch = deals()
    propose(batch, 1, a.BUY, "3", 2)
    act(batch, a.ACCEPT)
    assert (stash(batch, 0), stash(batch, 1)) == ("54332", "33")
    assert money(batch) == [3, 7, 5, 5]


def test_a_declined_trade_changes_nothing():
    batch = deals()
    propose(batch, 1, a.SELL, "5", 4)
    act(batch, a.DECLINE)
    assert (stash(batch, 0), stash(batch, 1)) == ("5432", "333")
    assert money(batch) == [5, 5, 5, 5]


def test_what_one_has_not_got_cannot_be_sold_but_can_be_asked_for():
    batch = deals()
    act(batch, a.TRADE)
    assert legal(batch) == {a.SELL, a.SELL + 1, a.SELL + 2, a.SELL + 3, a.BUY, a.BUY + 1, a.BUY + 2, a.BUY + 3}
    act(batch, a.BUY + 3, a.PRICE)
    assert batch.player[0] == 1
    assert legal(batch) == {a.DECLINE}


def test_nobody_can_pay_more_than_they_have():
    batch = deals()
    batch.states[0].payoff_cards[:4] = [3, 2, 0, 15]
    batch.refresh(0)
    act(batch, a.TRADE)
    sale, purchase = batch.clone(), batch.clone()
    act(sale, a.SELL)
    assert legal(sale) == {a.PRICE, a.PRICE + 1}
    act(purchase, a.BUY)
    assert legal(purchase) == {a.PRICE, a.PRICE + 1, a.PRICE + 2}
    act(batch, a.SELL, a.PRICE, a.DECLINE, a.TRADE + 1)
    assert legal(batch) == {a.BUY + kind for kind in range(4)}  # seat 2 has no Payoff cards


def test_a_card_on_sale_is_shown_to_all():
    batch = deals(known=[(1, 0, "3")])
    propose(batch, 2, a.SELL, "5", 4)
    assert [known(batch, seat, 0) for seat in (1, 2, 3)] == ["53", "5", "5"]
    act(batch, a.DECLINE)
    assert [known(batch, seat, 0) for seat in (1, 2, 3)] == ["53", "5", "5"]
    propose(batch, 1, a.SELL, "5", 4)
    assert [known(batch, seat, 0) for seat in (1, 2, 3)] == ["53", "5", "5"]  # it may be the same card
    act(batch, a.ACCEPT)
    assert [known(batch, seat, 0) for seat in (1, 2, 3)] == ["3", "", ""]
    assert [known(batch, seat, 1) for seat in (0, 2, 3)] == ["5", "5", "5"]


def test_a_card_on_sale_teaches_nothing_to_those_who_know_of_more():
    batch = deals(["5532", "333", "4"], known=[(1, 0, "55"), (2, 0, "3")])
    propose(batch, 2, a.SELL, "5", 4)
    assert [known(batch, seat, 0) for seat in (1, 2, 3)] == ["55", "53", "5"]


def test_everybody_sees_a_trade_that_waits_for_an_answer():
    batch = deals()
    propose(batch, 1, a.BUY, "4", 2)
    o = view(batch, 3)
    assert o.draft.tolist() == [0, 0, 0, 0, 0, 0, 1]
    assert o.partner.tolist() == [0, 0, 1, 0, 0, 0, 0, 0]
    assert o.draft_cards.tolist() == [0, 0, 1, 0, 0]
    assert o.price == 2
    assert o.turn.tolist() == [0, 0, 1, 0, 0, 0, 0, 0]
    assert o.dealer.tolist() == [0, 1, 0, 0, 0, 0, 0, 0]


# --- who sees a deal in the making -----------------------------------------------------------------------------


@pytest.mark.parametrize("steps", [(a.OFFER_NO + 1, a.ADD + 3, a.ADD + 2), (a.SLIP, a.ADD + 3), (a.TRADE + 2, a.SELL + 1)])
def test_nobody_but_its_maker_sees_a_deal_before_it_is_closed(steps):
    batch = deals()
    before = [view(batch, seat).tobytes() for seat in range(4)]
    for step in steps:
        act(batch, step)
        assert [view(batch, seat).tobytes() for seat in (1, 2, 3)] == before[1:]
        assert view(batch, 0).draft.any()


# --- the end ---------------------------------------------------------------------------------------------------


def test_payoff_cards_are_worth_1000_at_the_end():
    batch = deals(["5", "4", "3"], above=0)
    deal(batch, a.BRIBE, 1, money=3)
    finish(batch, "no", "no", "no", "no")
    assert batch.states[0].over
    assert batch.standings()[0][0, :3].tolist() == [5 + 2, 4 + 8, 3 + 5]


def test_payoff_cards_cannot_be_robbed():
    batch = deals(["", "4", "3"])
    batch.states[0].marker[0, 1] = 1
    finish(batch, "no", "rob", "no", "no")
    assert money(batch) == [5, 5, 5, 5]
    assert stash(batch, 1) == "4"


def test_bundles_count_for_their_owners_in_a_game_cut_off():
    batch = deals(["5", "4", "3"], deals=3)
    deal(batch, a.OFFER_YES, 1, "5")
    deal(batch, a.BRIBE, 2, money=2)
    assert batch.standings()[0][0, :3].tolist() == [5 + 3, 4 + 5, 3 + 7]
