# SPDX-License-Identifier: Apache-2.0
"""The gather operators of DirectML, by its rules and checks at any feature level; docs/spec/directml.md has them.

Tensors have as many dimensions each, of which the counts say how many are meant. Indices outside are clamped. Each
takes, beside its own attributes, out, threads, and the library's options policy, fill_value and strict.
"""

from typing import Any, SupportsIndex

from libgather._core import call

__all__ = ["gather", "gather_elements", "gather_nd", "gather_nd1"]


def gather(
    data: Any,
    indices: Any,
    axis: SupportsIndex,
    index_dimensions: SupportsIndex,
    level: str = "6.4",
    *,
    out: Any = None,
    threads: SupportsIndex | None = None,
    **options: Any,
) -> Any:
    """GATHER: the slices of data that the last index_dimensions dimensions of the indices name along an axis."""
    attributes = ("Axis", axis, "IndexDimensions", index_dimensions)
    return call("directml", level, "GATHER", data, indices, out, threads, options, *attributes)


def gather_elements(
    data: Any,
    indices: Any,
    axis: SupportsIndex,
    level: str = "6.4",
    *,
    out: Any = None,
    threads: SupportsIndex | None = None,
    **options: Any,
) -> Any:
    """GATHER_ELEMENTS: one element of data for each index, at its own place but for the axis."""
    return call("directml", level, "GATHER_ELEMENTS", data, indices, out, threads, options, "Axis", axis)


def gather_nd(
    data: Any,
    indices: Any,
    input_dimension_count: SupportsIndex,
    indices_dimension_count: SupportsIndex,
    level: str = "6.4",
    *,
    out: Any = None,
    threads: SupportsIndex | None = None,
    **options: Any,
) -> Any:
    """GATHER_ND: the slices of data that tuples name, which lie along the last dimension of the indices."""
    counts = ("InputDimensionCount", input_dimension_count, "IndicesDimensionCount", indices_dimension_count)
    return call("directml", level, "GATHER_ND", data, indices, out, threads, options, *counts)


def gather_nd1(
    data: Any,
    indices: Any,
    input_dimension_count: SupportsIndex,
    indices_dimension_count: SupportsIndex,
    batch_dimension_count: SupportsIndex = 0,
    level: str = "6.4",
    *,
    out: Any = None,
    threads: SupportsIndex | None = None,
    **options: Any,
) -> Any:
    """GATHER_ND1: as GATHER_ND, with dimensions that data and indices begin with alike.

    >>> import libgather as lg
    >>> data = lg.Array(bytes(range(6)), "u8[2,3]")
    >>> indices = lg.Array(bytes([1, 0, 0, 0, 2, 0, 0, 0]), "u32[1,2]")
    >>> lg.directml.gather_nd1(data, indices, 2, 2).tolist()
    [[5]]
    """
    counts = (
        *("InputDimensionCount", input_dimension_count),
        *("IndicesDimensionCount", indices_dimension_count),
        *("BatchDimensionCount", batch_dimension_count),
    )
    return call("directml", level, "GATHER_ND1", data, indices, out, threads, options, *counts)
