import numpy as np
import pytest

from critter_envs.arena.significance import holm, p_value
from critter_envs.arena.statistics import ENOUGH_DEALS


@pytest.mark.parametrize("size", [8, ENOUGH_DEALS - 1, ENOUGH_DEALS, 100])
def test_chance_alone_is_called_sure_once_in_twenty_times_at_most(size):
    generator = np.random.default_rng(20)
    values = [p_value(generator.choice([-1.0, -0.5, 0.0, 0.5, 1.0], size)) for _ in range(200)]
    # The standard deviation of a share of 200 trials at 0.05 is 0.015; three of them on top.
    assert np.mean(np.array(values) < 0.05) < 0.05 + 0.046


def test_many_deals_are_tested_as_pairs_by_student():
    differences = np.array([0.5, -0.25] * 50)
    mean, error = differences.mean(), differences.std(ddof=1) / 10
    assert mean / error == pytest.approx(3.317, abs=1e-3)
    assert p_value(differences) == pytest.approx(0.00128, abs=2e-5)  # of Student's distribution with 99 degrees of freedom
    assert p_value(-differences) == pytest.approx(p_value(differences))


def test_few_deals_show_little():
    assert p_value(np.array([1.0, 1.0, 1.0])) == 0.25  # of eight ways to choose the signs, two are as extreme
    assert p_value(np.array([1.0, 0.5, 1.0])) == 0.25
    assert p_value(np.ones(1)) == 1


def test_no_difference_is_none():
    assert p_value(np.zeros(10)) == 1
    assert p_value(np.zeros(100)) == 1


def test_all_equal_differences_leave_little_doubt():
    assert p_value(np.full(40, 0.5)) == 2.0**-39


def test_holm_by_hand():
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert holm([0.9, 0.8]) == [1, 1]
    assert holm([]) == []
