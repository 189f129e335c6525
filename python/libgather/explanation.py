# SPDX-License-Identifier: Apache-2.0
"""What each world makes of a take: the command `gather explain`, as an object."""

import json
from collections.abc import Iterator, Mapping
from typing import Any, SupportsIndex

from libgather import _core


class Explanation(Mapping[str, Any]):
    """What each world does with the indices of a take: a text, a mapping, and a picture for notebooks."""

    def __init__(self, text: str, members: dict[str, Any], svg: str) -> None:
        self._text, self._members, self._svg = text.removesuffix("\n"), members, svg

    def __getitem__(self, key: str) -> Any:
        return self._members[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._members)

    def __len__(self) -> int:
        return len(self._members)

    def __str__(self) -> str:
        return self._text

    __repr__ = __str__

    def _repr_svg_(self) -> str:
        return self._svg

    def _repr_html_(self) -> str:
        return f'<div class="libgather-explanation">{self._svg}</div>'


def explain(
    x: Any,
    indices: Any,
    /,
    *,
    axis: SupportsIndex = 0,
    dialect: str | None = None,
    got: Any = None,
    tolerance: float = 0.0,
) -> Explanation:
    """Says what each world does with the indices of a take, and whose rule an output follows.

    x: the data; of it nothing but its shape is looked at, so that a layout or its text, "f32[4,3]", does, unless
    there is `got`, an output that somebody got. dialect: worlds, "openvino-cpu" or "onnx@10,numpy"; None is all.
    tolerance: relative, of `got`; 0 is bit for bit.

    >>> import libgather as lg
    >>> str(lg.explain(bytes(4), [0, 5, -1])).splitlines()[0]
    'indices[1] = 5 is outside -4..3 of axis 0, and 1 other is below 0 but counts'
    """
    text, members, svg = _core.explain(x, indices, axis, dialect, got, tolerance)
    return Explanation(text, json.loads(members), svg)
