# SPDX-License-Identifier: Apache-2.0
"""References and memory stay flat, on errors too: a million calls of each with GATHER_TEST_ALL, else 20,000.

With a sanitizer, which keeps what was freed, references alone are counted: 2,000 calls tell.
"""

import copy
import gc
import os
import pickle
import sys
import tempfile

import libgather as lg
import ml_dtypes
import numpy as np
import pytest

IS_SANITIZED = "LD_PRELOAD" in os.environ
ROUNDS = 1_000_000 if os.environ.get("GATHER_TEST_ALL") else 2_000 if IS_SANITIZED else 20_000
PAGE = os.sysconf("SC_PAGE_SIZE")

DATA = np.arange(12, dtype="f4").reshape(3, 4)
INDICES = np.array([2, 0])
BAD = np.array([2, 9])
TURNED = np.zeros((64, 600), "u1").T
MANY = np.arange(-600, 600)
OUT = np.zeros((2, 4), "f4")
PLAN = lg.plan("numpy", "take", DATA, INDICES, axis=0)
TILED = lg.relayout(DATA, "{1,0:T(2,2)}")
PARTS = lg.Array(DATA)
WIDE = lg.Array(bytes(15), "s4[3,5]")[1:]
SHAPES = [np.zeros((k, 2), "f4") for k in range(1, 300)]
BF16 = np.zeros(4, ml_dtypes.bfloat16)
PAIRS, DAYS = np.ones(3, "c8"), np.arange(3).astype("M8[D]")
PACKED, SCALES = np.zeros((3, 8), "u1"), np.ones((3, 1), ml_dtypes.bfloat16)
ROWS = {"gather_axis": 0, "block_size": 16}
SCALED = np.zeros((2, 16), ml_dtypes.bfloat16)
UPON = np.lib.stride_tricks.as_strided(OUT, (4,), (0,))
STEPS, BAGS = np.zeros((2, 1, 2), "i4"), lg.plan("openvino", "EmbeddingBagOffsets", DATA, INDICES, "s64[2]")
QUANTIZED = lg.plan("onnx", "GatherBlockQuantized", PACKED, INDICES, SCALES, **ROWS)
FOLDER = tempfile.TemporaryDirectory()
np.save(FOLDER.name + "/x.npy", DATA)
FILE = lg.open(FOLDER.name + "/x.npy")
(TENSOR,) = FILE.values()


class Producer:
    def __dlpack__(self, **options):
        return DATA.__dlpack__(**options)


class Interface:
    __array_interface__ = DATA.__array_interface__


PRODUCER = Producer()

