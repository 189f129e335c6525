# SPDX-License-Identifier: Apache-2.0
"""Lists of Python's numbers: as indices, and as data."""

import libgather as lg
import ml_dtypes
import numpy as np
import pytest

RAGGED = [
    [[], [0]],
    [[], [99]],
    [[], [1.5, "x"]],
    [[], "abc"],
    [[], None],
    [[[], [1]], [[1], [1]]],
    [[], np.array([3])],
]


@pytest.mark.parametrize("indices", RAGGED, ids=str)
def test_lists_that_begin_with_none(indices):
    """All of them are looked at, although there would be no index."""
    for call in (lg.take, lg.onnx.gather, lg.explain):
        with pytest.raises(ValueError, match="^indices are lists of unequal lengths$"):
            call(np.zeros((4, 3)), indices, axis=0)
    assert lg.take(np.zeros((4, 3)), [[], np.array([], int), ()], axis=0).shape == (3, 0, 3)


@pytest.mark.parametrize("kind", [np.timedelta64, np.datetime64, np.float32, ml_dtypes.int4])
def test_scalars_that_are_no_indices(kind):
    """As arrays of them are none."""
    scalar = kind(1, "s") if kind in (np.timedelta64, np.datetime64) else kind(1)
    for index in (scalar, np.array(scalar)):
        with pytest.raises(TypeError, match="^(type of )?indices"):
            lg.take(np.zeros((4, 3)), index, axis=0)
        with pytest.raises((TypeError, ValueError), match="indices"):
            lg.take(np.zeros((4, 3)), (index, [0]), axis=(0, 1))


def test_ranges_that_are_no_lists():
    for length in (2**40, 2**63, 2**70):
        with pytest.raises(MemoryError, match="^indices: out of memory"):
            lg.take(b"abc", range(length))


LISTS = [
    [10, 20, 30],
    (1.5, 2.5),
    [[1, 2], [3, 4.5]],
    ([True, False], (False, True)),
    [1j, 2],
    [[1, True], [False, -(2**63)]],
    [-0.0, 2**53 + 1, float("inf")],
    [2**63, 0.5],
    [],
    [[], []],
    [[[2**63 - 1]]],
    5,
    True,
    0.5,
    2 + 1j,
]


@pytest.mark.parametrize("numbers", LISTS, ids=str)
def test_lists_of_numbers_are_data(numbers):
    data = np.array(numbers)
    flat, twice = lg.take(numbers, np.arange(data.size)), lg.onnx.gather([numbers], [0, 0])
    for kept, wanted in ((flat, data.ravel()), (twice, np.array([numbers, numbers]))):
        assert type(kept) is lg.Array and kept.shape == wanted.shape
        assert np.asarray(kept).dtype == data.dtype and np.asarray(kept).tobytes() == wanted.tobytes()


def test_lists_of_numbers_elsewhere():
    plan = lg.plan("onnx", "Gather", "f64[3]", "i64[1]", axis=0)
    assert plan([1.5, 2.5, 3.5], [2]).tolist() == [3.5]
    assert lg.take_along_axis([[3, 1, 2]], [[1, 2, 0]], axis=1).tolist() == [[1, 2, 3]]
    assert lg.take([[1, 2], [3, 4]], ([1, 0], [0]), axis=(0, 1)).tolist() == [[3], [1]]
    assert lg.take([1, 2], [1, -1], allow_fill=True, fill_value=7).tolist() == [2, 7]


def test_lists_that_are_no_data():
    deep = []
    deep.append(deep)
    for numbers, error, match in [
        ([1, [2]], ValueError, "^data are lists of unequal lengths$"),
        ([[1], 2], ValueError, "^data are lists of unequal lengths$"),
        ([[1, 2], [3]], ValueError, "^data are lists of unequal lengths$"),
        (deep, ValueError, "^data are lists nested more than 16 deep$"),
        ([[1, 2], [1, "a"]], TypeError, r"^data\[1, 1\] is of type str, and no number of Python's$"),
        ([np.zeros(2)], TypeError, r"^data\[0\] is of type numpy.ndarray, and no number of Python's$"),
        ([1, 2**63], ValueError, rf"^data\[1\] = {2**63} is outside of 64-bit integers, .*: give an array"),
        (-(2**63) - 1, ValueError, f"^data = {-(2**63) - 1} is outside of 64-bit integers, .*: give an array"),
        ([10**5000], ValueError, r"^data\[0\] is outside of 64-bit integers, .*: give an array"),
        ([[0.5, 10**400]], ValueError, r"^data\[0, 1\] = 10+ is outside of 64-bit floats, .*: give an array"),
        ([1j, 2**63, 10**5000], ValueError, r"^data\[2\] is outside of 64-bit floats, "),
        ([2**63, 10**5000, 0.5], ValueError, r"^data\[1\] is outside of 64-bit floats, "),
        ([True, np.True_], TypeError, r"^data\[1\] is of type numpy.bool, and no number of Python's$"),
        ("abc", TypeError, "^data is of type str, neither an array nor a buffer$"),
    ]:
        with pytest.raises(error, match=match):
            lg.take(numbers, [0])
    with pytest.raises(IndexError, match=r"^indices\[1\] = 3 is outside -3..2 \(axis 0 of data has size 3\)$"):
        lg.take([1, 2, 3], [0, 3])
    with pytest.raises(TypeError, match="^out is of type list, neither an array nor a buffer$"):
        lg.take([1, 2, 3], [0], out=[0])
    with pytest.raises(TypeError, match="^object is of type list, neither an array nor a buffer$"):
        lg.Array([1, 2, 3])
