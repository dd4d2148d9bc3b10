"""The chance of a game: xoshiro128** (Blackman and Vigna, version 1.1), kept as four words in the game's state.

All arithmetic is on words of 32 bits inside signed integers of 64, so that compiled code, plain Python and
any machine give the same numbers.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from .counts import total
from .jit import inlined, rule

Words = NDArray[np.int64]

_MASK32 = 0xFFFFFFFF
_MASK63 = 0x7FFFFFFFFFFFFFFF
_GOLDEN32 = 0x9E3779B9
_GOLDEN63 = 0x1E3779B97F4A7C15

#: Seeds are whole numbers from 0 to this one.
MAX_SEED = _MASK63


@inlined
def _rotate(word: int, bits: int) -> int:
    return ((word << bits) | (word >> (32 - bits))) & _MASK32


@inlined
def next_word(rng: Words) -> int:
    """The next 32 random bits."""
    s0, s1, s2, s3 = int(rng[0]), int(rng[1]), int(rng[2]), int(rng[3])
    word = (_rotate((s1 * 5) & _MASK32, 7) * 9) & _MASK32
    shifted = (s1 << 9) & _MASK32
    s2 ^= s0
    s3 ^= s1
    rng[1] = s1 ^ s2
    rng[0] = s0 ^ s3
    rng[2] = s2 ^ shifted
    rng[3] = _rotate(s3, 11)
    return word


@inlined
def below(rng: Words, count: int) -> int:
    """A whole number from 0 to ``count`` - 1, each equally likely; ``count`` is at most 2**31.

    Lemire's method: a product of 64 bits, drawn again in the few cases that would favour small numbers.
    """
    count = int(count)
    product = next_word(rng) * count
    if product & _MASK32 < count:
        threshold = (_MASK32 + 1 - count) % count
        while product & _MASK32 < threshold:
            product = next_word(rng) * count
    return product >> 32


@inlined
def draw(rng: Words, counts: NDArray[Any]) -> int:
    """The kind of a card drawn blindly from a heap that holds ``counts[kind]`` cards of each kind (at least one in all)."""
    place = below(rng, total(counts))
    for kind in range(counts.size):
        place -= int(counts[kind])
        if place < 0:
            return kind
    return -1


@rule
def shuffle(rng: Words, cards: NDArray[np.int16], count: int) -> None:
    """Shuffle the first ``count`` places of ``cards`` (Fisher and Yates)."""
    for last in range(count - 1, 0, -1):
        place = below(rng, last + 1)
        card = cards[last]
        cards[last] = cards[place]
        cards[place] = card


@inlined
def choose(rng: Words, mask: NDArray[np.uint8]) -> int:
    """One of the legal actions of ``mask``, each equally likely; at least one must be legal."""
    return draw(rng, mask)


@rule
def _mix(word: int) -> int:
    word ^= word >> 16
    word = (word * 0x21F0AAAD) & _MASK32
    word ^= word >> 15
    word = (word * 0x735A2D97) & _MASK32
    return word ^ (word >> 15)


@rule
def _seed_word(seed: int, stream: int) -> int:
    seed = int(seed)
    high = _mix(((seed >> 32) + _GOLDEN32 * stream) & _MASK32)
    return _mix(((seed & _MASK32) + _GOLDEN32 * (stream + 7) & _MASK32) ^ high)


@rule
def start(rng: Words, seed: int, stream: int) -> None:
    """Start a generator from a seed; different streams of one seed have nothing to do with each other."""
    for word in range(4):
        rng[word] = _seed_word(seed, 4 * stream + word + 1)
    if rng[0] == 0 and rng[1] == 0 and rng[2] == 0 and rng[3] == 0:
        rng[0] = 1  # the one state that this generator never leaves


@rule
def pick(seed: int, count: int) -> int:
    """A whole number below ``count`` that depends on the seed alone, apart from every stream."""
    return (_seed_word(seed, 0) * int(count)) >> 32


@rule
def following(seed: int) -> int:
    """The seed of the game after the one with this seed: it depends on no action, and never comes round."""
    return (int(seed) + _GOLDEN63) & _MASK63


def all_following(seeds: Words) -> Words:
    """``following`` for an array, without the compiler."""
    return (seeds + np.int64(_GOLDEN63)) & np.int64(_MASK63)


def seeds(seed: int, count: int) -> Words:
    """The seeds of ``count`` games from one. The first is ``seed`` itself, and no seed depends on ``count``."""
    words = np.random.SeedSequence(seed).generate_state(count, np.uint64)
    games = (words >> np.uint64(1)).astype(np.int64)
    games[:1] = seed
    return games


def words(seed: int, *purpose: int) -> Words:
    """A started generator for something besides the games, such as an agent; purposes have nothing to do with each other."""
    return np.random.SeedSequence(seed, spawn_key=purpose).generate_state(4, np.uint32).astype(np.int64)
