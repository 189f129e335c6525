# SPDX-License-Identifier: Apache-2.0
"""torch on the CPU: index_select, gather, take_along_dim, embedding."""

import numpy as np
import torch

import element_types
from calls import Operator
from oracle import Oracle, refusal

TYPES = ("bool", "u8", "u16", "u32", "u64", "i8", "i16", "i32", "i64", "f16", "bf16", "f32", "f64", "c64", "c128")
FLOAT8 = ("f8e4m3fn", "f8e4m3fnuz", "f8e5m2", "f8e5m2fnuz", "f8e8m0")  # gather and take_along_dim lack them
FRONT = {"axis_name": "dim", "from_end": False}
OPERATORS = (
    Operator("torch", "index_select", "select", data_types=TYPES + FLOAT8, **FRONT),
    Operator("torch", "gather", "along", data_types=TYPES, sizes="smaller", way="through f32", **FRONT),
    Operator("torch", "take_along_dim", "along", (None,), "dim", TYPES, ("i64",), "broadcast", way="through f32"),
    Operator("torch", "take_along_dim", "flat", data_types=TYPES, way="through f32", **FRONT),
    Operator("torch", "embedding", "embedding", axis_name="", data_types=TYPES + FLOAT8, from_end=False),
)
NAMES = {
    "bf16": torch.bfloat16,
    "f8e4m3fn": torch.float8_e4m3fn,
    "f8e4m3fnuz": torch.float8_e4m3fnuz,
    "f8e5m2": torch.float8_e5m2,
    "f8e5m2fnuz": torch.float8_e5m2fnuz,
    "f8e8m0": torch.float8_e8m0fnu,
}
ERRORS = (
    (r"Dimension out of range", "AXIS", "dim"),
    (r"index out of range|out of DATA bounds|is out of bounds for dimension", "INDEX_RANGE", "indices"),
    (r"indexing axis dim should be positive|ZeroDivision", "INDEX_RANGE", "indices"),  # an empty axis
    (r"Size does not match at dimension|must match the size of tensor b|Index to scalar", "SHAPE", "indices"),
    (r"same number of dimensions|supposed to be a vector", "RANK", "indices"),
)


class TorchOracle(Oracle):
    name = "torch"
    operators = OPERATORS

    def __init__(self):
        torch.set_num_threads(1)

    def answer(self, prepared, call, data, indices):
        group = call.group
        data, indices = _tensor(group.data_type, data), _tensor(group.index_type, indices)
        try:
            if group.operator.name == "embedding":
                output = torch.nn.functional.embedding(indices, data)
            elif group.operator.name == "take_along_dim":
                output = torch.take_along_dim(data, indices, group.axis)
            else:
                output = getattr(torch, group.operator.name)(data, group.axis, indices)
        except (IndexError, RuntimeError) as error:
            raise refusal(str(error), ERRORS) or error from None
        return _array(group.data_type, output)


def _tensor(dtype, array):
    """A copy in row-major order: views of numpy arrays that repeat elements make torch warn, and flat forms fail."""
    if dtype in NAMES:
        array = array.view(np.dtype(f"u{array.dtype.itemsize}"))
    tensor = torch.from_numpy(np.array(array, order="C"))
    return tensor.view(NAMES[dtype]) if dtype in NAMES else tensor


def _array(dtype, tensor):
    if dtype not in NAMES:
        return tensor.numpy()
    bits = torch.uint8 if element_types.bits(dtype) == 8 else torch.uint16
    return tensor.contiguous().view(bits).numpy().view(element_types.numpy_type(dtype))


oracle = TorchOracle
