# SPDX-License-Identifier: Apache-2.0
"""The gather operators of OpenVINO, by its rules and checks at any opset; docs/spec/openvino.md has them.

Each takes, beside its own attributes, out, threads, and the library's options policy and fill_value for an index
outside. gather_compressed computes its elements: of policies it has no "fill". Embedding bags and
gather_tree refuse what is outside. Lists and ints get the type of the arrays beside them as indices, offsets and a
default index, and as any operand of gather_tree; tables, weights, scales and zero points are arrays.
"""

from typing import Any, SupportsIndex

from libgather._core import call, call_more
from libgather._operators import one_integer, unless_0

__all__ = [
    "embedding_bag_offsets",
    "embedding_bag_offsets_sum",
    "embedding_bag_packed",
    "embedding_bag_packed_sum",
    "gather",
    "gather_compressed",
    "gather_elements",
    "gather_nd",
    "gather_tree",
]


def gather(
    data: Any,
    indices: Any,
    axis: SupportsIndex,
    batch_dims: SupportsIndex = 0,
    opset: int | str = 8,
    *,
    out: Any = None,
    threads: SupportsIndex | None = None,
    **options: Any,
) -> Any:
    """Gather: slices along an axis, each batch with its own indices; an index outside gives zeros.

    >>> import libgather as lg
    >>> lg.openvino.gather(bytes([10, 20, 30]), lg.Array(bytes([2, 0, 0, 0, 7, 0, 0, 0]), "s32[2]"), 0).tolist()
    [30, 0]
    """
    given = (batch_dims or NotImplemented) if type(batch_dims) is int else unless_0(batch_dims)  # opset 1 has none
    axis = axis if type(axis) is int else one_integer(axis)
    return call("openvino", opset, "Gather", data, indices, out, threads, options, "axis", axis, "batch_dims", given)


def gather_elements(
    data: Any,
    indices: Any,
    axis: SupportsIndex = 0,
    opset: int | str = 6,
    *,
    out: Any = None,
    threads: SupportsIndex | None = None,
    **options: Any,
) -> Any:
    """GatherElements: one element of data for each index, at its own place but for the axis."""
    return call("openvino", opset, "GatherElements", data, indices, out, threads, options, "axis", axis)


def gather_nd(
    data: Any,
    indices: Any,
    batch_dims: SupportsIndex = 0,
    opset: int | str = 8,
    *,
    out: Any = None,
    threads: SupportsIndex | None = None,
    **options: Any,
) -> Any:
    """GatherND: the slices of data that tuples name, which lie along the last dimension of the indices."""
    return call("openvino", opset, "GatherND", data, indices, out, threads, options, "batch_dims", batch_dims)


def gather_compressed(
    data: Any,
    indices: Any,
    scale: Any,
    zero_point: Any = None,
    *,
    axis: SupportsIndex,
    batch_dims: SupportsIndex = 0,
    opset: int | str | None = None,
    out: Any = None,
    threads: SupportsIndex | None = None,
    **options: Any,
) -> Any:
    """GatherCompressed: Gather of integers of 4 or 8 bits, each less its zero point and times its scale.

    scale, zero_point: of one element, or with sizes that divide those of the data; the result has the type of scale. An
    index outside gives zeros.

    >>> import array, libgather as lg
    >>> scale, zero_point = array.array("f", [0.5]), bytes([10])
    >>> lg.openvino.gather_compressed(bytes([10, 20, 30]), [2, -2, 7], scale, zero_point, axis=0).tolist()
    [10.0, 5.0, 0.0]
    """
    return call_more(
        "openvino", opset, "GatherCompressed", (data, indices, scale, zero_point), out, threads, options,
        "axis", one_integer(axis), "batch_dims", batch_dims,
    )  # fmt: skip


