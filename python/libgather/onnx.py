# SPDX-License-Identifier: Apache-2.0
"""The gather operators of ONNX, by its rules and checks at any opset; docs/spec/onnx.md has them.

Each takes, beside its own attributes, out, threads, and the library's options: policy for an index outside ("error",
"zero", "fill" with fill_value, "clamp" or "clip", "wrap", "skip", which leaves what out holds and else zeros), and
strict=False for more types than the standard has.
"""

from typing import Any, SupportsIndex

from libgather._core import call


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
    given = batch_dims if batch_dims != 0 else NotImplemented  # opset 11 has none
    return call("onnx", opset, "GatherND", data, indices, out, threads, options, "batch_dims", given)
