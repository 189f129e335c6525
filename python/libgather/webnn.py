# SPDX-License-Identifier: Apache-2.0
"""The gather operators of WebNN, by its rules and checks; docs/spec/directml.md has them.

Indices outside are clamped, unless strict=True. Each takes, beside its own attributes, out, threads, and the library's
options policy, fill_value and strict.
"""

from typing import Any, SupportsIndex

from libgather._core import call

__all__ = ["gather", "gather_elements", "gather_nd"]


def gather(
    data: Any,
    indices: Any,
    axis: SupportsIndex = 0,
    *,
    out: Any = None,
    threads: SupportsIndex | None = None,
    **options: Any,
) -> Any:
    """gather: the slices of data that the indices name along an axis.

    >>> import libgather as lg
    >>> lg.webnn.gather(bytes([10, 20, 30]), [2, 7, -1]).tolist()
    [30, 30, 30]
    """
    return call("webnn", None, "gather", data, indices, out, threads, options, "axis", axis)


def gather_elements(
    data: Any,
    indices: Any,
    axis: SupportsIndex = 0,
    *,
    out: Any = None,
    threads: SupportsIndex | None = None,
    **options: Any,
) -> Any:
    """gatherElements: one element of data for each index, at its own place but for the axis."""
    return call("webnn", None, "gatherElements", data, indices, out, threads, options, "axis", axis)


def gather_nd(data: Any, indices: Any, *, out: Any = None, threads: SupportsIndex | None = None, **options: Any) -> Any:
    """gatherND: the slices of data that tuples name, which lie along the last dimension of the indices."""
    return call("webnn", None, "gatherND", data, indices, out, threads, options)
