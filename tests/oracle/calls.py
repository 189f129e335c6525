# SPDX-License-Identifier: Apache-2.0
"""Calls at random, at the boundaries: which operator, with which attributes, shapes, types and index values.

A *group* has what an oracle has to be prepared for: operator, version, attributes, types and ranks. A *call* of a group
has shapes and indices too. What an oracle is known to do otherwise is not drawn (known_differences.py).
"""

import random
from dataclasses import dataclass, field, replace

import numpy as np

import element_types

SIZES = (1, 2, 3, 7, 8, 9, 15, 16, 17, 31, 32, 33, 63, 64, 65)
MOST_RANK = 6


@dataclass(frozen=True)
class Operator:
    """An operator of a world, and what its page says that shapes and indices may be."""

    dialect: str
    name: str
    family: str  # take, flat, along, tuple, select, embedding, xla
    versions: tuple = (None,)
    axis_name: str | None = "axis"
    data_types: tuple = ()
    index_types: tuple = ("i32", "i64")
    sizes: str = "equal"  # of along: equal, smaller, broadcast
    batch: bool = False  # has batch_dims
    from_end: bool = True  # a negative index counts from the end
    axis_from_end: bool = True
    modes: tuple = (None,)
    way: str = ""  # of the several ways in which an oracle has it


@dataclass(frozen=True)
class Group:
    operator: Operator
    version: object
    mode: str | None
    data_type: str
    index_type: str
    data_rank: int
    index_rank: int
    axis: int | None  # as given; None: flat, or an operator without one
    batch: int  # as given
    tuple_size: int = 0
    xla: dict = field(default_factory=dict)  # dimension numbers, with the shapes

    @property
    def place(self):
        """The axis counted from the front."""
        rank = max(self.data_rank, 1)
        return self.axis + rank if self.axis is not None and self.axis < 0 else self.axis

    @property
    def batch_count(self):
        return self.batch + self.index_rank if self.batch < 0 else self.batch

    @property
    def has_batch(self):
        """ONNX-41, OV-13: GatherND has batch_dims from version 12, OpenVINO's Gather from 7."""
        name, dialect = self.operator.name, self.operator.dialect
        first = {("onnx", "GatherND"): 12, ("openvino", "Gather"): 7}.get((dialect, name), 0)
        return self.operator.batch and self.version >= first

    def attributes(self):
        operator, attrs = self.operator, {}
        if operator.axis_name and (self.axis is not None or operator.dialect in ("numpy", "torch")):
            attrs[operator.axis_name] = self.axis
        if self.has_batch:
            attrs["batch_dims"] = self.batch
        if self.mode is not None:
            attrs["mode"] = self.mode
        attrs.update((key, value) for key, value in self.xla.items() if not key.startswith("shape_of_"))
        return attrs


@dataclass(frozen=True)
class Call:
    group: Group
    data_shape: tuple
    index_shape: tuple
    indices: np.ndarray  # 64 bits, signed or unsigned, as the type of the indices


# ---- groups ----


def draw_group(rng: random.Random, operators):
    operator = rng.choice(operators)
    if operator.family == "xla":
        return _draw_xla(rng, operator)
    data_rank, index_rank, tuple_size = _draw_ranks(rng, operator)
    version = rng.choice(operator.versions)
    group = Group(
        operator,
        version,
        rng.choice(operator.modes),
        rng.choice(_types_of(operator, version)),
        rng.choice(operator.index_types),
        data_rank,
        index_rank,
        None,
        0,
        tuple_size,
    )
    return _draw_axis_and_batch(rng, group)


def _types_of(operator, version):
    """ONNX-7: bf16 came with version 13."""
    has_bf16 = operator.dialect != "onnx" or version >= 13
    return tuple(name for name in operator.data_types if has_bf16 or name != "bf16")


def _draw_ranks(rng, operator):
    family = operator.family
    least = 0 if operator.dialect in ("numpy", "torch") and operator.name in ("take", "index_select", "gather") else 1
    data_rank = rng.choice((least, 1, 2, 2, 3, 3, 4, 5, MOST_RANK))
    if family == "embedding":
        return 2, rng.randint(0, 3), 0
    if family == "select":
        return data_rank, rng.choice((0, 1, 1, 1)), 0
    if family == "along":
        return data_rank, data_rank, 0
    if family == "tuple":
        return data_rank, rng.randint(1, 4), rng.randint(1, data_rank)
    if family == "flat":
        return data_rank, 1 if operator.name == "take_along_axis" else rng.randint(0, 3), 0
    return data_rank, rng.choice((0, 1, 1, 2, 2, 3)), 0