def embedding_bag_offsets(
    emb_table: Any,
    indices: Any,
    offsets: Any,
    default_index: Any = None,
    per_sample_weights: Any = None,
    reduction: str = "sum",
    *,
    opset: int | str = 15,
    out: Any = None,
    threads: SupportsIndex | None = None,
    **options: Any,
) -> Any:
    """EmbeddingBagOffsets: the sum, or mean, of the table's rows in each bag, times their weights if there are any.

    Bag n are the indices from offsets[n] on, to the next offset or the end. One without indices is the row
    default_index; None, as -1, gives zeros. Every index has to be inside of the table.

    >>> import array, libgather as lg
    >>> table = lg.Array(array.array("f", range(6)), "f32[3,2]")
    >>> lg.openvino.embedding_bag_offsets(table, [0, 2, 1], [0, 2, 3], reduction="mean").tolist()
    [[2.0, 3.0], [2.0, 3.0], [0.0, 0.0]]
    """
    inputs = (emb_table, indices, offsets, _default(default_index, per_sample_weights), per_sample_weights)
    words = ("openvino", opset, "EmbeddingBagOffsets", inputs, out, threads, options)
    return call_more(*words, "reduction", reduction)


def embedding_bag_offsets_sum(
    emb_table: Any,
    indices: Any,
    offsets: Any,
    default_index: Any = None,
    per_sample_weights: Any = None,
    *,
    opset: int | str = 3,
    out: Any = None,
    threads: SupportsIndex | None = None,
    **options: Any,
) -> Any:
    """EmbeddingBagOffsetsSum: as embedding_bag_offsets, the sum."""
    inputs = (emb_table, indices, offsets, _default(default_index, per_sample_weights), per_sample_weights)
    return call_more("openvino", opset, "EmbeddingBagOffsetsSum", inputs, out, threads, options)


def embedding_bag_packed(
    emb_table: Any,
    indices: Any,
    per_sample_weights: Any = None,
    reduction: str = "sum",
    *,
    opset: int | str = 15,
    out: Any = None,
    threads: SupportsIndex | None = None,
    **options: Any,
) -> Any:
    """EmbeddingBagPacked: as embedding_bag_offsets, where each row of the indices is a bag.

    >>> import array, libgather as lg
    >>> table, weights = array.array("f", [1, 10, 100]), lg.Array(array.array("f", [1, 1, 2, 0]), "f32[2,2]")
    >>> lg.openvino.embedding_bag_packed(table, [[0, 1], [2, 2]], weights).tolist()
    [11.0, 200.0]
    """
    inputs = (emb_table, indices, per_sample_weights)
    words = ("openvino", opset, "EmbeddingBagPacked", inputs, out, threads, options)
    return call_more(*words, "reduction", reduction)


def embedding_bag_packed_sum(
    emb_table: Any,
    indices: Any,
    per_sample_weights: Any = None,
    *,
    opset: int | str = 3,
    out: Any = None,
    threads: SupportsIndex | None = None,
    **options: Any,
) -> Any:
    """EmbeddingBagPackedSum: as embedding_bag_packed, the sum."""
    inputs = (emb_table, indices, per_sample_weights)
    return call_more("openvino", opset, "EmbeddingBagPackedSum", inputs, out, threads, options)


def gather_tree(
    step_ids: Any,
    parent_ids: Any,
    max_seq_len: Any,
    end_token: Any,
    *,
    opset: int | str = 1,
    out: Any = None,
    threads: SupportsIndex | None = None,
    **options: Any,
) -> Any:
    """GatherTree: whole beams out of the steps of a beam search, [time, batch, beam], each followed back by its parents.

    >>> import libgather as lg
    >>> steps, parents = (lg.Array(bytes(row), "u8[3,1,2]") for row in ([1, 2, 3, 4, 5, 6], [0, 0, 1, 0, 1, 0]))
    >>> lg.openvino.gather_tree(steps, parents, [3], 9)[:, 0].tolist()
    [[1, 2], [4, 3], [5, 6]]
    """
    inputs = (step_ids, parent_ids, max_seq_len, end_token)
    return call_more("openvino", opset, "GatherTree", inputs, out, threads, options)


def _default(index: Any, weights: Any) -> Any:
    """A default index has to stand before weights."""
    return -1 if index is None and weights is not None else index