CALLS = {
    "take": lambda: lg.take(DATA, INDICES, axis=0),
    "numbers": lambda: lg.take(DATA, [[2, 0], [1, 1]], axis=0),
    "lists of data": lambda: lg.take([[1, 2], [3, 4.5]], [1], axis=0),
    "a number as data": lambda: lg.onnx.gather([7], 0),
    "an item": lambda: (PARTS[1, 2], PARTS.item(3), PARTS.T, PARTS[None, 1].copy(), f"{PARTS[0, 0]}"),
    "many numbers": lambda: lg.take(DATA, list(range(3)) * 9, axis=0),
    "out": lambda: lg.take(DATA, INDICES, axis=0, out=OUT),
    "room": lambda: lg.take(TURNED, MANY, axis=0),
    "bytes": lambda: lg.take(b"hello", [1]),
    "array": lambda: lg.take(TILED, [1], axis=0),
    "dlpack": lambda: lg.take(PRODUCER, INDICES, axis=0),
    "interface": lambda: (lg.take(Interface(), INDICES, axis=0), lg.Array(Interface())),
    "to dlpack": lambda: np.from_dlpack(lg.take(b"hello", [1])),
    "copy to dlpack": lambda: lg.take(b"hello", [1]).__dlpack__(max_version=(1, 0), copy=True),
    "ml_dtypes": lambda: lg.take(BF16, [1]),
    "fill": lambda: lg.take(DATA, BAD, axis=0, mode="fill", fill_value=1.5),
    "fill of scalars": lambda: [lg.take(PAIRS, BAD, mode="fill", fill_value=value) for value in (None, PAIRS[0], 2)],
    "fill of times": lambda: lg.onnx.gather(DAYS, BAD, policy="fill", fill_value=DAYS[1]),
    "gaps": lambda: lg.take(DATA, [0, -1], axis=0, allow_fill=True, fill_value=2),
    "gaps of an array": lambda: lg.take(DATA, INDICES, axis=0, allow_fill=True, fill_value=2),
    "world": lambda: lg.onnx.gather(DATA, INDICES, 1, policy="clamp"),
    "plan": lambda: PLAN(DATA, INDICES),
    "quantized": lambda: lg.onnx.gather_block_quantized(PACKED, [2, 0], SCALES, None, **ROWS, out=SCALED),
    "quantized, as numpy has it not": lambda: lg.onnx.gather_block_quantized(PACKED, INDICES, lg.Array(SCALES), **ROWS),
    "compressed": lambda: lg.openvino.gather_compressed(PACKED, [[1]], DATA[:, :1], b"\1", axis=0, policy="clamp"),
    "bags": lambda: lg.openvino.embedding_bag_offsets(DATA, [2, 0], INDICES[1:], None, DATA[0, :2]),
    "packed bags": lambda: lg.openvino.embedding_bag_packed(DATA, [[2, 0]], reduction="mean", out=OUT[:1]),
    "tree": lambda: lg.openvino.gather_tree(STEPS, [[[0, 0]]] * 2, (2,), 7),
    "plan of bags": lambda: (BAGS(DATA, [2, 0], [0, 1]), BAGS(DATA, [0] * 2, range(2), out=OUT)),
    "plan of many": lambda: (QUANTIZED(PACKED, INDICES, SCALES), QUANTIZED(PACKED, [2, 0], SCALES, out=SCALED)),
    "new plan of many": lambda: repr(copy.copy(QUANTIZED)),
    "relayout": lambda: lg.relayout(DATA, "{0,1}"),
    "list": lambda: TILED.tolist(),
    "parts": lambda: (TILED[1, 2], PARTS[1:, ::2], PARTS[-1, 0], list(PARTS[0])),
    "wide cells": lambda: (repr(WIDE), repr(WIDE.layout), pickle.loads(pickle.dumps(WIDE))),
    "layout": lambda: lg.Layout("f32[3,5]{0,1}").offsets(),
    "evicted": lambda: [lg.take(data, [0], axis=0) for data in SHAPES],
    "new plan": lambda: lg.plan("numpy", "take", DATA, "s64[2]", axis=0),
    "plan of a list": lambda: lg.plan("xla", "dynamic_slice", DATA, "s64[2]", slice_sizes=[1, 4]),
    "describe": lambda: PLAN.describe(),
    "explain": lambda: lg.explain(DATA, [0, 5]),
    "svg": lambda: lg.Layout("f32[3,5]{0,1}")._repr_html_(),
    "view": lambda: memoryview(lg.Array(DATA.T)),
    "text": lambda: (repr(PARTS), repr(TILED)),
    "equal": lambda: (PARTS == TILED, PARTS != WIDE, PARTS == 5),
    "tensor": lambda: (lg.take(TENSOR, INDICES, axis=0), TENSOR.take([0, -1], allow_fill=True)),
    "tensor to out": lambda: lg.onnx.gather(TENSOR, INDICES, out=OUT),
    "tensor by axes": lambda: lg.take(TENSOR, ([0], [1]), axis=(0, 1)),
    "tensor, whole": lambda: (lg.gather_nd(TENSOR, INDICES), lg.relayout(TENSOR, "{0,1}"), lg.Layout(TENSOR)),
}

