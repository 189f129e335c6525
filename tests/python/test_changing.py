# SPDX-License-Identifier: Apache-2.0
"""Operands that other arguments change while these are read."""

import libgather as lg
import numpy as np
import pytest
from meddler import Meddler


@pytest.mark.parametrize("before, after", [("f8", "u1"), ("u1", "f8")])
def test_an_array_that_an_index_changes(before, after):
    def calls(x, indices):
        yield lambda: lg.take(x, indices, axis=0)
        yield lambda: lg.take(x, indices)
        yield lambda: lg.take(x, (indices,), axis=(0,))
        yield lambda: lg.take(x, (indices, [0, 1]), axis=(0, 1))
        yield lambda: lg.onnx.gather(x, indices, axis=0)
        yield lambda: lg.take(x, indices, axis=0, out=np.zeros((300, x.shape[1]), before))

    for which in range(6):
        x = np.zeros((300, 64), before)

        def meddle(x=x):
            x.dtype = after

        call = list(calls(x, [Meddler(meddle)] + [0] * 299))[which]
        with pytest.raises(RuntimeError, match="changed"):
            call()


def test_memory_that_an_index_moves():
    x = np.arange(600)
    with pytest.raises(RuntimeError, match="changed"):
        lg.take(x, [Meddler(lambda: x.resize((1,), refcheck=False)), 5], axis=0)
    with pytest.raises(TypeError, match="no int"):
        lg.take(x, [0], threads=Meddler(lambda: None))


@pytest.mark.parametrize("words", ["allow_fill", "fill_value"])
def test_indices_that_what_fills_them_moves(words):
    x, indices = np.arange(10, dtype=np.float32), np.zeros(200000, np.int64)

    class Fill:
        ndim = 0
        dtype = np.dtype(np.float32)

        def shrink(self):
            indices.__setstate__((1, (1,), np.dtype("i8"), False, bytes(8)))

        def __bool__(self):
            self.shrink()
            return True

        def tolist(self):
            self.shrink()
            return 1.0

    given = {"allow_fill": True, "fill_value": 1.0} | {words: Fill()}
    with pytest.raises(RuntimeError, match="changed"):
        lg.take(x, indices, axis=0, **given)


def test_an_interface_that_its_sizes_change():
    class Shy:
        def __init__(self):
            self.memory = np.arange(64.0)
            self.told = {"version": 3, "typestr": "<f8", "data": (self.memory.ctypes.data, False)}
            self.told |= {"strides": (16, 8), "shape": (Meddler(self.told.clear), 2)}

        @property
        def __array_interface__(self):
            return self.told

    assert lg.take(Shy(), [], axis=1).shape == (0, 0)
