# SPDX-License-Identifier: Apache-2.0
"""Indices that are looked at one by one: which of allow_fill's is refused first, u64 beyond 64-bit integers, bool."""

import libgather as lg
import numpy as np
import pytest

X = np.arange(12.0).reshape(3, 4)
LARGE = np.array([2**64 - 1, 1], "u8")


@pytest.mark.parametrize("axis", [7, 2, -3, -9, 2**40, 2**70])
@pytest.mark.parametrize("indices", [[5], [-5], [0], []])
def test_an_axis_that_is_outside_comes_first(axis, indices):
    """NP-14."""
    with pytest.raises(lg.AxisError) as caught:
        lg.take(X, indices, axis=axis, allow_fill=True)
    assert caught.value.value == axis


def test_indices_below_come_first():
    """In whatever order, and the least of them is named, as pandas has it."""
    for indices in ([3, -3], [-3, 3], [3, -2, -3, -2], np.array([3, -3], "i1")):
        with pytest.raises(ValueError, match=r"^'indices' contains values less than allowed \(-3 < -1\), at ") as caught:
            lg.take(np.arange(3.0), indices, axis=0, allow_fill=True)
        assert not isinstance(caught.value, IndexError)
        assert (caught.value.position, caught.value.value) == ((list(indices).index(-3),), -3)
    with pytest.raises(ValueError, match=r"\(-7 < -1\), at \(1, 0\)$"):
        lg.take(np.arange(3.0), [[0, -2], [-7, 1]], axis=0, allow_fill=True)
    with pytest.raises(lg.IndexRangeError, match=r"indices\[1\] = 3 is outside -1..2"):
        lg.take(np.arange(3.0), [-1, 3, 4], axis=0, allow_fill=True)


def test_u64():
    for indices, place in ((LARGE, 0), (LARGE[::-1], 1), (LARGE.reshape(2, 1), "0,0")):
        with pytest.raises(lg.IndexRangeError, match=rf"indices\[{place}\] = {2**64 - 1} is outside -1..2") as caught:
            lg.take(X, indices, axis=0, allow_fill=True)
        assert caught.value.value == 2**64 - 1
    assert lg.take(X, np.array([[2], [0]], "u8"), axis=0, allow_fill=True).tolist() == X[[[2], [0]]].tolist()


@pytest.mark.parametrize("policy", [None, "error", "clamp", "wrap", "zero"])
def test_u64_and_a_table_in_a_file(tmp_path, policy):
    """As of a table in memory."""
    table, scale = np.arange(1200, dtype="u1").reshape(400, 3), np.full((400, 1), 0.5, "f4")
    np.save(tmp_path / "table.npy", table)
    options = {"axis": 0} if policy is None else {"axis": 0, "policy": policy}
    with lg.open(tmp_path / "table.npy") as file:
        (tensor,) = file.values()
        if policy == "error":
            for data in (table, tensor):
                with pytest.raises(lg.IndexRangeError, match=rf"indices\[0\] = {2**64 - 1} is outside -400..399"):
                    lg.openvino.gather_compressed(data, LARGE, scale, **options)
        else:
            wanted = lg.openvino.gather_compressed(table, LARGE, scale, **options)
            assert lg.openvino.gather_compressed(tensor, LARGE, scale, **options).tolist() == wanted.tolist()


def test_any_byte_but_0_is_true():
    """As long a list as each way of reading one wants, and a step between."""
    marks = np.array([0, 2, 255, 1, 0, 128], "u1").view(bool)
    data = np.arange(4000).reshape(2, 2000)
    for mask in (marks, np.tile(marks, 500), np.repeat(marks, 3)[::3], marks.reshape(2, 3), marks[1]):
        rows = (mask.view("u1") != 0).astype(int)
        for options in ({}, {"mode": "clip"}, {"mode": "fill", "fill_value": 7}):
            np.testing.assert_array_equal(lg.take(data, mask, axis=0, **options), data[rows])
        np.testing.assert_array_equal(lg.take(data[0, :2], mask), data[0, rows])
    np.testing.assert_array_equal(lg.take(data, (marks,), axis=(0,)), data[(marks.view("u1") != 0).astype(int)])
