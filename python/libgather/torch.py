# SPDX-License-Identifier: Apache-2.0
"""The gather functions of torch, by its rules and checks; docs/spec/friends.md has them.

Each takes, beside its own arguments, out, threads, and the library's options policy and fill_value for an index
outside.
"""

from typing import Any, SupportsIndex

from libgather._core import call

__all__ = ["embedding", "gather", "index_select", "take_along_dim"]


def index_select(
    input: Any, dim: SupportsIndex, index: Any, *, out: Any = None, threads: SupportsIndex | None = None, **options: Any
) -> Any:
    """torch.index_select: the slices of the input that a list of indices names along a dimension.

    >>> import libgather as lg
    >>> lg.torch.index_select(bytes([10, 20, 30]), 0, [2, 0]).tolist()
    [30, 10]
    """
    return call("torch", None, "index_select", input, index, out, threads, options, "dim", dim)


def gather(
    input: Any,
    dim: SupportsIndex,
    index: Any,
    *,
    sparse_grad: bool = False,
    out: Any = None,
    threads: SupportsIndex | None = None,
    **options: Any,
) -> Any:
    """torch.gather: one element of the input for each index, at its own place but for the dimension."""
    return call("torch", None, "gather", input, index, out, threads, options, "dim", dim, "sparse_grad", sparse_grad)


def take_along_dim(
    input: Any,
    indices: Any,
    dim: SupportsIndex | None = None,
    *,
    out: Any = None,
    threads: SupportsIndex | None = None,
    **options: Any,
) -> Any:
    """torch.take_along_dim: likewise, sizes of 1 repeat off the dimension; dim None is by row-major number."""
    return call("torch", None, "take_along_dim", input, indices, out, threads, options, "dim", dim)


def embedding(
    input: Any,
    weight: Any,
    padding_idx: SupportsIndex | None = None,
    max_norm: None = None,
    norm_type: float = 2.0,
    scale_grad_by_freq: bool = False,
    sparse: bool = False,
    *,
    out: Any = None,
    threads: SupportsIndex | None = None,
    **options: Any,
) -> Any:
    """torch.nn.functional.embedding: rows of the weight, for indices of any rank. max_norm has to be None."""
    return call(
        "torch", None, "embedding", input, weight, out, threads, options, "padding_idx", padding_idx,
        "max_norm", max_norm, "norm_type", norm_type, "scale_grad_by_freq", scale_grad_by_freq, "sparse", sparse,
    )  # fmt: skip
