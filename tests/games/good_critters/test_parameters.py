"""Parameters, and positions that no game could be in."""

import numpy as np
import pytest
from games.good_critters.table import act, deal, table, talk

from critter_envs import Batch
from critter_envs.core.errors import ParameterError, PositionError
from critter_envs.games.good_critters import GAME
from critter_envs.games.good_critters import actions as a
from critter_envs.games.good_critters.position import reveal


def test_parts_do_not_go_with_anywhere():
    with pytest.raises(ParameterError, match='fuzz_parts=4 can\'t go with fuzz="anywhere"'):
        Batch("good_critters", 1, 4, fuzz="anywhere", fuzz_parts=4)
    Batch("good_critters", 1, 4, fuzz="anywhere")


@pytest.mark.parametrize(
    "parameters",
    [
        {"payoffs": 1},
        {"deals": 0},
        {"deals": 4},
        {"boss_terms": -1},
        {"fuzz": "deep"},
        {"fuzz_parts": 21},
        {"talk_rounds": 4},
        {"talk_rounds": "2"},
    ],
)
def test_what_a_parameter_cannot_take_is_refused(parameters):
    with pytest.raises(ParameterError, match=f"{next(iter(parameters))} can't be"):
        Batch("good_critters", 1, 4, **parameters)


@pytest.mark.parametrize("num_players", [3, 9])
def test_table_sizes_beyond_four_to_eight_are_refused(num_players):
    with pytest.raises(ParameterError, match="from 4 to 8"):
        Batch("good_critters", 1, num_players)


def test_parameters_survive_the_next_game():
    parameters = {"payoffs": True, "boss_terms": 3, "fuzz": "top", "fuzz_parts": 2, "talk_rounds": 2, "deals": 1}
    batch = Batch("good_critters", 4, 4, **parameters)
    batch.play_random(4000)
    for state in batch.states:
        found = GAME.parameters_of(state)
        assert {name: found[name] for name in parameters} == parameters


def test_games_with_payoffs_may_take_more_decisions():
    assert GAME.configure(4).max_decisions == 5000
    assert GAME.configure(4, payoffs=True).max_decisions == 20_000
    assert GAME.configure(4, payoffs=True, max_decisions=9).max_decisions == 9


def middle_of_a_round():
    """Choosing cards, with bundles on the table, in round two."""
    batch = dealing()
    deal(batch, a.BRIBE, 1, "5")
    deal(batch, a.SLIP, 2, "4")
    while batch.states[0].phase == a.DEALING:
        act(batch, a.DONE)
    act(batch, a.CARD)
    return batch


def dealing():
    """Seat 0 deals, in round two."""
    batch = table(["5432"] * 3, payoffs=True, boss_terms=5)
    batch.states[0].payoff_cards[:4] = 5
    talk(batch, words={1: "yes"})
    while batch.states[0].phase == a.DEALING:
        act(batch, a.DONE)
    act(batch, *[a.CARD] * 4)
    while batch.states[0].phase == a.HANDING_OUT:
        act(batch, a.HAND_OUT)
    talk(batch, {0: 1})
    return batch


def test_the_positions_to_be_spoilt_are_sound():
    for batch in middle_of_a_round(), dealing(), table(["2"] * 3), table(["2"] * 3, loot="5"):
        GAME.check(batch.states[0])


