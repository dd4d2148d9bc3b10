"""Returns from standings, with exact numbers."""

import numpy as np
import pytest

from critter_envs.core.pay import REWARDS, pay


def returns(reward, scores, keys=None, scale=10.0, seats=6):
    out = np.zeros(seats)
    padded = np.zeros((2, seats), np.int64)
    padded[0, : len(scores)] = scores
    padded[1, : len(scores)] = scores if keys is None else keys
    pay(REWARDS.index(reward), len(scores), padded[0], padded[1], scale, out)
    assert not out[len(scores) :].any()
    return out[: len(scores)].tolist()


def test_a_lone_winner_gets_one_and_the_others_share_the_loss():
    assert returns("win", [3, 9, 1, 2]) == pytest.approx([-1 / 3, 1, -1 / 3, -1 / 3])


def test_winners_share():
    assert returns("win", [9, 9, 1, 2]) == pytest.approx([1 / 3, 1 / 3, -1 / 3, -1 / 3])
    assert returns("win", [5, 5]) == [0, 0]


def test_the_tie_break_decides_whatever_the_scores():
    assert returns("win", [9, 9], keys=[91, 92]) == [-1, 1]


def test_scores_are_paid_against_the_mean_of_the_table():
    assert returns("score", [10, 20, 30], scale=5.0) == pytest.approx([-2, 0, 2])
    assert returns("score", [-4, 4], scale=4.0) == pytest.approx([-1, 1])


def test_ranks_are_spread_evenly():
    assert returns("rank", [1, 4, 3, 2, 0]) == pytest.approx([-0.5, 1, 0.5, 0, -1])


def test_tied_ranks_are_averaged():
    assert returns("rank", [7, 7, 1]) == pytest.approx([0.5, 0.5, -1])
    assert returns("rank", [2, 2, 2, 2]) == pytest.approx([0, 0, 0, 0])


def test_ranks_count_tie_breaks():
    assert returns("rank", [7, 7, 1], keys=[71, 72, 10]) == pytest.approx([0, 1, -1])


@pytest.mark.parametrize("reward", REWARDS)
@pytest.mark.parametrize("players", [2, 3, 6])
def test_returns_are_zero_sum(reward, players):
    rng = np.random.default_rng(players)
    for _ in range(50):
        assert sum(returns(reward, rng.integers(-3, 4, players))) == pytest.approx(0)
