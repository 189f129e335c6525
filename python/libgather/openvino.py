# SPDX-License-Identifier: Apache-2.0
"""The gather operators of OpenVINO, by its rules and checks at any opset; docs/spec/openvino.md has them.

Each takes, beside its own attributes, out, threads, and the library's options policy and fill_value for an index
outside. gather_compressed computes its elements: of policies it has no "fill" and no "skip".
"""

from typing import Any, SupportsIndex

from libgather._core import call, call_more


def gather(
    data: Any,
    indices: Any,
    axis: SupportsIndex,
    batch_dims: SupportsIndex = 0,
    opset: int | str = 8,
    *,
    out: Any = None,
    threads: SupportsIndex | None = None,
    **options: Any,
) -> Any:
    """Gather: slices along an axis, each batch with its own indices; from opset 8 an index outside gives zeros.

    >>> import libgather as lg
    >>> lg.openvino.gather(bytes([10, 20, 30]), lg.Array(bytes([2, 0, 0, 0, 7, 0, 0, 0]), "s32[2]"), 0).tolist()
    [30, 0]
    """
    given = batch_dims if batch_dims != 0 else NotImplemented  # opset 1 has none
    return call("openvino", opset, "Gather", data, indices, out, threads, options, "axis", axis, "batch_dims", given)


def gather_elements(
    data: Any,
    indices: Any,
    axis: SupportsIndex,
    opset: int | str = 6,
    *,
    out: Any = None,
    threads: SupportsIndex | None = None,
    **options: Any,
) -> Any:
    """GatherElements: one element of data for each index, at its own place but for the axis."""
    return call("openvino", opset, "GatherElements", data, indices, out, threads, options, "axis", axis)


def gather_nd(
    data: Any,
    indices: Any,
    batch_dims: SupportsIndex = 0,
    opset: int | str = 8,
    *,
    out: Any = None,
    threads: SupportsIndex | None = None,
    **options: Any,
) -> Any:
    """GatherND: the slices of data that tuples name, which lie along the last dimension of the indices."""
    return call("openvino", opset, "GatherND", data, indices, out, threads, options, "batch_dims", batch_dims)


def gather_compressed(
    data: Any,
    indices: Any,
    scale: Any,
    zero_point: Any = None,
    *,
    axis: SupportsIndex,
    batch_dims: SupportsIndex = 0,
    opset: int | str | None = None,
    out: Any = None,
    threads: SupportsIndex | None = None,
    **options: Any,
) -> Any:
    """GatherCompressed: Gather of integers of 4 or 8 bits, each less its zero point and times its scale.

    scale, zero_point: of one element, or with sizes that divide those of the data; the result has the type of scale. An
    index outside gives zeros.

    >>> import array, libgather as lg
    >>> scale, zero_point = array.array("f", [0.5]), bytes([10])
    >>> lg.openvino.gather_compressed(bytes([10, 20, 30]), [2, -2, 7], scale, zero_point, axis=0).tolist()
    [10.0, 5.0, 0.0]
    """
    return call_more(
        "openvino", opset, "GatherCompressed", (data, indices, scale, zero_point), out, threads, options,
        "axis", axis, "batch_dims", batch_dims,
    )  # fmt: skip
