# SPDX-License-Identifier: Apache-2.0
"""take along several axes at once, against numpy's takes one behind the other; and what it refuses."""

import os
import random

import libgather as lg
import ml_dtypes
import numpy as np
import pytest

SEED = int(os.environ.get("GATHER_TEST_SEED", 20240229))


def expected(x, lists, axes, mode="raise"):
    for one, axis in zip(lists, axes):
        x = np.take(x, one, axis=axis, mode=mode)
    return x


def some_array(rng, generator):
    shape = [rng.randrange(1, 6) for _ in range(rng.randrange(1, 5))]
    x = generator.integers(0, 255, shape).astype(rng.choice(["u1", "i2", "f4", "f8", "c16"]))
    x = x.transpose(rng.sample(range(x.ndim), x.ndim))
    return np.flip(x, rng.randrange(x.ndim)) if rng.random() < 0.3 else x


def test_random_against_numpy():
    rng, generator = random.Random(SEED), np.random.default_rng(SEED)
    print(f"GATHER_TEST_SEED={SEED}")
    for _ in range(2000):
        x = some_array(rng, generator)
        axes = rng.sample(range(x.ndim), rng.randrange(1, x.ndim + 1))
        mode = rng.choice(["raise", "wrap", "clip"])
        reach = 1 if mode == "raise" else 3
        lists = []
        for axis in axes:
            size = reach * x.shape[axis]
            one = generator.integers(-size, size, rng.randrange(6)).astype(rng.choice(["i1", "i4", "i8"]))
            lists.append(one if rng.random() < 0.7 else one.tolist())
        wanted = expected(x, [np.asarray(one, dtype=np.int64) for one in lists], axes, mode)
        axes = [axis - x.ndim if rng.random() < 0.3 else axis for axis in axes]
        got = lg.take(x, lists, axis=tuple(axes), mode=mode, threads=rng.choice([None, 2]))
        assert got.dtype == wanted.dtype and got.shape == wanted.shape and (got == wanted).all()
        out = np.zeros(wanted.shape[::-1], wanted.dtype).T
        assert lg.take(x, lists, axis=tuple(axes), mode=mode, out=out) is out
        assert (out == wanted).all()


def test_kinds_of_data():
    x = lg.Array(bytes(range(12)), "u8[3,4]")
    assert lg.take(x, ([2, 0], range(3)), axis=(0, 1)).tolist() == [[8, 9, 10], [0, 1, 2]]
    turned = lg.relayout(x, "{0,1}")
    assert lg.take(turned, np.array([[2, 0], [1, -1]]), axis=(0, 1)).tolist() == [[9, 11], [1, 3]]
    narrow = np.arange(-6, 6).astype(ml_dtypes.int4).reshape(3, 4)
    assert (lg.take(narrow, ([2, 0], [3, 1, 1]), axis=(0, 1)) == narrow[[2, 0]][:, [3, 1, 1]]).all()
    table = np.arange(2 * 3 * 50000, dtype="f4").reshape(2, 3, 50000)
    rows, columns = [2, 0, 1] * 9, np.arange(49999, -1, -7)
    assert (lg.take(table, (rows, columns), axis=(1, 2), threads=2) == table[:, rows][:, :, columns]).all()


def test_refusals():
    x, out = np.arange(12).reshape(3, 4), np.full((2, 2), 7)
    with pytest.raises(lg.IndexRangeError) as caught:
        lg.take(x, ([0, 1], [0, -5]), axis=(0, 1), out=out)
    assert (caught.value.axis, caught.value.position, caught.value.value) == (1, (1,), -5)
    assert (caught.value.low, caught.value.high) == (-4, 3)
    for lists, axes, error in (
        (([0], [0]), (0, 2), lg.AxisError),
        (([0], [0]), (0, -2), ValueError),
        (([0],), (0, 1), ValueError),
        (([0], [0], [0]), (0, 1), ValueError),
        ((), (), ValueError),
        (([0], [[0]]), (0, 1), ValueError),
        (([0], 0), (0, 1), ValueError),
        (([0], [0.5]), (0, 1), TypeError),
        (([0], [0]), (0, "1"), TypeError),
        (7, (0,), TypeError),
        (([0, 1], [0]), (0, 1), ValueError),
    ):
        with pytest.raises(error):
            lg.take(x, lists, axis=axes, out=out)
    with pytest.raises(ValueError, match=r"out is s64\[2,2\]; the result is s64\[2,1\]"):
        lg.take(x, ([0, 1], [0]), axis=(0, 1), out=out)
    with pytest.raises(ValueError, match="filled"):
        lg.take(x, ([0], [0]), axis=(0, 1), mode="fill")
    with pytest.raises(ValueError, match="filled"):
        lg.take(x, ([0], [0]), axis=(0, 1), allow_fill=True)
    with pytest.raises(ValueError):
        lg.take(x, ([0], [0]), axis=(0, 1), out=x[:1, :1])
    with pytest.raises(NotImplementedError, match="strides"):
        lg.take(lg.relayout(x, "{1,0:T(2,2)}"), ([0], [0]), axis=(0, 1))
    assert (out == 7).all()


