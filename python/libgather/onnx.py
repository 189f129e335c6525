# SPDX-License-Identifier: Apache-2.0
"""The gather operators of ONNX, by its rules and checks at any opset; docs/spec/onnx.md has them.

Each takes, beside its own attributes, out, threads, and the library's options: policy for an index outside ("error",
"zero", "fill" with fill_value, "clamp" or "clip", "wrap", "skip", which leaves what out holds and else zeros), and
strict=False for more types than the standard has. gather_block_quantized, which is onnxruntime's own, computes its
elements: an index outside gives zeros unless policy="error" is said; of policies it has no "fill".
"""

from typing import Any, SupportsIndex

from libgather._core import call, call_more
from libgather._operators import unless_0

__all__ = ["gather", "gather_block_quantized", "gather_elements", "gather_nd"]


def gather(
    data: Any,
    indices: Any,
    axis: SupportsIndex = 0,
    opset: int | str = 13,
    *,
    out: Any = None,
    threads: SupportsIndex | None = None,
    **options: Any,
) -> Any:
    """Gather: the slices of data that the indices name along an axis.

    >>> import libgather as lg
    >>> lg.onnx.gather(bytes([10, 20, 30]), [2, -1]).tolist()
    [30, 30]
    """
    return call("onnx", opset, "Gather", data, indices, out, threads, options, "axis", axis)


def gather_elements(
    data: Any,
    indices: Any,
    axis: SupportsIndex = 0,
    opset: int | str = 13,
    *,
    out: Any = None,
    threads: SupportsIndex | None = None,
    **options: Any,
) -> Any:
    """GatherElements: one element of data for each index, at its own place but for the axis."""
    return call("onnx", opset, "GatherElements", data, indices, out, threads, options, "axis", axis)


def gather_nd(
    data: Any,
    indices: Any,
    batch_dims: SupportsIndex = 0,
    opset: int | str = 13,
    *,
    out: Any = None,
    threads: SupportsIndex | None = None,
    **options: Any,
) -> Any:
    """GatherND: the slices of data that tuples name, which lie along the last dimension of the indices."""
    given = (batch_dims or NotImplemented) if type(batch_dims) is int else unless_0(batch_dims)  # opset 11 has none
    return call("onnx", opset, "GatherND", data, indices, out, threads, options, "batch_dims", given)


def gather_block_quantized(
    data: Any,
    indices: Any,
    scales: Any,
    zero_points: Any = None,
    *,
    gather_axis: SupportsIndex = 0,
    quantize_axis: SupportsIndex = 1,
    block_size: SupportsIndex = 128,
    bits: SupportsIndex = 4,
    out: Any = None,
    threads: SupportsIndex | None = None,
    **options: Any,
) -> Any:
    """GatherBlockQuantized of com.microsoft: slices of numbers that are stored small, as floats of the type of scales.

    data: int4, uint4, uint8, of which an element may hold several numbers of 2 or 4 bits, or floats of 8 or 4 bits.
    Each number is less its zero point and times its scale, which block_size numbers along quantize_axis share; without
    zero_points it is 0, of uint8 the middle. An index outside gives zeros.

    >>> import libgather as lg
    >>> data = lg.Array(bytes([0x98, 0xB7] * 8), "u8[2,8]")  # two rows of 8, 9, 7, 11, 8, 9, ..
    >>> scales = lg.Array(memoryview(bytes([0, 0, 0, 63, 0, 0, 128, 63])), "f32[2,1]")  # .5 and 1
    >>> lg.onnx.gather_block_quantized(data, [1, 0], scales, block_size=16)[:, :4].tolist()
    [[0.0, 1.0, -1.0, 3.0], [0.0, 0.5, -0.5, 1.5]]
    """
    return call_more(
        "onnx", None, "GatherBlockQuantized", (data, indices, scales, zero_points), out, threads, options,
        "gather_axis", gather_axis, "quantize_axis", quantize_axis, "block_size", block_size, "bits", bits,
    )  # fmt: skip
