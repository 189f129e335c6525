# SPDX-License-Identifier: Apache-2.0
"""The rows of the grid, as `gather bench --list --json` tells them, made into arrays.

family      what a peer is asked for
take        data[:, .., indices, ..] along an axis; with batch_dims 1 each batch by its own indices
elements    take_along_axis
tuples      gather_nd; batch_dims 0 or 1
relayout    base.transpose(order), written out
tables      as many takes of as many tables, one behind the other: data, indices and outputs are lists
twice       taken along `axis` and along the next one; indices is a pair
scaled      rows of numbers of 8 or 4 bits, the first of two in a byte's low ones: each a float, less the middle of its
            values if it is an integer, times the scale of its block
"""

import json
import re
import subprocess
import sys
from dataclasses import dataclass, field

import numpy as np

from . import memory
from .distributions import draw

SHAPE = (1, 3, 224, 224)  # of an image: what small calls take from
GROWTH = (27, 100)  # of tables: each has 27 % more rows than the one before


@dataclass
class Case:
    row: dict
    family: str
    kind: str  # of the data: "bf16"
    data: object  # the array that is gathered from, strided where its layout is; of tables a list
    base: object  # the same bytes in the order in which they lie
    indices: object
    axis: int
    batch_dims: int
    order: tuple = ()  # of a relayout: dimensions of the base as the output has them
    output: object = None  # row-major, as it lies in memory
    outputs: list = field(default_factory=list)  # of tables: parts of the output
    expected: object = None
    scales: object = None  # of "scaled": one for each block of numbers of a row
    slack: object = None  # how far another order of roundings may lead from what is expected; None: nowhere

    @property
    def has_negative(self):
        return self.row["distribution"] == "last"

    @property
    def is_transposed(self):
        return self.family == "take" and self.base is not self.data

    def pixels(self):
        """Of "twice": data and output with both axes as one, and the number along it of each element that is taken."""
        rows, columns = self.indices
        sizes, made = self.data.shape, self.output.shape
        numbers = (rows[:, None] * sizes[2] + columns).reshape(-1)
        data = self.data.reshape(sizes[0], sizes[1] * sizes[2], -1)
        return data, self.output.reshape(made[0], made[1] * made[2], -1), numbers

    @property
    def is_float(self):
        return self.kind.startswith("f")

    @property
    def zero(self):
        """Of "scaled": what a number is less."""
        return 0 if self.is_float else 1 << self.row["bits"] - 1

    def blocks(self, array):
        """Of "scaled": an output as rows of blocks, to be multiplied by scales of [rows, blocks, 1]."""
        return array.reshape(array.shape[0], self.scales.shape[1], -1)

    @property
    def leading(self):
        """The dimensions before the axis, whole."""
        return (slice(None),) * self.axis


def wanted(row, names):
    """Whether a row is meant: its id, its number, "R" for relayouts. Patterns have no peers."""
    if row["number"] < 0:
        return False
    group = "R" if row["number"] == 0 else str(row["number"])
    return not names or row["row"] in names or group in names


def rows(settings):
    command = [settings.command, "bench", "--list", "--json", "--scale", settings.scale]
    listed = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)["rows"]
    names = {name for name in settings.cases.split(",") if name}
    unknown = [name for name in names if not any(wanted(row, {name}) for row in listed)]
    if unknown:
        print(f"peers: there are no cases {', '.join(sorted(unknown))}", file=sys.stderr)
        sys.exit(2)
    return [row for row in listed if wanted(row, names)]


def parse(text):
    """("f32", [2, 3], [1, 0]) of "f32[2,3]{1,0}": type, sizes, dimensions from the slowest to the fastest."""
    kind, sizes, order = re.fullmatch(r"(\w+)\[([\d,]*)\](?:\{([\d,]*)\})?", text).groups()
    sizes = [int(size) for size in sizes.split(",") if size]
    if not order:
        return kind, sizes, list(range(len(sizes)))
    return kind, sizes, [int(dimension) for dimension in order.split(",")][::-1]


def lay_out(text, pages, seed):
    """(array of the sizes that a layout says, the same bytes in the order in which they lie)."""
    kind, sizes, order = parse(text)
    base = memory.random_array([sizes[d] for d in order], kind, pages, seed)
    if order == sorted(order):
        return kind, base, base
    return kind, base.transpose(np.argsort(order)), base


def draw_indices(row, text, data_shape, axis, word, random, pages):
    kind, shape, _ = parse(text)
    if row["family"] == "tuples":
        sizes = data_shape[row["batch_dims"] : row["batch_dims"] + shape[-1]]
        values = np.stack([draw(word, random, size, shape[:-1]) for size in sizes], -1)
    else:
        values = draw(word, random, data_shape[axis], shape)
    return memory.place(values, memory.NUMPY_TYPES[kind], pages)


