import numpy as np
import pytest

from critter_envs.arena.statistics import ENOUGH_DEALS, mean_interval, mean_of_estimates, share_interval, student

SEED = 20


@pytest.mark.parametrize(
    ("freedom", "printed"), [(2, 4.303), (3, 3.182), (5, 2.571), (10, 2.228), (29, 2.045), (100, 1.984), (10**6, 1.960)]
)
def test_student_agrees_with_the_printed_table(freedom, printed):
    rounded = 0.0005
    assert student(freedom) == pytest.approx(printed, abs=rounded + printed * (0.01 if freedom < 10 else 0.0001))


def coverage(estimates, truth):
    return np.mean([estimate.low <= truth <= estimate.high for estimate in estimates])


@pytest.mark.parametrize("size", [5, 20, 200])
def test_the_interval_of_a_mean_covers_it_95_times_in_100(size):
    samples = np.random.default_rng(SEED).normal(3, 2, (4000, size))
    # The standard deviation of a share of 4,000 trials at 0.95 is 0.0034; four of them on either side.
    assert coverage(map(mean_interval, samples), 3) == pytest.approx(0.95, abs=0.014)


def test_the_interval_of_a_share_covers_it():
    # Each deal is played in four seatings; two of their outcomes always go together, as those of one deal may.
    outcomes = np.random.default_rng(SEED).random((4000, 300, 3)) < 0.3
    shares = (outcomes.sum(axis=2) + outcomes[:, :, 0]) / 4
    assert coverage(map(share_interval, shares), 0.3) == pytest.approx(0.95, abs=0.014)


@pytest.mark.parametrize("size", [4, ENOUGH_DEALS - 1])
@pytest.mark.parametrize("chance", [0.25, 0.6, 0.97])
def test_with_few_deals_the_interval_of_a_share_is_rather_too_wide(size, chance):
    shares = (np.random.default_rng(SEED).random((4000, size, 2)) < chance).mean(axis=2)
    assert coverage(map(share_interval, shares), chance) >= 0.95 - 0.014


def test_who_won_all_is_not_sure_to_win_all():
    won = share_interval(np.ones(1000))
    assert won.mean == won.high == 1
    assert 0.99 < won.low < 0.9999
    lost = share_interval(np.zeros(1000))
    assert lost.low == pytest.approx(0, abs=1e-12)
    assert lost.high == pytest.approx(1 - won.low)


def test_shares_that_do_not_vary_leave_no_doubt():
    estimate = share_interval(np.full(100, 0.25))
    assert (estimate.low, estimate.mean, estimate.high) == (0.25, 0.25, 0.25)


def test_shares_stay_between_nothing_and_all():
    rare = np.zeros(40)
    rare[0] = 1
    assert share_interval(rare).low == 0
    assert share_interval(1 - rare).high == 1


def test_too_few_values_have_no_interval():
    for values in ([2.0], [2.0, 4.0]):
        assert (mean_interval(values).low, mean_interval(values).high) == (None, None)
    assert mean_interval([2.0, 4.0]).mean == 3


def test_the_mean_of_estimates_covers():
    generator = np.random.default_rng(SEED)
    pairs = [(generator.normal(1, 1, 100), generator.normal(3, 5, 400)) for _ in range(4000)]
    assert coverage((mean_of_estimates([mean_interval(one) for one in pair]) for pair in pairs), 2) == pytest.approx(
        0.95, abs=0.014
    )
    assert mean_of_estimates([mean_interval(pairs[0][0]), mean_interval([1.0])]).low is None


def test_who_won_all_at_each_table_size_could_still_lose():
    always = share_interval(np.ones(40)).times(2)
    both = mean_of_estimates([always, always])
    assert both.mean == both.high == 2
    # Two that fall short by so much each do so by a root of two of it together, and by half of that on average.
    assert 2 - both.low == pytest.approx((2 - always.low) / np.sqrt(2))
    assert always.low < both.low < 2