def _draw_axis_and_batch(rng, group):
    operator, rank = group.operator, max(group.data_rank, 1)
    if operator.family == "tuple":
        most = min(group.index_rank - 1, group.data_rank - group.tuple_size)
        return replace(group, batch=rng.randint(0, most) if group.has_batch else 0)
    if operator.family in ("flat", "embedding"):
        return group
    # An axis one beyond either end now and then: the error is the answer.
    low = -rank - 1 if operator.axis_from_end else -1
    axis = rng.randrange(-rank if operator.axis_from_end else 0, rank)
    if rng.random() < 0.03 and group.data_rank > 0:
        axis = rng.choice((low, rank))
    group = replace(group, axis=axis)
    if not group.has_batch or not 0 <= group.place < rank:
        return group
    batch = rng.randint(0, min(group.place, group.index_rank))
    from_end = batch - group.index_rank
    may_be_negative = operator.dialect == "openvino" and -min(rank, group.index_rank) <= from_end < 0
    return replace(group, batch=from_end if may_be_negative and rng.random() < 0.3 else batch)


# ---- shapes ----


def draw_shape(rng, rank, most, zero=0.04):
    """Sizes at the boundaries, of at most `most` elements together."""
    sizes = []
    for _ in range(rank):
        allowed = [size for size in SIZES if size <= most]
        size = 0 if rng.random() < zero else rng.choice(allowed)
        most //= max(size, 1)
        sizes.append(size)
    rng.shuffle(sizes)
    return tuple(sizes)


def _most(rng):
    return rng.choice((12, 12, 40, 40, 130, 130, 400))


def _draw_along(rng, group, most):
    data = list(draw_shape(rng, group.data_rank, most))
    indices, axis = list(data), group.place
    if not 0 <= axis < max(len(data), 1):
        return tuple(data), tuple(indices)
    sizes = group.operator.sizes
    for d, size in enumerate(data):
        if d == axis:
            indices[d] = rng.choice((0,) + SIZES[:9]) if rng.random() < 0.9 else size
        elif sizes == "smaller" and rng.random() < 0.3:
            indices[d] = rng.randint(0, size)
        elif sizes == "broadcast" and rng.random() < 0.3:
            rng.choice((data, indices))[d] = 1
        elif rng.random() < 0.01:
            indices[d] = size + 1
    return tuple(data), tuple(indices)


