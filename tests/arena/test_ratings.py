import numpy as np
import pytest

from critter_envs.arena import ratings
from critter_envs.arena.ratings import DEALS_IN_GROUP, GROUPS, Rating, by_deals, intervals, rate
from critter_envs.arena.statistics import student


def test_two_by_hand():
    """The first steps of Weng and Lin (2011), algorithm 4, for two players: the winner's chance was one half."""
    (one, other) = rate([Rating(), Rating()], [[((0, 1), (0, 1))]])
    beta, sigma = 25 / 6, 25 / 3
    c = np.sqrt(2 * (beta**2 + sigma**2))
    assert one.mean == pytest.approx(25 + sigma**2 / c / 2)
    assert other.mean == pytest.approx(25 - sigma**2 / c / 2)
    assert one.sigma == pytest.approx(sigma * np.sqrt(1 - sigma**2 / c**2 / 4))


def test_a_tie_of_equals_moves_nobody():
    assert [one.mean for one in rate([Rating(), Rating()], [[((0, 1), (3, 3))]])] == [25, 25]


def test_one_who_did_better_rises_though_neither_won():
    first, second, third = rate([Rating()] * 3, [[((0, 1, 2), (0, 1, 2))]])
    assert first.mean > second.mean > third.mean


def test_seats_of_one_agent_move_it_together():
    one, other = rate([Rating(), Rating()], [[((0, 1, 1, 1), (6, 0, 2, 4))]])
    assert one.mean < 25 < other.mean
    assert one.mean + other.mean == pytest.approx(50)


def test_deals_are_rated_in_turn():
    one, two = np.array([[0, 1], [1, 0]]), np.array([[2, 2]])
    ranks = np.arange(8, dtype=np.uint8).reshape(2, 2, 2)
    deals = list(by_deals([[(one, ranks), (two, ranks[:1, :1])], [(two, ranks[:1, 1:])]]))
    assert deals == [
        [([0, 1], [0, 1]), ([1, 0], [2, 3]), ([2, 2], [0, 1])],
        [([0, 1], [4, 5]), ([1, 0], [6, 7])],
        [([2, 2], [2, 3])],
    ]


TRUTH = np.array([22.0, 24.0, 25.0, 26.0, 28.0])


def play(generator, deals):
    """Tables of four among five agents, whose outcomes follow the model with these strengths."""
    tables = []
    for left_out in range(5):
        seating = np.delete(np.arange(5), left_out)
        worth = TRUTH[seating] / (25 / 6 * 2) + generator.gumbel(size=(deals, 1, 4))
        tables.append((seating[None], (-worth).argsort(axis=2).argsort(axis=2).astype(np.uint8)))
    return tables


def test_ratings_find_the_truth_and_intervals_hold_it():
    generator = np.random.default_rng(20)
    held, errors = [], []
    for _ in range(12):
        rounds = [play(generator, GROUPS * 10)]
        found = intervals(rate([Rating()] * 5, by_deals(rounds)), rounds)
        errors.append([one.mean - truth for one, truth in zip(found, TRUTH, strict=True)])
        held += [one.low <= truth <= one.high for one, truth in zip(found, TRUTH, strict=True)]
    # Ratings of 400 games an agent are off by 0.5 or so; their mean over 12 tournaments by less.
    assert np.abs(np.mean(errors, axis=0)).max() < 0.6
    # 60 intervals, each right 19 times in 20: fewer than 51 in one of 2,000 cases.
    assert sum(held) >= 51
    assert np.mean([one.high - one.low for one in found]) < 4


def test_intervals_come_from_what_each_group_of_deals_would_rate(monkeypatch):
    rounds = [play(np.random.default_rng(0), 60)]
    begun, dealt = [], []

    def rate_group(start, deals):
        begun.append(start)
        dealt.append(list(deals))
        return [Rating(float(len(begun))), *start[1:]]

    monkeypatch.setattr(ratings, "rate", rate_group)
    found = intervals([Rating(30.0, 1.0), *[Rating(20.0, 2.0)] * 4], rounds)
    assert begun == [[Rating(30.0), *[Rating(20.0)] * 4]] * GROUPS  # with a newcomer's doubt
    assert dealt == [list(by_deals(rounds))[first::GROUPS] for first in range(GROUPS)]
    half = student(GROUPS - 1) * np.std(range(1, GROUPS + 1), ddof=1) / np.sqrt(GROUPS)
    assert (found[0].mean, found[0].low, found[0].high) == pytest.approx((30, 30 - half, 30 + half))
    assert (found[1].low, found[1].high) == (20, 20)


def test_too_few_deals_have_no_interval():
    rounds = [play(np.random.default_rng(0), GROUPS * DEALS_IN_GROUP - 1)]
    assert {one.low for one in intervals([Rating()] * 5, rounds)} == {None}
    rounds.append(play(np.random.default_rng(1), 1))  # deals of all rounds count
    assert None not in {one.low for one in intervals([Rating()] * 5, rounds)}