ERRORS = {
    "lists of data": lambda: lg.take([[1, 2], [3, "4"]], [1]),
    "lists of data, outside": lambda: lg.take([1, 2], [2]),
    "ragged lists": lambda: lg.take(DATA, [[], [1]]),
    "index": lambda: lg.take(DATA, BAD, axis=0),
    "index number": lambda: lg.take(DATA, [9], axis=0),
    "axis": lambda: lg.take(DATA, INDICES, axis=7),
    "type": lambda: lg.take(DATA, OUT),
    "data": lambda: lg.take(None, INDICES),
    "ragged": lambda: lg.take(DATA, [[1], [1, 2]]),
    "keyword": lambda: lg.take(DATA, INDICES, axes=1),
    "axis of another type": lambda: lg.take(DATA, INDICES, axis=1.0),
    "axes of another type": lambda: lg.take(DATA, (INDICES, INDICES), axis=(0, 1.0)),
    "no list for an axis": lambda: lg.take(DATA, 5, axis=(0,)),
    "out upon itself": lambda: lg.relayout(DATA[0], out=UPON),
    "out": lambda: lg.take(DATA, INDICES, out=OUT),
    "out alone": lambda: lg.take(DATA, INDICES, out=5),
    "fill": lambda: lg.take(DATA, BAD, axis=0, mode="fill", fill_value="x"),
    "fill of times": lambda: lg.take(DAYS, BAD, mode="fill", fill_value=True),
    "fill that is a time": lambda: lg.take(DATA, BAD, mode="fill", fill_value=DAYS[0]),
    "gap": lambda: lg.take(DATA, [-2], axis=0, allow_fill=True),
    "world": lambda: lg.onnx.gather(DATA, INDICES, 1, policy="nothing"),
    "plan": lambda: PLAN(DATA.T, INDICES),
    "quantized": lambda: lg.onnx.gather_block_quantized(PACKED, INDICES, DATA, **ROWS),
    "quantized, index": lambda: lg.onnx.gather_block_quantized(PACKED, [9], SCALES, **ROWS, policy="error"),
    "quantized, type": lambda: lg.onnx.gather_block_quantized(PACKED, INDICES, [[1.0]], **ROWS),
    "quantized, numbers": lambda: lg.onnx.gather_block_quantized(PACKED, [0, [1]], SCALES, **ROWS),
    "bags": lambda: lg.openvino.embedding_bag_offsets(DATA, INDICES, [9]),
    "bags of times": lambda: lg.openvino.embedding_bag_packed(DAYS, [[0]]),
    "bags, number": lambda: lg.openvino.embedding_bag_offsets(DATA, list(range(30)), [0], 1 << 99),
    "tree": lambda: lg.openvino.gather_tree(STEPS, STEPS + 2, [2], 7),
    "plan of many": lambda: QUANTIZED(PACKED, INDICES, DATA),
    "plan of too many": lambda: QUANTIZED(PACKED, INDICES, SCALES, DATA),
    "new plan of many": lambda: lg.plan("onnx", "GatherBlockQuantized", PACKED, INDICES, "bf16[3,2]", **ROWS),
    "many more": lambda: lg.plan("onnx", "GatherBlockQuantized", *[DATA] * 6),
    "new plan": lambda: lg.plan("numpy", "take", DATA, "s64[2", axis=0),
    "name of an operator": lambda: lg.plan("numpy", "taek", DATA, "s64[2]"),
    "attribute": lambda: lg.plan("numpy", "take", DATA, "s64[2]", axes=0),
    "attribute of another type": lambda: lg.plan("numpy", "take", DATA, "s64[2]", axis=1.5),
    "argument of a world": lambda: lg.onnx.gather(DATA, INDICES, axes=0),
    "plan of a list": lambda: lg.plan("xla", "dynamic_slice", DATA, "s64[2]", slice_sizes=[1, 4.0]),
    "threads": lambda: lg.take(DATA, INDICES, axis=0, threads=2**70),
    "plan of bad": lambda: lg.plan("numpy", "take", DATA, "f32[2]", axis=0),
    "layout": lambda: lg.Layout("f32[3,"),
    "relayout": lambda: lg.relayout(DATA, "f32[9]"),
    "array": lambda: lg.Array(b"a", "f32[9]"),
    "view": lambda: memoryview(TILED),
    "capsule": lambda: TILED.__dlpack__(),
    "part": lambda: TILED[0],
    "no part": lambda: PARTS[9],
    "file": lambda: lg.open("/nowhere.npy"),
    "explain": lambda: lg.explain(DATA, [0], dialect="nobody"),
    "tensor": lambda: lg.take(TENSOR, BAD, axis=0),
    "tensor by axes": lambda: lg.take(TENSOR, ([0], [9]), axis=(0, 1)),
    "tensor to out": lambda: lg.take(DATA, INDICES, axis=0, out=TENSOR),
    "no tensor": lambda: type(TENSOR)(FILE, 0, "x", None, None, 0, None),
    "order": lambda: PARTS < PARTS,  # noqa: PLR0124
}

WATCHED = [
    DATA,
    INDICES,
    BAD,
    OUT,
    PLAN,
    PACKED,
    SCALES,
    SCALED,
    QUANTIZED,
    BAGS,
    TILED,
    BF16,
    DAYS,
    PRODUCER,
    FILE,
    FILE._file,
    TENSOR,
    PARTS,
    DATA.dtype,
    BF16.dtype,
    lg.Array,
    lg.Layout,
    lg.Plan,
    lg.IndexRangeError,
]
WATCHED += [NotImplemented, "axis", ()]


def resident():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * PAGE


def judge(call, rounds):
    """Runs a call often. Returns: how references grew, and memory in bytes."""
    for _ in range(200):
        call()
    gc.collect()
    references, memory = [sys.getrefcount(one) for one in WATCHED], resident()
    for _ in range(rounds):
        call()
    gc.collect()
    grown = resident() - memory
    return [sys.getrefcount(one) - before for one, before in zip(WATCHED, references, strict=True)], grown


def rounds_of(name):
    return max(200, ROUNDS // 100) if name in ("evicted", "explain", "svg") else ROUNDS


def check(call, rounds):
    grown, memory = judge(call, rounds)
    # A few references come and go with the interpreter's own caches; a leak of one a call would be thousands.
    assert all(abs(one) <= 20 for one in grown), grown
    assert IS_SANITIZED or memory < 8 * rounds + 4 * 2**20, memory


@pytest.mark.parametrize("name", CALLS)
def test_calls(name):
    check(CALLS[name], rounds_of(name))


@pytest.mark.parametrize("name", ERRORS)
def test_errors(name):
    def call():
        try:
            ERRORS[name]()
        except Exception:
            return
        raise AssertionError("this was to fail")

    check(call, rounds_of(name) // 4)


@pytest.mark.skipif(sys.version_info >= (3, 12), reason="nobody counts them any more")
@pytest.mark.parametrize("name", CALLS)
def test_none_true_and_false(name):
    """Their references come and go by hundreds with the interpreter's own; a leak of one a call would be more."""
    rounds = 2000
    before = [sys.getrefcount(one) for one in (None, True, False)]
    for _ in range(rounds):
        CALLS[name]()
    grown = [sys.getrefcount(one) - count for one, count in zip((None, True, False), before, strict=True)]
    assert all(abs(one) < rounds // 2 for one in grown), grown
