# SPDX-License-Identifier: Apache-2.0
"""The gather functions of numpy by its rules to the letter; docs/spec/friends.md has them.

Each takes, beside its own arguments, out, threads, and the library's options policy and fill_value for an index
outside. libgather.take is the fast way to the first.
"""

from typing import Any, SupportsIndex

from libgather._core import call

__all__ = ["getitem", "take", "take_along_axis"]


def take(
    a: Any,
    indices: Any,
    axis: SupportsIndex | None = None,
    out: Any = None,
    mode: str = "raise",
    *,
    threads: SupportsIndex | None = None,
    **options: Any,
) -> Any:
    """numpy.take: the slices of a that the indices name along an axis; axis None is by row-major number.

    >>> import libgather as lg
    >>> lg.numpy.take(bytes([10, 20, 30]), [[2, 7]], mode="clip").tolist()
    [[30, 30]]
    """
    return call("numpy", None, "take", a, indices, out, threads, options, "axis", axis, "mode", mode)


def take_along_axis(
    arr: Any,
    indices: Any,
    axis: SupportsIndex | None = -1,
    *,
    out: Any = None,
    threads: SupportsIndex | None = None,
    **options: Any,
) -> Any:
    """numpy.take_along_axis: one element of arr for each index, at its own place but for the axis."""
    return call("numpy", None, "take_along_axis", arr, indices, out, threads, options, "axis", axis)


def getitem(
    a: Any,
    index: Any,
    axis: SupportsIndex = 0,
    *,
    out: Any = None,
    threads: SupportsIndex | None = None,
    **options: Any,
) -> Any:
    """a[:, .., index]: one array of integers behind `axis` whole slices."""
    if isinstance(index, tuple):
        raise TypeError("index is a tuple, which numpy takes for an index of each axis; expected a list or an array")
    return call("numpy", None, "getitem", a, index, out, threads, options, "axis", axis)
