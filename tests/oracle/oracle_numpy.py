# SPDX-License-Identifier: Apache-2.0
"""numpy: take, take_along_axis, indexing with one array."""

import numpy as np

import element_types
from calls import Operator
from oracle import Oracle, Refused, refusal

INDEX_TYPES = ("i64", "i32", "i16", "i8", "u64", "u32", "u16", "u8")
MODES = ("raise", "wrap", "clip")
OPERATORS = (
    Operator("numpy", "take", "take", data_types=element_types.NAMES, index_types=INDEX_TYPES + ("bool",), modes=MODES),
    Operator("numpy", "take", "flat", data_types=element_types.NAMES, index_types=INDEX_TYPES, modes=MODES),
    Operator("numpy", "getitem", "take", data_types=element_types.NAMES, index_types=INDEX_TYPES),
    Operator(
        "numpy", "take_along_axis", "along", data_types=element_types.NAMES, index_types=INDEX_TYPES, sizes="broadcast"
    ),
    Operator("numpy", "take_along_axis", "flat", data_types=element_types.NAMES, index_types=INDEX_TYPES),
)
INDEX_ERRORS = (
    (r"out of bounds|empty axes", "INDEX_RANGE", "indices"),
    (r"too many indices", "AXIS", "axis"),
    (r"shape mismatch", "SHAPE", "indices"),
)


class NumpyOracle(Oracle):
    name = "numpy"
    operators = OPERATORS

    def answer(self, prepared, call, data, indices):
        group = call.group
        try:
            if group.operator.name == "take":
                return np.take(data, indices, axis=group.axis, mode=group.mode)
            if group.operator.name == "take_along_axis":
                return np.take_along_axis(data, indices, group.axis)
            before = (slice(None),) * group.axis if group.axis >= 0 else (Ellipsis,)
            behind = (slice(None),) * (-group.axis - 1)
            return data[before + (indices,) + behind]
        except np.exceptions.AxisError:
            raise Refused("AXIS", "axis") from None
        except IndexError as error:
            raise refusal(str(error), INDEX_ERRORS) or error from None


oracle = NumpyOracle
