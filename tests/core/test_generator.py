"""The generator against published vectors, against plain Python, and against bias."""

import numpy as np
import pytest

from critter_envs.core import generator


def reference_words(state, count):
    """xoshiro128** with Python's unbounded integers, straight from its definition."""
    mask = 0xFFFFFFFF

    def rotate(word, bits):
        return ((word << bits) | (word >> (32 - bits))) & mask

    s = list(state)
    for _ in range(count):
        yield rotate(s[1] * 5 & mask, 7) * 9 & mask
        t = s[1] << 9 & mask
        s[2] ^= s[0]
        s[3] ^= s[1]
        s[1] ^= s[2]
        s[0] ^= s[3]
        s[2] ^= t
        s[3] = rotate(s[3], 11)


def test_first_words_from_the_published_state():
    rng = np.array([1, 2, 3, 4])
    assert [generator.next_word(rng) for _ in range(4)] == [11520, 0, 5927040, 70819200]


def test_one_step_of_the_reference_implementation():
    rng = np.array([0x964D4A0C, 0xD40AB895, 0xAD7FDECB, 0x3006F0F0])
    assert generator.next_word(rng) == 0xF1391922


@pytest.mark.parametrize("seed", [0, 1, 2**31, 2**63 - 1])
def test_many_words_equal_plain_python(seed):
    rng = np.zeros(4, np.int64)
    generator.start(rng, seed, 0)
    expected = list(reference_words(rng.tolist(), 2000))
    assert [generator.next_word(rng) for _ in range(2000)] == expected
    assert ((rng >= 0) & (rng < 2**32)).all()


def test_below_draws_again_where_small_numbers_would_be_favoured():
    """Without drawing again, every third of 3 * 2**29 numbers would come from two words and the others from three."""
    count = 3 * 2**29
    rng = generator.words(7)
    numbers = np.array([generator.below(rng, count) for _ in range(30_000)])
    residues = np.bincount(numbers % 3, minlength=3)
    assert numbers.max() < count
    assert (abs(residues - 10_000) < 5 * np.sqrt(30_000 * 2 / 9)).all(), residues


def test_below_is_uniform_over_a_small_range():
    rng = generator.words(11)
    counts = np.bincount([generator.below(rng, 6) for _ in range(60_000)], minlength=6)
    chi_square = ((counts - 10_000) ** 2 / 10_000).sum()
    assert chi_square < 20.5  # the 99.9 % point with five degrees of freedom


def test_draw_follows_the_counts_and_never_takes_what_is_not_there():
    rng = generator.words(3)
    counts = np.array([0, 1, 0, 3, 0], np.int16)
    kinds = np.bincount([generator.draw(rng, counts) for _ in range(40_000)], minlength=5)
    assert kinds[[0, 2, 4]].sum() == 0
    assert abs(kinds[1] - 10_000) < 5 * np.sqrt(40_000 * 3 / 16)


def test_shuffle_reaches_every_order_equally_often_and_leaves_the_rest():
    rng = generator.words(5)
    orders = {}
    for _ in range(24_000):
        cards = np.array([0, 1, 2, 3, 9], np.int16)
        generator.shuffle(rng, cards, 4)
        assert cards[4] == 9
        orders[tuple(cards[:4])] = orders.get(tuple(cards[:4]), 0) + 1
    assert len(orders) == 24
    assert sum((count - 1000) ** 2 / 1000 for count in orders.values()) < 49.7  # 99.9 % point, 23 degrees of freedom


def test_seeds_do_not_depend_on_their_number_and_begin_with_the_given_one():
    many = generator.seeds(42, 100)
    assert many[0] == 42
    assert (generator.seeds(42, 7) == many[:7]).all()
    assert len(set(many.tolist())) == 100
    assert not set(many.tolist()) & set(generator.seeds(43, 100).tolist())


def test_the_next_game_has_another_seed_that_is_valid():
    seed, seen = 2**63 - 1, set()
    for _ in range(1000):
        seed = generator.following(seed)
        assert 0 <= seed <= generator.MAX_SEED
        seen.add(seed)
    assert len(seen) == 1000


def test_streams_and_neighbouring_seeds_differ():
    starts = set()
    for seed in range(200):
        for stream in range(5):
            rng = np.zeros(4, np.int64)
            generator.start(rng, seed, stream)
            starts.add(tuple(rng))
    assert len(starts) == 1000


def test_bits_of_starts_are_balanced():
    """Each bit of each word of a started generator is set for about half of all seeds."""
    words = np.zeros((4000, 4), np.int64)
    for seed, rng in enumerate(words):
        generator.start(rng, seed, 0)
    bits = (words[:, :, None] >> np.arange(32)) & 1
    assert abs(bits.mean(axis=0) - 0.5).max() < 5 * 0.5 / np.sqrt(4000)


def test_pick_is_uniform():
    picks = np.bincount([generator.pick(seed, 5) for seed in range(10_000)], minlength=5)
    assert ((picks - 2000) ** 2 / 2000).sum() < 18.5  # 99.9 % point, four degrees of freedom
