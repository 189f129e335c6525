# SPDX-License-Identifier: Apache-2.0
"""Tensor gather (take, index_select, embedding lookup) over any layout, by the rules of the world that you name.

>>> import array, libgather as lg
>>> lg.take(array.array("i", [10, 20, 30]), [2, 0]).tolist()
[30, 10]
"""

from libgather import directml, numpy, onnx, openvino, torch, webnn, xla
from libgather._core import (
    Array,
    AxisError,
    IndexRangeError,
    Layout,
    Plan,
    __version__,
    get_threads,
    relayout,
    set_threads,
    take,
)
from libgather._operators import gather_elements, gather_nd, plan, take_along_axis
from libgather.explanation import Explanation, explain
from libgather.files import File, Tensor, open

__all__ = [
    "Array",
    "AxisError",
    "Explanation",
    "File",
    "IndexRangeError",
    "Layout",
    "Plan",
    "Tensor",
    "__version__",
    "directml",
    "explain",
    "gather_elements",
    "gather_nd",
    "get_threads",
    "numpy",
    "onnx",
    "open",
    "openvino",
    "plan",
    "relayout",
    "set_threads",
    "take",
    "take_along_axis",
    "torch",
    "webnn",
    "xla",
]
