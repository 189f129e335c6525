# SPDX-License-Identifier: Apache-2.0
"""Layouts at random, and which element lies in each cell, found with numpy as the pages say: pad, transpose, cut
into tiles. Nothing of the library takes part.

A layout is its text, as it stands behind the sizes in a case, and `cells`: of each cell of the buffer the number of
its element, PADDING where a page's padding value stands, or NOTHING.
"""

import random
from dataclasses import dataclass

import numpy as np

PADDING, NOTHING = -1, -2
MOST_CELLS = 20000


@dataclass
class Layout:
    text: str | None  # None: dense row-major, nothing is written
    cells: np.ndarray
    repeats: tuple  # dimensions along which elements share their cells
    value: int | None = None  # of PADDING: 0 for "zero"


def dense(shape):
    return Layout(None, np.arange(_count(shape)), ())


def draw(rng: random.Random, shape, is_input, may_pad_with_value):
    """A layout of a shape: of an input elements may share cells, of an output they never do."""
    makers = (_order, _padded, _tiled, _strided, _strided)
    if not shape:
        makers = (_scalar,)
    for _ in range(20):
        layout = rng.choice(makers)(rng, shape, is_input, may_pad_with_value)
        if layout is not None and layout.cells.size <= MOST_CELLS:
            return layout
    return dense(shape)


def _count(shape):
    return int(np.prod(shape, dtype=np.int64))


def _fill_up(array, sizes, filler):
    """Puts `filler` behind the end of each dimension, up to the new sizes."""
    filled = np.full(sizes, filler, dtype=np.int64)
    filled[tuple(slice(size) for size in array.shape)] = array
    return filled


# ---- memory orders ----


def _physical(shape, minor_to_major, padded):
    """The array of element numbers, most major dimension first."""
    numbers = _fill_up(np.arange(_count(shape)).reshape(shape), padded, PADDING)
    return numbers.transpose(tuple(reversed(minor_to_major)))


def _order(rng, shape, is_input, may_pad):
    order = rng.sample(range(len(shape)), len(shape))
    return Layout("{" + _join(order) + "}", _physical(shape, order, shape).reshape(-1), ())


def _padded(rng, shape, is_input, may_pad):
    order = rng.sample(range(len(shape)), len(shape))
    padded = [size + rng.choice((0, 0, 1, 3)) for size in shape]
    if _count(padded) > MOST_CELLS:
        return None
    has_value = may_pad and padded != list(shape) and rng.random() < 0.5
    text = "{" + _join(order) + ":pad(" + _join(padded) + ")" + ("=zero" if has_value else "") + "}"
    cells = _physical(shape, order, padded).reshape(-1)
    return Layout(text, cells, (), 0 if has_value else None)


def _tiled(rng, shape, is_input, may_pad):
    order = rng.sample(range(len(shape)), len(shape))
    tiles = [[rng.choice((1, 2, 3, 4, 8)) for _ in range(rng.randint(1, len(shape)))]]
    if rng.random() < 0.4:
        tiles.append([rng.choice((1, 2, 4)) for _ in range(rng.randint(1, len(tiles[0])))])
    if _count([size + 7 for size in shape]) > 8 * MOST_CELLS:
        return None
    array = _physical(shape, order, shape)
    for tile in tiles:
        array = _cut(array, tile)
    text = "{" + _join(order) + ":T" + "".join("(" + _join(tile) + ")" for tile in tiles) + "}"
    return Layout(text, array.reshape(-1), ())


def _cut(array, tile):
    """[.., A, B] -> [.., A/a, a, B/b, b] -> [.., A/a, B/b, a, b], filled up to whole tiles."""
    first = array.ndim - len(tile)
    outer, last = array.shape[:first], array.shape[first:]
    tiles = [-(-size // bound) for size, bound in zip(last, tile, strict=True)]
    array = _fill_up(array, outer + tuple(n * bound for n, bound in zip(tiles, tile, strict=True)), NOTHING)
    array = array.reshape(outer + tuple(part for pair in zip(tiles, tile, strict=True) for part in pair))
    inner = list(range(first, first + 2 * len(tile)))
    return array.transpose(list(range(first)) + inner[::2] + inner[1::2])


# ---- strides ----


def _scalar(rng, shape, is_input, may_pad):
    offset = rng.randint(0, 3)
    cells = np.full(offset + 1, NOTHING, dtype=np.int64)
    cells[offset] = 0
    return Layout(":()" + (f"+{offset}" if offset else ""), cells, ())


def _strided(rng, shape, is_input, may_pad):
    strides = [0] * len(shape)
    step, offset, repeats = rng.choice((1, 1, 1, 2, 3)), rng.choice((0, 0, 1, 5)), []
    for d in rng.sample(range(len(shape)), len(shape)):
        if is_input and rng.random() < 0.15:
            repeats.append(d)
            continue
        strides[d] = step
        step = step * max(shape[d], 1) + rng.choice((0, 0, 0, 1, 4))
        if rng.random() < 0.25:
            offset += strides[d] * (shape[d] - 1 if shape[d] else 0)
            strides[d] = -strides[d]
    if step > MOST_CELLS:
        return None
    text = ":(" + _join(strides) + ")" + (f"+{offset}" if offset else "")
    return Layout(text, _cells_of_strides(shape, strides, offset), tuple(repeats))


def _cells_of_strides(shape, strides, offset):
    if _count(shape) == 0:
        return np.zeros(0, dtype=np.int64)
    places = np.full(shape, offset, dtype=np.int64)
    for d, stride in enumerate(strides):
        places += (np.arange(shape[d]) * stride).reshape([-1 if k == d else 1 for k in range(len(shape))])
    cells = np.full(int(places.max()) + 1, NOTHING, dtype=np.int64)
    cells[places.reshape(-1)] = np.arange(places.size)
    return cells


def _join(numbers):
    return ",".join(str(number) for number in numbers)
