# SPDX-License-Identifier: Apache-2.0
"""Where there is no memory: a MemoryError says for how many bytes, as numpy's do."""

import libgather as lg
import numpy as np
import pytest


def tells_bytes(call, *arguments, operand=None):
    """How many bytes a MemoryError says that were asked for."""
    with pytest.raises(MemoryError) as caught:
        call(*arguments)
    assert caught.value.status == "NO_MEMORY" and getattr(caught.value, "operand", None) == operand
    start, end = "" if operand is None else f"{operand}: ", " were asked for"
    told = str(caught.value)
    assert told.startswith(f"{start}out of memory; ") and told.endswith(end)
    return told.removesuffix(end).split("; ")[1]


def test_no_memory_says_for_how_much():
    for data in (b"a", np.zeros(3), lg.Array(b"a", "u8[1]")):
        assert tells_bytes(lg.take, data, range(2**50), operand="indices") == f"{2**53} bytes"
        assert tells_bytes(lg.onnx.gather, data, range(5, 2**50, 2), operand="indices") == f"{2**52 - 16} bytes"
    lists = [0] * 1000
    for _ in range(5):
        lists = [lists] * 1000
    assert tells_bytes(lg.take, b"a", lists, operand="indices") == f"{8 * 1000**6} bytes"
    assert tells_bytes(lg.take, b"a", [lists], operand="indices") == f"{8 * 1000**6} bytes"
    assert tells_bytes(lg.take, b"a", [lists] * 100, operand="indices") == "2^64 bytes or more"
    shared = lg.Array(bytes(8), f"s64[{2**50}]:(0)")
    assert tells_bytes(lg.take, b"a", shared) == f"{2**50} bytes"
    assert tells_bytes(lg.relayout, lg.Array(bytes(4), f"f32[{2**50}]:(0)"), "C") == f"{2**52} bytes"