@pytest.mark.parametrize(
    ("make", "field", "place", "value", "message"),
    [
        (middle_of_a_round, "pile", 0, 9, r"cards of \$2000"),
        (middle_of_a_round, "bundle", (0, 0, 3), 2, r"cards of \$5000"),
        (middle_of_a_round, "payoff_cards", 1, 6, "21 Payoff cards"),
        (middle_of_a_round, "card", 5, 1, "only seats 0 to 3"),
        (middle_of_a_round, "last_boss", (), 5, "only seats 0 to 3"),
        (middle_of_a_round, "known", (0, 5, 0), 1, "only seats 0 to 3"),
        (middle_of_a_round, "known", (5, 0, 0), 1, "only seats 0 to 3"),
        (middle_of_a_round, "known", (0, 1, 0), 9, "known must be at most"),
        (middle_of_a_round, "known", (0, 0, 0), 1, "zero for one's own"),
        (middle_of_a_round, "fuzz_above", (), 100, "lie above THE FUZZ!"),
        (middle_of_a_round, "fuzz_above", (), -1, "the game must be over"),
        (middle_of_a_round, "term", (), 0, "term must be at least 1"),
        (middle_of_a_round, "term", (), 6, "its limit is 5"),
        (middle_of_a_round, "card", 0, 0, "card is set for those"),
        (middle_of_a_round, "card", 2, 1, "card is set for those"),
        (middle_of_a_round, "marker", (0, 1), 2, "nobody can threaten themselves"),
        (middle_of_a_round, "marker", (1, 1), 1, "for those who have spoken"),
        (middle_of_a_round, "last_marker", 1, 2, "nobody can have threatened"),
        (middle_of_a_round, "talked", (), 0, "talked is 0"),
        (middle_of_a_round, "bundle_kind", (0, 0), 0, "exactly if it has cards"),
        (middle_of_a_round, "bundle_to", (0, 0), 0, "nobody can give a bundle to themselves"),
        (middle_of_a_round, "bundle_to", (1, 1), 2, "exactly if it has cards"),
        (middle_of_a_round, "draft", (), 1, "only while there are deals"),
        (middle_of_a_round, "last_card", 0, 0, "last_card is set"),
        (middle_of_a_round, "last_result", (), 0, "last_card is set"),
        (middle_of_a_round, "last_result", (), 2, "by the cards of the last round it is 1"),
        (middle_of_a_round, "last_card", 0, 3, "among those that were played"),
        (middle_of_a_round, "deals_made", (), 1, "only while there are deals"),
        (middle_of_a_round, "over", (), 1, "THE FUZZ! has not come up"),
        (middle_of_a_round, "played", (0, 0), 2, "as many cards"),
        (middle_of_a_round, "kept", 0, 1, "kept is at most spoke"),
        (middle_of_a_round, "spoke", 0, 2, "spoke at most the rounds"),
        (dealing, "dealer", (), 1, "only seat 1 acts"),
        (dealing, "deals_made", (), 2, "deals_made is 2"),
        (dealing, "partner", (), 1, "without a deal"),
        (dealing, "draft_cards", 1, 1, "without a deal"),
        (dealing, "price", (), 1, "with a price is answered"),
        (dealing, "draft", (), 1, "nobody can deal with themselves"),
        (dealing, "phase", (), 4, "card is set for those"),
        (dealing, "phase", (), 0, "loot lies in the middle exactly"),
        (lambda: table(["2"] * 3), "word", (0, 1), 1, "for those who have spoken"),
        (lambda: table(["2"] * 3), "word", (1, 1), 1, "for those who have spoken"),
        (lambda: table(["2"] * 3), "last_word", 1, 1, "no last round"),
        (lambda: table(["2"] * 3, talk_rounds=0), "spoke", 1, 1, "talk_rounds is 0"),
        (lambda: table(["2"] * 3), "phase", (), 2, "pending is 15"),
        (lambda: table(["2"] * 3, loot="5"), "pending", (), 2, "only seat 0 acts"),
    ],
)
def test_a_position_that_no_game_could_be_in_is_refused(make, field, place, value, message):
    s = make().states[0]
    if place == ():
        s[field] = value
    else:
        s[field][place] = value
    with pytest.raises(PositionError, match=message):
        GAME.check(s)


def offer_of(cards, kind, **changes):
    """A deal of seat 0 in the making, with seat 1."""
    s = dealing().states[0]
    s.draft, s.partner = kind, 1
    s.draft_cards[:] = cards
    for field, value in changes.items():
        s[field] = value
    return s


def on_sale(price):
    """A $5000 of seat 0, for seat 1 to buy."""
    s = offer_of([0, 0, 0, 1, 0], 6, phase=3, pending=2, price=price)
    s.known[1:4, 0, 3] = 1
    return s


@pytest.mark.parametrize(
    ("cards", "kind", "changes", "message"),
    [
        ([0, 0, 0, 9, 0], 1, {}, "must have the cards"),
        ([0, 0, 0, 0, 6], 3, {}, "must have the cards"),
        ([0, 0, 0, 1, 1], 4, {}, "holds loot only"),
        ([0, 0, 0, 1, 0], 5, {}, "about one loot card"),
        ([0, 0, 0, 2, 0], 7, {}, "about one loot card"),
        ([0, 0, 0, 0, 1], 6, {}, "about one loot card"),
        ([0, 0, 0, 1, 0], 6, {"phase": 3, "pending": 2}, "with a price is answered"),
        ([0, 0, 0, 1, 0], 1, {"phase": 3, "pending": 2, "price": 1}, "with a price is answered"),
    ],
)
def test_a_deal_that_cannot_be_made_is_refused(cards, kind, changes, message):
    with pytest.raises(PositionError, match=message):
        GAME.check(offer_of(cards, kind, **changes))


