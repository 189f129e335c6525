# SPDX-License-Identifier: Apache-2.0
"""numpy: take with an output and without, indexing, take_along_axis. "clip" spares it a check of its own."""

from functools import partial

import numpy as np

from .cases import for_each, joined, table_of_bytes, tuple_of
from .settings import Form

form = partial(Form, "numpy")


def load(settings):
    return np


def of_tables(case):
    def into(table, chosen, output):
        np.take(table, chosen, 0, output, "clip")

    yield form("take(out, clip), one by one", for_each(into, case.data, case.indices, case.outputs))
    yield form("take(), one by one", for_each(partial(np.take, axis=0), case.data, case.indices), joined)


def of_batches(case):
    data, chosen, output = case.data, case.indices, case.output
    batches = np.arange(data.shape[0])[:, None]

    def one_by_one():
        for batch in range(data.shape[0]):
            np.take(data[batch], chosen[batch], 0, output[batch], "clip")

    yield form("take(out, clip), one by one", one_by_one)
    yield form("x[batches, indices]", lambda: data[batches, chosen], np.asarray)
    yield form("take_along_axis", lambda: np.take_along_axis(data, chosen[..., None], 1), np.asarray)


def of_take(case):
    data, chosen, axis, output = case.data, case.indices, case.axis, case.output
    picked = case.leading + (chosen,)
    if not case.has_negative:
        yield form("take(out, clip)", lambda: np.take(data, chosen, axis, output, "clip"))
    mode = "wrap" if case.has_negative else "raise"
    yield form(f"take(out, {mode})", lambda: np.take(data, chosen, axis, output, mode))
    yield form("take()", lambda: np.take(data, chosen, axis), np.asarray)
    yield form("x[indices]", lambda: data[picked], np.asarray)
    if case.is_transposed:
        yield form("take of the base, copyto", lambda: np.copyto(output, np.take(case.base, chosen, 0).T))
    if case.row["number"] == 13:
        whole = data.view(f"V{data.shape[1] * data.itemsize}").reshape(-1)
        whole_output = output.view(whole.dtype).reshape(-1)
        yield form("take(out, clip) of void", lambda: np.take(whole, chosen, 0, whole_output, "clip"))


def of_scaled(case):
    data, chosen, output, scales = case.data, case.indices, case.output, case.scales
    table, blocks = table_of_bytes(case), case.blocks(output)
    whole = table.view(f"V{4 * table.shape[1]}").reshape(-1)
    whole_output = output.view(whole.dtype).reshape(chosen.size, -1)

    def looked_up():
        np.take(whole, np.take(data, chosen, 0, mode="clip"), out=whole_output, mode="clip")
        np.multiply(blocks, np.take(scales, chosen, 0)[:, :, None], out=blocks)

    def subtracted():
        np.subtract(np.take(data, chosen, 0, mode="clip"), np.float32(case.zero), out=output)
        np.multiply(output, np.take(scales, chosen, 0), out=output)

    yield form("take, take of a table of bytes(out), multiply(out)", looked_up)
    if case.zero and case.row["bits"] == 8:
        yield form("take, subtract(out), multiply(out)", subtracted)


def forms(case, settings):
    data, chosen, output = case.data, case.indices, case.output
    if case.family == "tables":
        yield from of_tables(case)
    elif case.family == "relayout":
        turned = case.base.transpose(case.order)
        yield form("copyto", lambda: np.copyto(output, turned))
        yield form("ascontiguousarray", lambda: np.ascontiguousarray(turned), np.asarray)
    elif case.family == "twice":
        rows, columns = chosen
        picked = case.leading + (rows[:, None], columns)
        first, second = case.axis, case.axis + 1
        yield form("x[:, rows, columns]", lambda: data[picked], np.asarray)
        yield form(
            "take, take(out, clip)",
            lambda: np.take(np.take(data, rows, first), columns, second, output, "clip"),
        )
        pixels, made, numbers = case.pixels()
        yield form("take(out, clip) of pixels", lambda: np.take(pixels, numbers, 1, made, "clip"))
    elif case.family == "elements":
        yield form("take_along_axis", lambda: np.take_along_axis(data, chosen, case.axis), np.asarray)
    elif case.family == "tuples":
        picked = tuple_of(case)
        yield form("x[tuple]", lambda: data[picked], np.asarray)
        yield form("x[tuple], made anew", lambda: data[tuple_of(case)], np.asarray)
    elif case.family == "scaled":
        yield from of_scaled(case)
    elif case.batch_dims:
        yield from of_batches(case)
    else:
        yield from of_take(case)
