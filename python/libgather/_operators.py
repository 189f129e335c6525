# SPDX-License-Identifier: Apache-2.0
"""The functions without a world in their name, and plans. What an operator may be given is the library's business."""

import operator
from typing import Any, Literal, SupportsIndex

from libgather import _core

Mode = Literal["raise", "wrap", "clip", "clamp", "fill"]  # of take


def unless_0(number: Any) -> Any:
    """An attribute that early versions of an operator don't have, and which is not given as 0. What is no integer is
    passed on, to be refused."""
    try:
        return number if isinstance(number, bool) else operator.index(number) or NotImplemented
    except TypeError:
        return number


def one_integer(number: Any) -> Any:
    """What may be a tensor of one dimension and one integer, as OpenVINO's axis (OV-14)."""
    return number.item() if getattr(number, "shape", None) == (1,) else number


def take_along_axis(
    x: Any, indices: Any, /, axis: SupportsIndex | None = -1, *, out: Any = None, threads: SupportsIndex | None = None
) -> Any:
    """One element of x for each index, at its own place but for the axis: numpy.take_along_axis.

    axis None takes elements by their row-major number.

    >>> import libgather as lg
    >>> x = lg.Array(bytes([3, 1, 2, 9, 7, 8]), "u8[2,3]")
    >>> lg.take_along_axis(x, [[1, 2, 0], [1, 2, 0]]).tolist()
    [[1, 2, 3], [7, 8, 9]]
    """
    return _core.call("numpy", None, "take_along_axis", x, indices, out, threads, None, "axis", axis)


def gather_nd(
    x: Any, indices: Any, /, batch_dims: SupportsIndex = 0, *, out: Any = None, threads: SupportsIndex | None = None
) -> Any:
    """The slices of x that tuples name, which lie along the last dimension of the indices: ONNX's GatherND.

    Any type of integers may index, and an index below 0 counts from the end.

    >>> import libgather as lg
    >>> x = lg.Array(bytes(range(6)), "u8[2,3]")
    >>> lg.gather_nd(x, [[0, 1], [1, -1]]).tolist()
    [1, 5]
    """
    return _core.call(
        "onnx", None, "GatherND", x, indices, out, threads, None, "batch_dims", batch_dims, "strict", False
    )


def gather_elements(
    x: Any, indices: Any, /, axis: SupportsIndex = 0, *, out: Any = None, threads: SupportsIndex | None = None
) -> Any:
    """One element of x for each index, at its own place but for the axis: ONNX's GatherElements.

    Off the axis the indices may be smaller than x. Any type of integers may index.

    >>> import libgather as lg
    >>> x = lg.Array(bytes(range(6)), "u8[2,3]")
    >>> lg.gather_elements(x, [[1, 0]]).tolist()
    [[3, 1]]
    """
    return _core.call("onnx", None, "GatherElements", x, indices, out, threads, None, "axis", axis, "strict", False)


def plan(
    dialect: str,
    name: str,
    data: Any,
    indices: Any,
    /,
    *more: Any,
    out: Any = None,
    check: str = "first",
    **attributes: Any,
) -> _core.Plan:
    """Plans an operator once, to be called again and again on arrays of the same layouts.

    dialect, name: as `gather run` has them, "onnx@13" and "GatherND". Operands in the operator's own order, some have
    up to three more: arrays, or Layouts and their texts. out: an array or a layout such as each call is to write to, if
    not to results of its own or as dense as those. check: "first", all indices before anything is written to an out; "fused", each on its way, which
    is faster where little belongs to an index: after an error, what is in out is unspecified. Attributes by the
    operator's own names, and the library's options policy, fill_value and strict.

    >>> import libgather as lg
    >>> rows = lg.plan("onnx@13", "Gather", "u8[3,2]", "s64[2]", axis=0)
    >>> x, indices = lg.Array(bytes(range(6)), "u8[3,2]"), lg.Array(bytes(16), "s64[2]")
    >>> rows(x, indices).tolist()
    [[0, 1], [0, 1]]
    """
    if check not in ("first", "fused"):
        raise ValueError(f"check is {check!r}; expected 'first' or 'fused'")
    return _core.Plan(dialect, name, (data, indices, *more), attributes, out, check == "fused")
