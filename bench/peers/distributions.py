# SPDX-License-Identifier: Apache-2.0
"""How indices lie in an axis: the same words as `gather bench` has. `size` is the axis's, `shape` the indices'."""

import math

import numpy as np

RUN = 64


def uniform(random, size, count, shape):
    return random.integers(0, size, count)


def zipf(random, size, count, shape):
    """Ranks by Zipf's law with exponent 1.05, scattered over the axis."""
    sums = np.cumsum(np.arange(1, size + 1) ** -1.05)
    ranks = np.searchsorted(sums, random.random(count) * sums[-1])
    return random.permutation(size)[np.minimum(ranks, size - 1)]


def ascending(random, size, count, shape):
    return np.sort(uniform(random, size, count, shape))


def runs(random, size, count, shape):
    starts = random.integers(0, size - RUN + 1, math.ceil(count / RUN))
    return (starts[:, None] + np.arange(RUN)).reshape(-1)[:count]


def duplicates(random, size, count, shape):
    pool = random.integers(0, size, max(1, count // 10))
    return pool[random.integers(0, pool.size, count)]


def permutation(random, size, count, shape):
    """Each once; more often, as often as each other; fewer than the axis has, some of them."""
    if count < size:
        return random.permutation(size)[:count]
    return random.permutation(np.arange(count) % size)


def arange(random, size, count, shape):
    return (size - count) // 2 + np.arange(count)


def flip(random, size, count, shape):
    return arange(random, size, count, shape)[::-1]


def equal(random, size, count, shape):
    return np.full(count, size // 3)


def last(random, size, count, shape):
    return np.full(count, -1)


def spread(random, size, count, shape):
    return np.linspace(0, size - 1, count).astype(np.int64)


def frames(random, size, count, shape):
    length = shape[-1]
    starts = np.linspace(0, size - length, count // length).astype(np.int64)
    return (starts[:, None] + np.arange(length)).reshape(-1)


DRAWN = {
    "uniform": uniform,
    "zipf": zipf,
    "sorted": ascending,
    "runs": runs,
    "duplicates": duplicates,
    "permutation": permutation,
    "arange": arange,
    "flip": flip,
    "equal": equal,
    "last": last,
    "spread": spread,
    "frames": frames,
}


def draw(word, random, size, shape):
    return DRAWN[word](random, size, math.prod(shape), shape).reshape(shape)
