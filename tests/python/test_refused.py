# SPDX-License-Identifier: Apache-2.0
"""What is refused of indices and axes says which of them, and where."""

import json
import re

import libgather as lg
import numpy as np
import pytest


def test_what_is_no_index():
    x = np.arange(12).reshape(4, 3)
    for indices, place, kind in (
        ([1.0], "[0]", "float"),
        ([None], "[0]", "NoneType"),
        (([0, 1], [2, "1"]), "[1,1]", "str"),
        ([0, np.float32(1)], "[1]", "float32"),
        ([0, np.True_, {}], "[2]", "dict"),
    ):
        with pytest.raises(TypeError, match=re.escape(f"indices{place} is of type {kind}, and no integer")) as caught:
            lg.take(x, indices, axis=0)
        assert caught.value.operand == "indices" and caught.value.position == tuple(json.loads(place))
    with pytest.raises(TypeError, match=r"indices\[1\] is of type float"):
        lg.onnx.gather(x, [0, 1.5])


def test_axes_beyond_64_bits():
    x = np.arange(12).reshape(4, 3)
    for axis in (2**70, -(2**63) - 1):
        for indices, axes in (([1], axis), (([1],), (axis,))):
            with pytest.raises(lg.AxisError, match=f"axis = {axis} is outside of 64-bit integers") as caught:
                lg.take(x, indices, axis=axes)
            assert caught.value.value == axis and caught.value.low == -(2**63)
    with pytest.raises(lg.AxisError, match="axis is outside of 64-bit integers"):
        lg.take(x, [1], axis=10**5000)
    with pytest.raises(TypeError):
        lg.take(x, [1], axis="0")