def test_which_list():
    """By its place in the tuple, not by its axis."""
    x = np.arange(12).reshape(3, 4)
    for lists, axes, error, words in (
        (([1], [0, 9]), (0, 1), IndexError, r"indices[1][1] = 9 is outside -4..3 (axis 1 of data has size 4)"),
        (([0, 9], [1]), (-1, 0), IndexError, r"indices[0][1] = 9 is outside -4..3 (axis 1 of data has size 4)"),
        (([1], [0, 2**70]), (0, 1), IndexError, f"indices[1][1] = {2**70} is outside of 64-bit integers"),
        (([1], [0, "9"]), (0, 1), TypeError, "indices[1][1] is of type str, and no integer"),
        (([1], 3.5), (0, 1), TypeError, "indices[1] is of type float, neither an array nor a buffer nor integers"),
    ):
        with pytest.raises(error) as caught:
            lg.take(x, lists, axis=axes)
        assert str(caught.value) == words
    with pytest.raises(lg.IndexRangeError) as caught:
        lg.take(x, ([1], [0, 9]), axis=(0, 1))
    assert caught.value.operand == "indices[1]" and caught.value.position == (1,)


def test_which_list_of_a_file(tmp_path):
    """As of an array: the list is named, and all of them are judged before a row is read."""
    x = np.arange(12).reshape(3, 4)
    np.save(tmp_path / "x.npy", x)
    with lg.open(tmp_path / "x.npy") as file:
        for lists, axes in (
            (([0, 9], [1, 2, 3]), (0, 1)),
            (([0], [1, 9]), (0, 1)),
            (([9, 1], [1]), (-1, 0)),
            (([9], [8]), (1, 0)),
            (([9], [8]), (1, -2)),
        ):
            told = []
            for data in (x, file[""]):
                with pytest.raises(lg.IndexRangeError) as caught:
                    lg.take(data, lists, axis=axes)
                told.append((str(caught.value), caught.value.operand, caught.value.position, caught.value.axis))
            assert told[0] == told[1] and "indices[" in told[0][1]
        assert lg.take(file[""], ([0, 9], [1, -1]), axis=(0, 1), mode="clip").tolist() == [[1, 0], [9, 8]]


def test_what_is_no_list():
    x = np.arange(12).reshape(4, 3)
    for lists, axes, place, rank in (
        ([0], (0,), 0, 0),
        ([0, 1], (0, 1), 0, 0),
        (np.array([2, 1]), (0, -1), 0, 0),
        (([0], [[0]]), (0, 1), 1, 2),
    ):
        words = rf"indices\[{place}\] has {rank} dimensions, and .* one list of indices for each axis, as \(\[0\],\)"
        with pytest.raises(ValueError, match=words) as caught:
            lg.take(x, lists, axis=axes)
        assert caught.value.status == "RANK" and caught.value.value == rank


def test_an_axis_that_is_named_twice():
    x = np.arange(12).reshape(4, 3)
    for axes, axis in (((0, 0), 0), ((1, 0, -1), 1)):
        with pytest.raises(ValueError, match=f"axis names axis {axis} twice") as caught:
            lg.take(x, [[0]] * len(axes), axis=axes)
        assert caught.value.status == "ARGUMENT" and caught.value.axis == axis
