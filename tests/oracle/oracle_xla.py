# SPDX-License-Identifier: Apache-2.0
"""XLA on the CPU, through jax.lax: gather in its clamping mode, and dynamic_slice. A compilation a group.

jax has its index vectors along the last dimension: the indices of a case that has them elsewhere are transposed, or
given one dimension more, as XLA-G-5 and -G-6 say.
"""

import os

os.environ["JAX_PLATFORMS"] = "cpu"

import jax  # noqa: E402
import numpy as np  # noqa: E402
from jax import lax  # noqa: E402

import element_types  # noqa: E402
from calls import Operator  # noqa: E402
from oracle import Oracle  # noqa: E402

INDEX_TYPES = ("i32", "i64", "i8", "i16", "u8", "u16", "u32", "u64")
FRONT = {"axis_name": "", "from_end": False}
OPERATORS = (
    Operator("xla", "gather", "xla", data_types=element_types.NAMES, index_types=INDEX_TYPES, **FRONT),
    Operator("xla", "gather", "xla", data_types=element_types.NAMES, index_types=INDEX_TYPES, **FRONT),
    Operator("xla", "gather", "xla", data_types=element_types.NAMES, index_types=INDEX_TYPES, **FRONT),
    Operator("xla", "dynamic_slice", "xla", data_types=element_types.NAMES, index_types=INDEX_TYPES, **FRONT),
)


class XlaOracle(Oracle):
    name = "xla"
    operators = OPERATORS

    def __init__(self):
        jax.config.update("jax_enable_x64", True)

    def prepare(self, group):
        numbers = group.xla
        if group.operator.name == "dynamic_slice":
            return jax.jit(lambda data, starts: _slice(data, starts, numbers["slice_sizes"]))
        names = lax.GatherDimensionNumbers(
            offset_dims=tuple(numbers["offset_dims"]),
            collapsed_slice_dims=tuple(numbers["collapsed_slice_dims"]),
            start_index_map=tuple(numbers["start_index_map"]),
            operand_batching_dims=tuple(numbers["operand_batching_dims"]),
            start_indices_batching_dims=tuple(
                _behind(numbers["index_vector_dim"], numbers["start_indices_batching_dims"])
            ),
        )
        sizes, mode = tuple(numbers["slice_sizes"]), lax.GatherScatterMode.CLIP
        return jax.jit(lambda data, indices: lax.gather(data, indices, names, sizes, mode=mode))

    def answer(self, prepared, call, data, indices):
        if call.group.operator.name == "dynamic_slice":
            return np.asarray(prepared(data, indices))
        vector = call.group.xla["index_vector_dim"]
        last = indices[..., None] if vector == indices.ndim else np.moveaxis(indices, vector, -1)
        return np.asarray(prepared(data, last))


def _behind(vector, dimensions):
    """The numbers of dimensions of the indices once the one of the vectors is the last."""
    return [dimension - (dimension > vector) for dimension in dimensions]


def _slice(data, starts, sizes):
    return lax.dynamic_slice(data, [starts[k] for k in range(data.ndim)], sizes, allow_negative_indices=False)


oracle = XlaOracle