@pytest.mark.parametrize(
    ("cards", "kind", "changes"),
    [
        ([0, 0, 0, 0, 0], 1, {"stash": 0, "money": [0, 10]}),
        ([0, 0, 0, 0, 0], 3, {"stash": 0, "money": [0, 10]}),
        ([0, 0, 0, 0, 0], 4, {"stash": 0, "money": [5, 5]}),
        ([0, 0, 0, 0, 0], 5, {"money": [0, 0]}),
        ([0, 0, 0, 1, 0], 6, {"money": [10, 0]}),
        ([0, 0, 0, 1, 0], 7, {"money": [0, 10]}),
    ],
)
def test_a_deal_that_leads_nowhere_is_refused(cards, kind, changes):
    """Else its dealer would be to act, with nothing legal to do."""
    s = offer_of(cards, kind)
    GAME.check(s)
    money = changes["money"]
    s.payoff_cards[:4] = [*money, 0, 20 - sum(money)]
    if "stash" in changes:
        s.stash[3] += s.stash[0]
        s.stash[0], s.known[:, 0] = 0, 0
    with pytest.raises(PositionError, match="can't have begun this deal"):
        GAME.check(s)


def test_a_third_offer_in_the_making_is_refused():
    batch = table(["5432"] * 3, payoffs=True, deals=3)
    batch.states[0].payoff_cards[:4] = 5
    talk(batch)
    for partner in (1, 2):
        deal(batch, a.OFFER_NO, partner, money=1)
    s = batch.states[0]
    s.draft, s.partner = 3, 1
    GAME.check(s)
    s.draft = 2
    with pytest.raises(PositionError, match="a token"):
        GAME.check(s)


def test_bundles_without_payoffs_are_refused():
    batch = table(["5432"] * 3)
    talk(batch)
    s = batch.states[0]
    s.bundle_kind[0, 0], s.bundle_to[0, 0], s.bundle[0, 0, 3] = 3, 1, 1
    s.stash[0, 3] -= 1
    with pytest.raises(PositionError, match="no bundles without payoffs"):
        GAME.check(s)


def test_a_card_on_sale_that_somebody_does_not_know_of_is_refused():
    """Else it could be dealt anew to somebody else, and be sold all the same."""
    s = on_sale(1)
    GAME.check(s)
    s.known[2, 0] = 0
    with pytest.raises(PositionError, match=r"the seats \[2\] don't know"):
        GAME.check(s)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"fuzz_above": 24}, "THE FUZZ! has not come up"),
        ({"over": 2}, "the game must be over"),
        ({"phase": 1}, "over before any loot"),
        ({"talked": 3}, "talked is 3"),
        ({"card": [1] * 4 + [0] * 4}, "card is set"),
    ],
)
def test_a_game_is_over_between_two_rounds_when_the_fuzz_have_come_up(changes, message):
    s = table(["2"] * 3, [""]).states[0]
    s.over, s.pending, s.phase, s.fuzz_above = 1, 0, 0, -1
    GAME.check(s)
    for field, value in changes.items():
        s[field] = value
    with pytest.raises(PositionError, match=message):
        GAME.check(s)


def test_more_rounds_than_the_pile_can_have_served_are_refused():
    s = table(["2"] * 3, pile="2345" * 7).states[0]  # 90 of its 118 cards have left
    s.last_result, s.last_card[:4] = 1, 1
    s.played[:4, 0] = 45
    GAME.check(s)
    s.played[:4, 0] = 46
    with pytest.raises(PositionError, match="90 cards have left the pile"):
        GAME.check(s)


def test_a_price_beyond_what_can_be_paid_is_refused():
    s = on_sale(5)
    GAME.check(s)
    s.payoff_cards[:4] = [6, 4, 5, 5]
    with pytest.raises(PositionError, match="more than can be paid"):
        GAME.check(s)


def test_more_offers_than_tokens_are_refused():
    batch = table(["5432"] * 3, payoffs=True, deals=3)
    batch.states[0].payoff_cards[:4] = 5
    talk(batch)
    for partner in (1, 2, 3):
        deal(batch, a.BRIBE, partner, money=1)
    s = batch.states[0]
    GAME.check(s)
    s.bundle_kind[0] = 1
    with pytest.raises(PositionError, match="tokens"):
        GAME.check(s)


def test_bundles_of_players_who_have_yet_to_deal_are_refused():
    s = dealing().states[0]
    s.bundle_kind[2, 0], s.bundle_to[2, 0], s.bundle[2, 0, 4] = 3, 1, 1
    s.payoff_cards[2] -= 1
    with pytest.raises(PositionError, match="have had a turn to deal"):
        GAME.check(s)


def test_reveal_lets_every_seat_see_everything():
    batch = middle_of_a_round()
    state = batch.states[0].copy()
    reveal(state)
    assert not np.array_equal(batch.states[0].known, state.known)
    for observer in range(4):
        for holder in range(4):
            expected = state.stash[holder] if observer != holder else [0] * 4
            assert state.known[observer, holder].tolist() == list(expected)
    assert state.bundle_kind[0, :2].tolist() == [3, 3]
    GAME.check(state)