def _draw_shapes(rng, group):
    family, most = group.operator.family, _most(rng)
    if family == "xla":
        return group.xla["shape_of_data"], group.xla["shape_of_indices"]
    if family == "along":
        return _draw_along(rng, group, most)
    data = draw_shape(rng, group.data_rank, most)
    small = max(3, most // 12)
    if family == "select" and group.index_rank:
        return data, (rng.choice((0,) + SIZES[:11]),) if group.data_rank else (1,)
    if family == "tuple":
        batch = group.batch
        middle = draw_shape(rng, group.index_rank - 1 - batch, small)
        return data, data[:batch] + middle + (group.tuple_size,)
    if family == "take" and 0 <= group.place < max(group.data_rank, 1):
        batch = group.batch_count
        return data, data[:batch] + draw_shape(rng, group.index_rank - batch, small)
    return data, draw_shape(rng, group.index_rank, small)


# ---- indices ----


def limits(group, data_shape):
    """Of each component of a tuple the size that it indexes and the greatest value that needs no policy."""
    family = group.operator.family
    if family == "xla":
        mapped = group.xla.get("start_index_map", range(len(data_shape)))
        return [data_shape[d] for d in mapped], [data_shape[d] - group.xla["slice_sizes"][d] for d in mapped]
    if family == "flat" or not data_shape:
        sizes = [int(np.prod(data_shape, dtype=np.int64))]
    elif family == "tuple":
        sizes = [data_shape[group.batch + k] for k in range(group.tuple_size)]
    elif family == "embedding":
        sizes = [data_shape[0]]
    else:
        sizes = [data_shape[group.place] if 0 <= group.place < len(data_shape) else 1]
    return sizes, [size - 1 for size in sizes]


def draw_indices(rng, generator, group, data_shape, index_shape):
    """All legal; or one of them bad, or many."""
    operator = group.operator
    low_of_type, high_of_type = element_types.integer_range(group.index_type)
    unsigned = low_of_type == 0
    count = int(np.prod(index_shape, dtype=np.int64))
    indices = np.zeros(index_shape, dtype=np.uint64 if group.index_type == "u64" else np.int64)
    sizes, highs = limits(group, data_shape)
    component = component_axis(group, index_shape)
    for k, (size, high) in enumerate(zip(sizes, highs, strict=True)):
        low = -size if operator.from_end and not unsigned else 0
        low, high = max(low, low_of_type), min(high, high_of_type)
        part = indices if component is None else np.moveaxis(indices, component, -1)[..., k]
        if high >= low and part.size:
            part[...] = generator.integers(low, high, size=part.shape, endpoint=True)
    bad = rng.choices((0, 1, 2, count), (70, 15, 5, 10))[0]
    for _ in range(min(bad, count) if sizes else 0):
        size = rng.choice(sizes)
        wild = rng.choice(
            (
                size,
                -size - 1,
                size + 7,
                -1,
                -2 * size,
                3 * size,
                127,
                255,
                2**31 - 1,
                -(2**31),
                2**32,
                high_of_type,
                low_of_type,
            )
        )
        indices.reshape(-1)[rng.randrange(count)] = min(max(wild, low_of_type), high_of_type)
    return indices


def component_axis(group, index_shape):
    """The dimension of the indices along which tuples lie; None where they have one component."""
    if group.operator.family == "tuple":
        return len(index_shape) - 1
    if group.operator.name == "dynamic_slice":
        return 0
    if group.operator.family == "xla" and group.xla.get("index_vector_dim", len(index_shape)) < len(index_shape):
        return group.xla["index_vector_dim"]
    return None


def draw_call(rng, generator, group):
    data_shape, index_shape = _draw_shapes(rng, group)
    return Call(group, data_shape, index_shape, draw_indices(rng, generator, group, data_shape, index_shape))


# ---- XLA ----


def _draw_xla(rng, operator):
    while True:
        data = draw_shape(rng, rng.randint(0, 4), 150, zero=0.02)
        group = (
            _draw_slice(rng, operator, data) if operator.name == "dynamic_slice" else _draw_gather(rng, operator, data)
        )
        if group is not None:
            return group


def _xla_group(rng, operator, data, indices, numbers):
    return Group(
        operator,
        None,
        None,
        rng.choice(operator.data_types),
        rng.choice(operator.index_types),
        len(data),
        len(indices),
        None,
        0,
        xla={**numbers, "shape_of_data": data, "shape_of_indices": indices},
    )


def _draw_slice(rng, operator, data):
    sizes = [rng.randint(0, size) if rng.random() < 0.1 else rng.randint(min(1, size), size) for size in data]
    return _xla_group(rng, operator, data, (len(data),), {"slice_sizes": sizes})


def _draw_gather(rng, operator, data):
    """Dimension numbers that C1 to C21 of the page allow."""
    r = len(data)
    others = list(draw_shape(rng, rng.randint(0, 2), 30, zero=0.02))
    batching = [d for d in range(r) if rng.random() < 0.25]
    free = [d for d in range(r) if d not in batching]
    mapped = rng.sample(free, rng.randint(0, len(free)))
    for d in batching:
        others.insert(rng.randint(0, len(others)), ("batch", d))
    vector = rng.randint(0, len(others))
    is_scalar = len(mapped) == 1 and rng.random() < 0.3
    if is_scalar:
        vector = len(others)
    elif len(others) < 5:
        others.insert(vector, len(mapped))
    else:
        return None
    places = {size[1]: place for place, size in enumerate(others) if isinstance(size, tuple)}
    indices = tuple(data[size[1]] if isinstance(size, tuple) else size for size in others)
    collapsed = [d for d in free if rng.random() < 0.4 and data[d] > 0]
    slices = [
        1 if d in collapsed else min(1, data[d]) if d in batching else rng.randint(min(1, data[d]), data[d])
        for d in range(r)
    ]
    window = [d for d in free if d not in collapsed]
    result = len(indices) - (not is_scalar) + len(window)
    numbers = {
        "offset_dims": sorted(rng.sample(range(result), len(window))),
        "collapsed_slice_dims": collapsed,
        "start_index_map": mapped,
        "operand_batching_dims": batching,
        "start_indices_batching_dims": [places[d] for d in batching],
        "index_vector_dim": vector,
        "slice_sizes": slices,
    }
    return _xla_group(rng, operator, data, indices, numbers)
