# SPDX-License-Identifier: Apache-2.0
"""What oracles are known to do otherwise than the pages in docs/spec/ say, or cannot do at all: the one list.

Each row is a function that tells the calls it concerns, which are not drawn, with the oracle, the rule of the page and
the reason; it was seen with the version that VERSIONS says. The pages' tables "Known differences" say more. NARROWER at
the end is what an oracle does to values.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from calls import limits

VERSIONS = {"numpy": "2.4.6", "onnxruntime": "1.31.1", "openvino": "2026.4.1", "torch": "2.15.0", "xla": "jax 0.10.2"}


@dataclass(frozen=True)
class Difference:
    oracle: str
    rule: str
    reason: str
    concerns: Callable


ROWS = []


def difference(oracle, rule, reason):
    """Enters a function into the list."""

    def enter(concerns):
        ROWS.append(Difference(oracle, rule, reason, concerns))
        return concerns

    return enter


def find(oracle, call):
    """The first row that concerns a call, or None."""
    return next((row for row in ROWS if row.oracle == oracle and row.concerns(call)), None)


# ---- what calls are ----


def _is(call, *names, way=""):
    operator = call.group.operator
    return operator.name in names and (not way or operator.way == way)


def _output_is_empty(call):
    """Whatever the indices are: what is left of the data's sizes, or the indices', has a 0."""
    group, rest = call.group, list(call.data_shape)
    if group.operator.family == "tuple":
        rest = rest[: group.batch] + rest[group.batch + group.tuple_size :]
        return 0 in rest or 0 in call.index_shape[:-1]
    if group.place is not None and 0 <= group.place < len(rest):
        rest[group.place] = 1
    return 0 in rest or 0 in call.index_shape


def _has_outside(call):
    """Some index is outside of what its dimension has, counted from either end."""
    sizes, _ = limits(call.group, call.data_shape)
    parts = np.moveaxis(call.indices, -1, 0) if call.group.operator.family == "tuple" else [call.indices]
    return any(np.any((part < -size) | (part >= size)) for part, size in zip(parts, sizes, strict=True))


def _has_negative(call):
    return bool(np.any(call.indices < 0))


def _has_beyond(call, magnitude):
    return bool(np.any(np.abs(call.indices.astype(np.float64)) > magnitude))


def _size(call):
    return limits(call.group, call.data_shape)[0][0]


def _has_empty_axis(call):
    return _size(call) == 0 and call.indices.size > 0


# ---- numpy ----


@difference("numpy", "NP-4", "u64 indices of 2^63 and above are read as negative")
def numpy_huge(call):
    return call.group.index_type == "u64" and bool(np.any(call.indices >= np.uint64(1 << 63)))


@difference(
    "numpy", "NP-10", "wrap adds or subtracts the size step by step: huge indices take minutes, an empty axis for ever"
)
def numpy_wrap(call):
    return call.group.mode == "wrap" and (_has_beyond(call, 1000.0 * max(_size(call), 1)) or _has_empty_axis(call))


@difference("numpy", "NP-12", "clip on an empty axis gives an empty result where another size is 0 too")
def numpy_clip(call):
    return call.group.mode == "clip" and _has_empty_axis(call)


@difference("numpy", "NP-13", "take_along_axis does not check indices when the output is empty")
def numpy_along(call):
    return _is(call, "take_along_axis") and _output_is_empty(call)


@difference("numpy", "NP-13", "take does not check indices when a size before the axis is 0")
def numpy_take(call):
    return _is(call, "take") and 0 in call.data_shape[: call.group.place]


# ---- onnxruntime ----


@difference("onnxruntime", "ONNX-25", "accepts negative indices at every opset")
def onnxruntime_negative(call):
    return _is(call, "Gather") and call.group.version < 11 and _has_negative(call)


@difference("onnxruntime", "ONNX-13", "GatherND does not check indices when the output is empty")
def onnxruntime_empty(call):
    return _is(call, "GatherND") and _output_is_empty(call) and _has_outside(call)


# ---- openvino: the CPU plugin, but for the first ----


@difference("openvino", "OV-15", "batch_dims has no lower bound")
def openvino_batch(call):
    return call.group.batch < -min(call.group.data_rank, call.group.index_rank)


@difference("openvino", "OV-20", "CPU: data of rank 1 that runs as i32: an index past the end gives arbitrary values")
def openvino_rank_1(call):
    as_i32 = call.group.data_type in ("i16", "u16", "i32", "u32", "i64", "u64")
    return _is(call, "Gather", way="plugin") and as_i32 and len(call.data_shape) == 1 and _has_outside(call)


@difference("openvino", "OV-20", "CPU: a negative index of Gather-1 and -7 gives zeros")
def openvino_negative(call):
    return _is(call, "Gather", way="plugin") and call.group.version < 8 and _has_negative(call)


@difference("openvino", "OV-9", "CPU: 64-bit and u32 indices are narrowed to i32")
def openvino_narrowed(call):
    return call.group.operator.way == "plugin" and _has_beyond(call, 2.0**31 - 2)


@difference("openvino", "OV-23", "CPU: sizes of 0 stop the process or give arbitrary values")
def openvino_empty(call):
    return call.group.operator.way == "plugin" and (0 in call.data_shape or 0 in call.index_shape)


@difference("openvino", "OV-17", "CPU: batch sizes of 1 stop the process")
def openvino_single(call):
    batch = call.data_shape[: max(call.group.batch_count, 0)]
    return _is(call, "Gather", way="plugin") and len(batch) > 0 and set(batch) == {1}


@difference("openvino", "OV-32, OV-38", "CPU: GatherND and GatherElements do not check indices")
def openvino_unchecked(call):
    return _is(call, "GatherND", "GatherElements", way="plugin") and _has_outside(call)


@difference(
    "openvino",
    "OV-36",
    "CPU: where sizes differ off the axis GatherElements gives, now and then, the answer of the call before",
)
def openvino_stale(call):
    if not _is(call, "GatherElements", way="plugin"):
        return False
    pairs = zip(call.data_shape, call.index_shape, strict=True)
    return any(data != indices for d, (data, indices) in enumerate(pairs) if d != call.group.place)


# ---- torch ----


@difference("torch", "TORCH-6", "take_along_dim does not see an empty axis when the output is empty too")
def torch_empty(call):
    return _is(call, "take_along_dim") and call.group.axis is not None and _output_is_empty(call)


# ---- values ----

# (oracle, way) -> type -> the type whose ordinary values, no NaN and none below the normal ones, the data is drawn
# from: the way changes others.
NARROWER = {
    ("openvino", "core"): {"f16": "f16"},  # signalling NaNs become quiet ones
    ("openvino", "plugin"): {  # runs in i32 and f32 (OV-8 asks for every bit)
        "i64": "i32",
        "u64": "u16",
        "u32": "u16",
        "f64": "f32",
        "f16": "f16",
        "bf16": "bf16",
    },
    ("torch", "through f32"): {"f16": "f16", "bf16": "bf16"},  # NaNs lose their bits on the way
    ("xla", ""): {"bf16": "bf16"},  # through f32 too, now and then, where small numbers become 0
}