def make_tables(row, settings, random):
    kind, sizes, _ = parse(row["data"])
    data, indices = [], []
    for number in range(row["tables"]):
        data.append(memory.random_array(sizes, kind, settings.pages, number))
        indices.append(
            draw_indices(row, row["indices"], sizes, 0, row["distribution"], random, settings.pages)
        )
        sizes = [sizes[0] + sizes[0] * GROWTH[0] // GROWTH[1], *sizes[1:]]
    case = Case(row, "tables", kind, data, data, indices, 0, 0)
    case.expected = joined(table[chosen] for table, chosen in zip(data, indices))
    return case


def make_relayout(row, settings):
    kind, data, base = lay_out(row["data"], settings.pages, 1)
    _, _, first = parse(row["data"])
    last = [int(d) for d in re.findall(r"\d+", row["to"])][::-1]
    order = tuple(first.index(d) for d in last)
    case = Case(row, "relayout", kind, data, base, None, 0, 0, order=order)
    case.expected = np.ascontiguousarray(base.transpose(order))
    return case


def make_gather(row, settings, random):
    kind, data, base = lay_out(row["data"], settings.pages, 1)
    if row["is_small_call"] and data.ndim == 1:
        data[...] = SHAPE
    axis, batch_dims = row["axis"], row["batch_dims"]
    indices = draw_indices(row, row["indices"], data.shape, axis, row["distribution"], random, settings.pages)
    case = Case(row, row["family"], kind, data, base, indices, axis, batch_dims)
    if row["second_distribution"]:
        second = draw_indices(
            row, row["indices"], data.shape, axis + 1, row["second_distribution"], random, settings.pages
        )
        case.family, case.indices = "twice", (indices, second)
    case.expected = np.asarray(answer(case), order="C")
    return case


def table_of_f8():
    """The numbers of f8e4m3fn by their bits: a sign, four bits of exponent, three behind the point."""
    bits = np.arange(256)
    power, behind = bits >> 3 & 15, bits & 7
    sizes = np.where(power == 0, behind, 8 + behind << np.maximum(power - 1, 0)) / 512
    sizes[bits & 127 == 127] = np.nan
    return np.where(bits & 128, -sizes, sizes).astype(np.float32)


def table_of_bytes(case):
    """Of "scaled": the numbers that each byte holds, less their zero: [256, 1 or 2]."""
    if case.is_float:
        return table_of_f8()[:, None]
    numbers = np.arange(256)[:, None]
    if case.row["bits"] == 4:
        numbers = np.concatenate([numbers & 15, numbers >> 4], axis=1)
    return (numbers - case.zero).astype(np.float32)


def make_scaled(row, settings, random):
    kind, data, base = lay_out(row["data"], settings.pages, 1)
    _, scales, _ = lay_out(row["scales"], settings.pages, 2)
    indices = draw_indices(row, row["indices"], data.shape, 0, row["distribution"], random, settings.pages)
    case = Case(row, "scaled", kind, data, base, indices, 0, 0, scales=scales)
    taken = scales[indices][:, :, None]
    numbers = table_of_bytes(case)[data[indices]].reshape(indices.size, -1)
    case.expected = (case.blocks(numbers) * taken).reshape(numbers.shape)
    if case.zero:
        case.slack = np.float32(2**-22) * (np.abs(case.blocks(case.expected)) + case.zero * taken)
        case.slack = case.slack.reshape(numbers.shape)
    return case


def for_each(call, *lists):
    """What calls for each of several tables, one behind the other."""
    return lambda: [call(*each) for each in zip(*lists)]


def joined(parts):
    """The answers of several tables, one behind the other."""
    return np.concatenate([np.asarray(part).reshape(-1) for part in parts])


def tuple_of(case):
    """What picks tuples from an array, in numpy's words."""
    parts = tuple(case.indices[..., k] for k in range(case.indices.shape[-1]))
    if case.batch_dims:
        batches = np.arange(case.data.shape[0]).reshape((-1,) + (1,) * (case.indices.ndim - 2))
        parts = (batches,) + parts
    return parts


def answer(case):
    """What a gather gives, by numpy's indexing."""
    if case.family == "elements":
        return np.take_along_axis(case.data, case.indices, case.axis)
    if case.family == "tuples":
        return case.data[tuple_of(case)]
    if case.family == "twice":
        first, second = case.indices
        return case.data[case.leading + (first[:, None], second)]
    if case.batch_dims:
        return case.data[np.arange(case.data.shape[0])[:, None], case.indices]
    return case.data[case.leading + (case.indices,)]


def make(row, settings):
    random = np.random.default_rng(1000 + row["number"])
    if row["family"] == "relayout":
        case = make_relayout(row, settings)
    elif row["tables"] > 1:
        case = make_tables(row, settings, random)
    elif row["family"] == "scaled":
        case = make_scaled(row, settings, random)
    else:
        case = make_gather(row, settings, random)
    case.output = memory.allocate(case.expected.shape, case.expected.dtype, settings.pages)
    if case.family == "tables":
        ends = np.cumsum([chosen.size * table.shape[1] for table, chosen in zip(case.data, case.indices)])
        parts = np.split(case.output, ends[:-1])
        case.outputs = [part.reshape(chosen.size, -1) for part, chosen in zip(parts, case.indices)]
    return case
