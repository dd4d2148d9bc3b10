"""The worked examples of the rulebook."""

from games.greedy_goose.table import act, hand, legal, steal, table, words

from critter_envs import Batch
from critter_envs.games.greedy_goose.rules import FLIP, PASS, STOP

BRENT, TULA, ROMAN = range(3)


def test_tula_puts_back_a_third_red_card_and_draws_again():
    """From six reds and two blues each player must come to two reds and a blue, whatever is drawn on the way."""
    for seed in range(50):
        batch = Batch("greedy_goose", 1, 2, seed, deck={"red": 6, "blue": 2})
        assert [hand(batch, seat) for seat in range(2)] == ["1 blue, 2 red"] * 2
        assert batch.states[0].centre[1] + batch.states[0].table[1] == 2


def test_brent_is_too_greedy():
    batch = table(["2 yellow, 1 purple", "3 green", "1 blue"], "3 yellow, 1 red, 5 purple", turn=ROMAN)
    act(batch, PASS, flips=["yellow"])
    assert batch.player[0] == BRENT
    act(batch, FLIP, flips=["red"])
    assert words(batch.states[0].table) == "1 red, 1 yellow"
    act(batch, FLIP, flips=["yellow", "purple"])
    assert hand(batch, BRENT) == "1 red, 1 purple"
    assert batch.player[0] == TULA
    assert words(batch.states[0].table) == "1 purple"  # Tula's first flip


def test_roman_steals_and_stops():
    hands = ["2 red, 1 yellow", "1 blue", "1 red, 2 yellow"]
    batch = table(hands, "5 green", "1 yellow, 1 purple", turn=ROMAN, action_card="steal")
    act(batch, steal(1), stolen="red")
    assert (hand(batch, BRENT), hand(batch, ROMAN)) == ("1 red, 1 yellow", "2 red, 2 yellow")
    assert batch.player[0] == ROMAN
    assert legal(batch) == {FLIP, STOP, PASS}
    act(batch, STOP)
    assert hand(batch, ROMAN) == "2 red, 3 yellow, 1 purple"
    assert batch.player[0] == BRENT


def test_brent_wins_with_ten_points():
    brent, tula = "1 blue, 2 red, 1 yellow, 4 purple", "1 blue, 2 yellow, 3 green, 1 purple"
    batch = table([brent, tula, "2 red, 3 yellow, 2 purple"])
    _, terminated, _ = act(batch, PASS)
    scores, shares = batch.standings()
    assert terminated[0]
    assert scores[0, :3].tolist() == [10, 9, 7]
    assert shares[0, :3].tolist() == [1, 0, 0]
