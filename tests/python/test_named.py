# SPDX-License-Identifier: Apache-2.0
"""Ops that are kept by the words of a call: what is alike is found, what only looks alike is not."""

import itertools
import sys

import libgather as lg
import numpy as np
import pytest

DATA = np.arange(24, dtype="f4").reshape(2, 3, 4)


class Changing:
    """An axis that is another one each time."""

    def __init__(self):
        self.axes = itertools.cycle((0, 1))

    def __index__(self):
        return next(self.axes)


def test_attributes_alternate():
    for axis in (0, 1, 2, -1) * 3:
        assert np.array_equal(lg.onnx.gather(DATA, [1, 0], axis=axis), DATA.take([1, 0], axis))
        assert np.array_equal(lg.onnx.gather(DATA, [1, 0], axis=np.int64(axis)), DATA.take([1, 0], axis))


def test_an_object_that_changes_is_read_each_time():
    axis = Changing()
    for k in range(6):
        assert np.array_equal(lg.onnx.gather(DATA, [1, 0], axis=axis), DATA.take([1, 0], k % 2))


def test_true_is_no_axis():
    for _ in range(3):
        assert lg.onnx.gather(DATA, [0], axis=1).shape == (2, 1, 4)
        for axis in (True, 1.0, "1", (1,), None):
            with pytest.raises(TypeError, match="axis"):
                lg.onnx.gather(DATA, [0], axis=axis)


def test_versions_and_options():
    for _ in range(3):
        assert lg.onnx.gather(DATA, [-1], opset=13).tolist() == DATA[[-1]].tolist()
        with pytest.raises(IndexError):
            lg.onnx.gather(DATA, [-1], opset=1)
        assert lg.onnx.gather(DATA, [9], policy="clamp").tolist() == DATA[[1]].tolist()
        assert lg.onnx.gather(DATA, [9], policy="".join(["cl", "amp"])).tolist() == DATA[[1]].tolist()
        assert lg.onnx.gather(DATA, [9, -1, -9], policy="clip").tolist() == DATA[[1, 1, 0]].tolist()
        with pytest.raises(IndexError):
            lg.onnx.gather(DATA, [9], policy="error")
        for word in ("clip\0", "raise", "Clip"):
            with pytest.raises(ValueError, match="policy"):
                lg.onnx.gather(DATA, [9], policy=word)
        with pytest.raises(TypeError, match="Gather got an unexpected keyword argument 'mode'"):
            lg.onnx.gather(DATA, [9], mode="clip")


def test_a_fill_is_of_the_type_of_the_data():
    for dtype in ("f4", "i2", "f8", "u1") * 2:
        for value in (3, 5):
            made = lg.onnx.gather(DATA.astype(dtype), [0, 9], policy="fill", fill_value=value)
            assert made.dtype == dtype and (made[1] == value).all() and (made[0] == DATA[0]).all()


def test_lists_by_their_numbers():
    wide = np.arange(3000).reshape(3, 1000)
    for sizes in ([1, 1000], (1, 1000), [1, 999], (1, 2), [np.int64(1), 300]) * 3:
        made = lg.xla.dynamic_slice(wide, [2, 0], sizes)
        assert np.array_equal(made, wide[2:, : sizes[1]])


def test_more_ops_than_are_kept():
    row = np.arange(2000)
    for _ in range(2):
        for size in range(1, 400):
            assert np.array_equal(lg.xla.dynamic_slice(row, [7], (size,)), row[7 : 7 + size])
    for _ in range(2):
        for k in range(100):
            assert lg.onnx.gather(DATA, [9], policy="fill", fill_value=k)[0, 0, 0] == k


def test_many_attributes_are_refused():
    with pytest.raises(TypeError, match="too many"):
        lg._core.call("onnx", 13, "Gather", DATA, [0], None, None, None, *(["axis", 0] * 17))
    with pytest.raises(TypeError):
        lg._core.call("onnx", 13, "Gather", DATA, [0], None, None, None, "axis")
    with pytest.raises(TypeError):
        lg._core.call("onnx", 13, "Gather", DATA, [0], None, None, None, 7, 0)
    with pytest.raises(TypeError):
        lg._core.call("onnx", 13, 7, DATA, [0], None, None, None)
    with pytest.raises(TypeError, match="7 got an unexpected keyword argument '8'"):
        lg._core.call("onnx", 13, 7, DATA, [0], None, None, {8: 0})
    with pytest.raises(ValueError):
        lg._core.call("onnx", "13\0", "Gather", DATA, [0], None, None, None, "axis", 0)


def test_options_that_are_cleared_meanwhile():
    class Clearing:
        def __index__(self):
            sys._getframe(1).f_locals["options"].clear()
            return 7

    for value in range(50):
        made = lg.onnx.gather(DATA, [0, 9 + value], policy="fill", fill_value=Clearing())
        assert (made[0] == DATA[0]).all() and (made[1] == 7).all()


def test_relayouts_alternate():
    for text in ("C", "F", "{0,2,1}", "{2,1,0:T(2,2)}", "f32[2,3,4]{1,2,0}") * 3:
        for data in (DATA, DATA[::-1], DATA.astype("i4")):
            if text.startswith("f32") and data.dtype != "f4":
                continue
            made = lg.relayout(data, text)
            assert made.tolist() == data.tolist()
            assert made.layout == lg.relayout(data, lg.Layout(made.layout)).layout
