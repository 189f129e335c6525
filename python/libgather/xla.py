# SPDX-License-Identifier: Apache-2.0
"""The gather operators of XLA, HLO and StableHLO, by their rules; docs/spec/xla.md has them.

A window that would leave the operand is moved inside whole. Each takes, beside its own attributes, out, threads, and
the library's options policy and fill_value.
"""

from collections.abc import Iterable
from typing import Any, SupportsIndex

from libgather._core import call

__all__ = ["dynamic_slice", "gather", "torch_index_select"]


def gather(
    operand: Any,
    start_indices: Any,
    *,
    slice_sizes: Iterable[SupportsIndex],
    offset_dims: Iterable[SupportsIndex] = (),
    collapsed_slice_dims: Iterable[SupportsIndex] = (),
    start_index_map: Iterable[SupportsIndex] = (),
    operand_batching_dims: Iterable[SupportsIndex] = (),
    start_indices_batching_dims: Iterable[SupportsIndex] = (),
    index_vector_dim: SupportsIndex = 0,
    indices_are_sorted: bool = False,
    out: Any = None,
    threads: SupportsIndex | None = None,
    **options: Any,
) -> Any:
    """gather: a window of the operand for each index vector. indices_are_sorted changes nothing.

    >>> import libgather as lg
    >>> operand = lg.Array(bytes(range(6)), "u8[3,2]")
    >>> lg.xla.gather(operand, [2, 0, 9], slice_sizes=(1, 2), offset_dims=(1,), collapsed_slice_dims=(0,),
    ...               start_index_map=(0,), index_vector_dim=1).tolist()
    [[4, 5], [0, 1], [4, 5]]
    """
    attributes = (
        *("slice_sizes", tuple(slice_sizes)),
        *("offset_dims", tuple(offset_dims)),
        *("collapsed_slice_dims", tuple(collapsed_slice_dims)),
        *("start_index_map", tuple(start_index_map)),
        *("operand_batching_dims", tuple(operand_batching_dims)),
        *("start_indices_batching_dims", tuple(start_indices_batching_dims)),
        *("index_vector_dim", index_vector_dim),
        *("indices_are_sorted", indices_are_sorted),
    )
    return call("xla", None, "gather", operand, start_indices, out, threads, options, *attributes)


def dynamic_slice(
    operand: Any,
    start_indices: Any,
    slice_sizes: Iterable[SupportsIndex],
    *,
    out: Any = None,
    threads: SupportsIndex | None = None,
    **options: Any,
) -> Any:
    """dynamic_slice: the one window whose first element the indices name."""
    sizes = tuple(slice_sizes)
    return call("xla", None, "dynamic_slice", operand, start_indices, out, threads, options, "slice_sizes", sizes)


def torch_index_select(
    operand: Any,
    index: Any,
    dim: SupportsIndex,
    batch_dims: SupportsIndex = 0,
    *,
    out: Any = None,
    threads: SupportsIndex | None = None,
    **options: Any,
) -> Any:
    """torch_index_select: the slices of the operand that the indices name along a dimension."""
    return call(
        "xla", None, "torch_index_select", operand, index, out, threads, options, "dim", dim, "batch_dims", batch_dims
    )
