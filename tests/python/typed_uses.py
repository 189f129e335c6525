# SPDX-License-Identifier: Apache-2.0
"""Typical calls, as a checker of types reads them in its strict mode, and as they run: in an empty folder."""

import array
import copy
import mmap
import pickle
from pathlib import Path
from typing import Any, assert_type

import libgather as lg
import numpy as np
import numpy.typing as npt

table: npt.NDArray[np.float32] = np.arange(12, dtype="f4").reshape(4, 3)
indices, two = np.array([1, 2]), np.int64(2)
out = np.empty((2, 3), "f4")

# ---- takes ----

assert_type(lg.take(table, indices, axis=0), npt.NDArray[np.float32])
assert_type(lg.take(table, [2, 9], axis=0, mode="fill", fill_value=0.0, threads=two), npt.NDArray[np.float32])
assert_type(lg.take(table, ([1], range(2)), axis=(0, 1)), npt.NDArray[np.float32])
assert_type(lg.take(np.zeros((4, 3)), [0]), npt.NDArray[np.float64])  # of one dimension
assert_type(lg.take(b"abc", 1), lg.Array)
assert_type(lg.take(array.array("d", [0.5, 1.5]), [1]), lg.Array)
assert_type(lg.take(mmap.mmap(-1, 8), [1]), lg.Array)
assert_type(lg.take([[1, 2], [3, 4]], [1], axis=1), lg.Array)
assert_type(lg.take(2.5, [0]), lg.Array)
lg.take(table, indices, axis=0, out=out).tolist()
lg.take_along_axis(table, indices[None], axis=1).tolist()
lg.gather_elements(table, indices[None], axis=-1, threads=two).tolist()
lg.gather_elements(table, indices[None], -1, out=None).tolist()
lg.gather_nd(table, indices, batch_dims=0, out=None).tolist()

# ---- worlds ----

lg.onnx.gather(table, indices, axis=0, opset=13, policy="fill", fill_value=-1.0)
lg.onnx.gather_nd(table, indices, threads=two)
lg.openvino.gather(table, [2, 7], 0).tolist()
packed, scales = np.zeros((4, 8), "u1"), np.ones((4, 1), "f4")
lg.onnx.gather_block_quantized(packed, indices, scales, None, block_size=16, bits=two + 2, policy="clamp").tolist()
lg.openvino.gather_compressed(packed, [1], scales, axis=0, threads=two, out=np.empty((1, 8), "f4")).tolist()
lg.openvino.embedding_bag_offsets(table, indices, [0, 1], None, table[:2, 0], threads=two).tolist()
lg.openvino.embedding_bag_offsets_sum(table, indices, [0, 1], two, opset=3)
lg.openvino.embedding_bag_packed(table, [[0, 1]], reduction="mean", out=np.empty((1, 3), "f4"))
lg.openvino.embedding_bag_packed_sum(table, [[0, 1]], table[:1, :2])
lg.openvino.gather_tree(indices.reshape(1, 1, 2) - 1, np.zeros((1, 1, 2), np.int64), [1], 7).tolist()
lg.directml.gather(table, indices[None].astype("u4"), axis=0, index_dimensions=1, level="6.4")
lg.webnn.gather(table, indices.astype("i4"))
lg.xla.dynamic_slice(table, indices, (1, 2), threads=1)
lg.torch.embedding(indices, table, padding_idx=None)
lg.numpy.take(table, indices, 0, out, "clip")
explained = lg.explain(table, [0, 5], axis=np.int64(0), dialect="numpy")
print(explained, explained["index"] if "index" in explained else len(explained))

# ---- layouts, arrays, plans ----

layout = lg.Layout("f32[4,3]{1,0:T(2,2)}")
assert_type(layout.cell((3, two)) + layout.cell([0, 0]), int)
assert_type(layout.index(two), tuple[int, ...])
assert_type(copy.copy(layout) == layout and hash(layout) != 0, bool)
print(layout.to("xla"), layout.spellings()["xla"], layout.strides, layout.offsets().tolist(), layout.draw())
assert_type(lg.relayout(table, layout, threads=two), lg.Array)
lg.relayout(table, out=np.empty((3, 4), "f4").T).tolist()
four = lg.Array(b"abcd", "u8[2,2]")
assert_type(lg.take(four, [1], axis=0), lg.Array)
print(len(four), bool(four), four[0, 0], four[1:, ::2].tolist(), list(four), four.shape[0], memoryview(four).nbytes)
print(np.asarray(four), np.from_dlpack(four).sum())
plan = lg.plan("onnx@13", "Gather", table, "s64[2]", axis=0)
assert_type(plan, lg.Plan)
plan(table, indices, out=out, threads=two)
rows = lg.plan("onnx", "GatherBlockQuantized", packed, "s64[2]", scales, None, block_size=16)
print(rows(packed, indices, scales).shape, len(rows.inputs), rows(packed, indices, scales, threads=two).sum())
assert_type(pickle.loads(pickle.dumps(plan)), Any)
print(plan.describe()["kernel"], plan.inputs[0].shape, plan.output.nbytes)

# ---- files ----

np.save("table.npy", table)
with lg.open("table.npy") as file, lg.open(Path("table.npy"), map=True, view="f32") as mapped:
    for name, tensor in file.items():
        assert_type(tensor, lg.Tensor)
        assert_type(tensor.shape, tuple[int, ...])
        print(name, tensor.dtype, tensor.nbytes + tensor.ndim, tensor.blocks, tensor.unread, len(tensor))
        assert_type(lg.take(tensor, [3, 0], axis=0), lg.Array)
        print(tensor[1:3, 0].tolist(), tensor.take([[1]], axis=(0,)).tolist(), tensor.read().layout.to("xla"))
        print(np.asarray(tensor).sum(), lg.torch.index_select(mapped[name], 0, [two]).tolist())
    print(file.format, file.metadata.get("x", "no word"))

# ---- errors ----

try:
    lg.take(table, [9], axis=0)
except lg.IndexRangeError as error:
    assert_type((error.position, error.value, error.axis, error.low), tuple[tuple[int, ...], int, int | None, int])
try:
    lg.take(table, [0], axis=7)
except lg.AxisError as error:
    print(error.value + error.high, error.operand, error.status)
lg.set_threads(two)
lg.set_threads(lg.get_threads() - 1)
