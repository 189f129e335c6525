# SPDX-License-Identifier: Apache-2.0
"""Integers beyond 64 bits, also of more digits than Python prints, wherever a number may stand."""

import libgather as lg
import numpy as np
import pytest

X = np.arange(12.0).reshape(3, 4)
ARRAY, LAYOUT = lg.Array(X), lg.Layout(X)
LARGE, LONG = 2**70, 10**5000
FILLED = [X, X.astype("i4"), X.astype("c16"), X.astype("?"), X.astype("M8[s]"), X.astype("f2")]

CALLS = [
    (lambda n: lg.take(X, [0], threads=n), ValueError, "threads is {}; 0 to 1024 are allowed"),
    (lg.set_threads, ValueError, "threads is {}; 0 to 1024 are allowed"),
    (lambda n: lg.take(X, [0], mode=n), ValueError, "mode is {}; raise, wrap, clip, clamp and fill are allowed"),
    (lambda n: lg.onnx.gather(X, [0], opset=n), ValueError, "version is '{}'; expected an opset's number"),
    (lambda n: lg.directml.gather(X, [[0]], 0, 1, n), ValueError, "version is '{}'; expected a feature level"),
    (lambda n: ARRAY[n], IndexError, "index {} is outside -3..2 of axis 0"),
    (lambda n: ARRAY[0, n], IndexError, "index {} is outside -4..3 of axis 1"),
    (lambda n: ARRAY.item(n), IndexError, "element {} is outside -12..11"),
    (lambda n: ARRAY.item(0, n), IndexError, "index {} is outside -4..3 of axis 1"),
]
BEYOND = [
    (lambda n: lg.explain(X, [0], axis=n), lg.AxisError, "axis"),
    (lambda n: LAYOUT.cell((n, 0)), lg.IndexRangeError, "index[0]"),
    (lambda n: LAYOUT.cell([0, n]), lg.IndexRangeError, "index[1]"),
    (LAYOUT.index, lg.IndexRangeError, "cell"),
]


def raised(call, number):
    with pytest.raises((ValueError, IndexError)) as caught:
        call(number)
    return caught


@pytest.mark.parametrize(("call", "error", "words"), CALLS)
def test_numbers_that_are_told(call, error, words):
    for number, text in ((LARGE, str(LARGE)), (LONG, "an int of more digits than Python prints")):
        caught = raised(call, number)
        assert caught.type is error and str(caught.value).startswith(words.format(text))


@pytest.mark.parametrize(("call", "error", "name"), BEYOND)
def test_numbers_beyond_64_bits(call, error, name):
    for number, text in ((LARGE, f" = {LARGE}"), (-LARGE, f" = {-LARGE}"), (LONG, "")):
        caught = raised(call, number)
        assert caught.type is error and str(caught.value) == f"{name}{text} is outside of 64-bit integers"
        assert caught.value.value == number


@pytest.mark.parametrize("data", FILLED, ids=lambda data: data.dtype.str)
def test_values_to_fill_with(data):
    words = "fill_value is an int of more digits than Python prints, and no element of"
    for call in (
        lambda: lg.take(data, [5], axis=0, allow_fill=True, fill_value=LONG),
        lambda: lg.take(data, [5], axis=0, mode="fill", fill_value=LONG),
        lambda: lg.onnx.gather(data, [5], policy="fill", fill_value=LONG, strict=False),
    ):
        with pytest.raises(ValueError, match=words):
            call()
