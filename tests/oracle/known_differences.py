# SPDX-License-Identifier: Apache-2.0
"""What oracles are known to do otherwise than the pages in docs/spec/ say, or cannot do at all: the one list.

Each row has the oracle, its version, the rule it concerns and the reason; `concerns` tells its calls, which are not
drawn. The pages' tables "Known differences" say more. A row without a table's line was found by these tests.
"""

from dataclasses import dataclass
from typing import Callable

import numpy as np

import element_types
from calls import Call, limits


@dataclass(frozen=True)
class Difference:
    oracle: str
    version: str
    rule: str
    reason: str
    concerns: Callable[[Call], bool]


def find(oracle, call):
    """The first row that concerns a call, or None."""
    return next((row for row in ROWS if row.oracle == oracle and row.concerns(call)), None)


# ---- what calls are ----


def _op(call):
    return call.group.operator.name


def _is_empty(shape):
    return 0 in shape


def _output_is_empty(call):
    group = call.group
    rest = list(call.data_shape)
    if group.operator.family == "tuple":
        rest = rest[: group.batch] + rest[group.batch + group.tuple_size :]
        return _is_empty(rest) or _is_empty(call.index_shape[:-1])
    if group.place is not None and 0 <= group.place < len(rest):
        rest[group.place] = 1
    return _is_empty(rest) or _is_empty(call.index_shape)


def _has_outside(call):
    """Some index is outside of what its dimension has, counted from either end."""
    sizes, _ = limits(call.group, call.data_shape)
    if call.group.operator.family != "tuple":
        return bool(np.any((call.indices < -sizes[0]) | (call.indices >= sizes[0])))
    return any(np.any((part < -size) | (part >= size)) for part, size in zip(np.moveaxis(call.indices, -1, 0), sizes, strict=True))


def _has_negative(call):
    return bool(np.any(call.indices < 0))


def _takes_far(call):
    size = max(limits(call.group, call.data_shape)[0][0], 1)
    return bool(np.any(np.abs(call.indices.astype(np.float64)) > 1000.0 * size))


# ---- numpy ----

NUMPY = "2.4.6"


def _has_huge(call):
    return call.group.index_type == "u64" and bool(np.any(call.indices >= np.uint64(1 << 63)))


def _empty_axis(call):
    return limits(call.group, call.data_shape)[0][0] == 0 and call.indices.size > 0


# ---- onnxruntime ----

ONNXRUNTIME = "1.31.1"

# ---- openvino ----

OPENVINO = "2026.4.1"
RUN_AS_I32 = ("i16", "u16", "i32", "u32", "i64", "u64")


def _on_plugin(call, *names):
    return call.group.operator.way == "plugin" and _op(call) in names


def _batch_is_single(call):
    group = call.group
    return group.batch_count > 0 and int(np.prod(call.data_shape[: group.batch_count])) == 1


def _differs_off_axis(call):
    pairs = zip(call.data_shape, call.index_shape, strict=True)
    return any(data != indices for d, (data, indices) in enumerate(pairs) if d != call.group.place)


# ---- the rows ----

ROWS = (
    Difference("numpy", NUMPY, "NP-4", "u64 indices of 2^63 and above are read as negative", _has_huge),
    Difference(
        "numpy",
        NUMPY,
        "NP-10",
        "wrap adds or subtracts the size step by step: huge indices take minutes",
        lambda call: call.group.mode == "wrap" and (_takes_far(call) or _empty_axis(call)),
    ),
    Difference(
        "numpy",
        NUMPY,
        "NP-12",
        "clip on an empty axis gives an empty result where another size is 0 too",
        lambda call: call.group.mode == "clip" and _empty_axis(call),
    ),
    Difference(
        "numpy",
        NUMPY,
        "NP-13",
        "take_along_axis does not check indices when the output is empty",
        lambda call: _op(call) == "take_along_axis" and _output_is_empty(call),
    ),
    Difference(
        "onnxruntime",
        ONNXRUNTIME,
        "ONNX-25",
        "accepts negative indices at every opset",
        lambda call: _op(call) == "Gather" and call.group.version < 11 and _has_negative(call),
    ),
    Difference(
        "onnxruntime",
        ONNXRUNTIME,
        "ONNX-13",
        "GatherND does not check indices when the output is empty",
        lambda call: _op(call) == "GatherND" and _output_is_empty(call) and _has_outside(call),
    ),
    Difference(
        "openvino",
        OPENVINO,
        "OV-20",
        "CPU: data of rank 1 that runs as i32: an index past the end gives arbitrary values",
        lambda call: _on_plugin(call, "Gather") and len(call.data_shape) == 1 and call.group.data_type in RUN_AS_I32 and _has_outside(call),
    ),
    Difference(
        "openvino",
        OPENVINO,
        "OV-20",
        "CPU: a negative index of Gather-1 and -7 gives zeros",
        lambda call: _on_plugin(call, "Gather") and call.group.version < 8 and _has_negative(call),
    ),
    Difference(
        "openvino",
        OPENVINO,
        "OV-9",
        "CPU: 64-bit and u32 indices are narrowed to i32",
        lambda call: _on_plugin(call, "Gather", "GatherND") and bool(np.any(np.abs(call.indices.astype(np.float64)) > 2.0**31 - 2)),
    ),
    Difference(
        "openvino",
        OPENVINO,
        "OV-23",
        "CPU: sizes of 0 stop the process or give arbitrary values",
        lambda call: _on_plugin(call, "Gather", "GatherND", "GatherElements") and (_is_empty(call.data_shape) or _is_empty(call.index_shape)),
    ),
    Difference(
        "openvino",
        OPENVINO,
        "OV-15",
        "batch_dims has no lower bound",
        lambda call: call.group.batch < -min(call.group.data_rank, call.group.index_rank),
    ),
    Difference(
        "openvino",
        OPENVINO,
        "OV-17",
        "CPU: batch sizes of 1 stop the process",
        lambda call: _on_plugin(call, "Gather") and _batch_is_single(call),
    ),
    Difference(
        "openvino",
        OPENVINO,
        "OV-32, OV-38",
        "CPU: GatherND and GatherElements do not check indices",
        lambda call: _on_plugin(call, "GatherND", "GatherElements") and _has_outside(call),
    ),
    Difference(
        "openvino",
        OPENVINO,
        "OV-36",
        "CPU: of sizes that differ off the axis GatherElements gives, now and then, the answer of the call before",
        lambda call: _on_plugin(call, "GatherElements") and _differs_off_axis(call),
    ),
    Difference(
        "numpy",
        NUMPY,
        "NP-13",
        "take does not check indices when a size before the axis is 0",
        lambda call: _op(call) == "take" and _is_empty(call.data_shape[: call.group.place]),
    ),
)

# What a way of an oracle computes in fewer bits than the type has: there data holds only what these bits can, and no
# NaN. (oracle, way) -> type -> the type of fewer bits.
NARROWER = {
    ("openvino", "plugin"): {"i64": "i32", "u64": "u16", "u32": "u16", "f64": "f32", "f16": "f16", "bf16": "bf16"},
    ("torch", "through f32"): {"f16": "f16", "bf16": "bf16"},
}
