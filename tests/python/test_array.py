# SPDX-License-Identifier: Apache-2.0
"""Arrays of ours as sequences: elements, parts and lists of them."""

import random

import libgather as lg
import ml_dtypes
import numpy as np
import pytest

DATA = np.arange(2 * 3 * 5, dtype="i2").reshape(2, 3, 5)


def same(ours, numpy):
    if isinstance(ours, lg.Array):
        return ours.shape == numpy.shape and ours.tolist() == numpy.tolist()
    return not isinstance(numpy, np.ndarray) and ours == numpy


@pytest.mark.parametrize("source", [DATA, DATA.T, DATA[::-1, :, ::2], DATA[:0], DATA[0, 0, 0:1]])
def test_parts_are_numpys(source):
    array, choose = lg.Array(source), random.Random(8)
    for _ in range(300):
        keys = []
        for size in source.shape[: choose.randint(0, source.ndim)]:
            ends = [choose.choice([None, *range(-size - 1, size + 2)]) for _ in range(2)]
            part = slice(*ends, choose.choice([None, 1, 2, -1, -3]))
            keys.append(choose.choice([part, choose.randint(-size - 1, size)]))
        if choose.random() < 0.3:
            keys.insert(choose.randint(0, len(keys)), ...)
        key = keys[0] if len(keys) == 1 and choose.random() < 0.5 else tuple(keys)
        try:
            wanted = source[key]
        except IndexError:
            with pytest.raises(IndexError):
                array[key]
        else:
            # numpy gives an array without dimensions where an ellipsis stands; here it is the number
            assert same(array[key], wanted if np.ndim(wanted) else wanted.item()), key


def test_a_part_shares_its_memory():
    memory = bytearray(range(12))
    part = lg.Array(memory, "u8[3,4]")[1:, ::2]
    memory[4] = 99
    assert part.tolist() == [[99, 6], [8, 10]] and not part.readonly
    assert np.asarray(part).tolist() == [[99, 6], [8, 10]]
    assert lg.take(part, [1], axis=1).tolist() == [[6], [10]]
    assert lg.Array(bytes(4))[1:].readonly
    held = lg.Array(bytearray(b"abc"))[1:]
    assert held.tolist() == [98, 99]


def test_iteration():
    array = lg.Array(DATA)
    assert len(array) == 2 and [each.tolist() for each in array] == DATA.tolist()
    assert list(array[1, 2]) == DATA[1, 2].tolist() and 29 in array[1, 2] and 7 not in array[1, 2]
    assert list(reversed(array[0, 0])) == [4, 3, 2, 1, 0]
    assert list(lg.Array(DATA[:0])) == []
    with pytest.raises(TypeError):
        len(lg.Array(DATA[0, 0, 0]))


def test_layouts_with_tiles_have_elements():
    tiled = lg.relayout(DATA[0], "{1,0:T(2,2)}")
    assert [[tiled[r, c] for c in range(5)] for r in range(3)] == DATA[0].tolist()
    assert tiled[-1, -1] == DATA[0, -1, -1] and tiled[..., 1, 0] == DATA[0, 1, 0]
    with pytest.raises(IndexError):
        tiled[3, 0]
    with pytest.raises(ValueError, match="tiles"):
        tiled[0]


def test_narrow_elements():
    data = np.arange(-4, 4).astype(ml_dtypes.int4)
    assert lg.Array(data)[::-2].tolist() == [3, 1, -1, -3] and lg.Array(data)[2] == -2
    packed = lg.Array(bytes([0x21, 0x43]), "u4[4]{0:E(4)}")
    assert packed[1:].tolist() == [2, 3, 4] and packed[3] == 4


@pytest.mark.parametrize("key", ["a", 1.5, None, [0], (0, 0, 0, 0), (..., ...), (slice(0, 1, 0),)])
def test_what_is_no_index(key):
    with pytest.raises((IndexError, TypeError, ValueError)):
        lg.Array(DATA)[key]


OUTSIDE = [
    (99, (1,), (1,)),
    (-1, (1,), (1,)),
    (0, (99,), (1,)),
    (0, (2,), (1 << 62,)),
    (0, (-1,), (1,)),
    (0, (1,) * 99, (1,) * 99),
    (0, (1, 1), (1,)),
    (0, ("a",), (1,)),
]


@pytest.mark.parametrize("view", OUTSIDE)
def test_no_view_leaves_the_memory(view):
    with pytest.raises((ValueError, IndexError, OverflowError, TypeError)):
        lg.Array(bytes(10))._view(*view)
