# SPDX-License-Identifier: Apache-2.0
"""libgather, the Python module: its functions as one calls them, and its plans; with an output and without."""

import importlib
from functools import partial

import numpy as np

from .cases import for_each, joined
from .settings import Form

form = partial(Form, "libgather")
lg = None


def load(settings):
    global lg
    import libgather

    lg = libgather
    lg.set_threads(settings.threads)
    return lg


def planned(case, dialect, name, indices=None, **attributes):
    """A plan's calls, into an output, with all indices judged first or each on its way, and into a new one."""
    data, indices, output = case.data, case.indices if indices is None else indices, case.output
    into = lg.plan(dialect, name, data, indices, out=output, **attributes)
    yield form("plan(out)", lambda: into(data, indices, out=output))
    fused = lg.plan(dialect, name, data, indices, out=output, check="fused", **attributes)
    yield form("plan(out), fused", lambda: fused(data, indices, out=output))
    fresh = lg.plan(dialect, name, data, indices, **attributes)
    yield form("plan()", lambda: fresh(data, indices), np.asarray)


def of_take(case):
    data, chosen, axis, output = case.data, case.indices, case.axis, case.output
    yield form("take(out)", lambda: lg.take(data, chosen, axis=axis, out=output))
    yield form("take()", lambda: lg.take(data, chosen, axis=axis), np.asarray)
    yield from planned(case, "numpy", "take", axis=axis)


def of_tables(case):
    def into(table, chosen, output):
        lg.take(table, chosen, axis=0, out=output)

    yield form("take(out), one by one", for_each(into, case.data, case.indices, case.outputs))
    yield form("take(), one by one", for_each(partial(lg.take, axis=0), case.data, case.indices), joined)


def of_relayout(case):
    turned, output = case.base.transpose(case.order), case.output
    order = ",".join(map(str, reversed(range(output.ndim))))
    yield form("relayout(out)", lambda: lg.relayout(turned, out=output))
    yield form("relayout()", lambda: lg.relayout(turned, f"{{{order}}}"), np.asarray)


def of_twice(case):
    data, (rows, columns), output = case.data, case.indices, case.output
    pixels, pixels_output, numbers = case.pixels()
    at_once = lg.plan("numpy", "take", pixels, numbers, out=pixels_output, axis=1)
    yield form("take(out) by two axes", lambda: lg.take(data, (rows, columns), axis=(1, 2), out=output))
    yield form("take() by two axes", lambda: lg.take(data, (rows, columns), axis=(1, 2)), np.asarray)
    yield form("plan(out) of pixels", lambda: at_once(pixels, numbers, out=pixels_output))


def of_elements(case):
    data, chosen, axis, output = case.data, case.indices, case.axis, case.output
    yield form("take_along_axis(out)", lambda: lg.take_along_axis(data, chosen, axis, out=output))
    yield form("take_along_axis()", lambda: lg.take_along_axis(data, chosen, axis), np.asarray)
    yield from planned(case, "numpy", "take_along_axis", axis=axis)


def of_tuples(case):
    data, chosen, batch_dims, output = case.data, case.indices, case.batch_dims, case.output
    yield form("gather_nd(out)", lambda: lg.gather_nd(data, chosen, batch_dims=batch_dims, out=output))
    yield form("gather_nd()", lambda: lg.gather_nd(data, chosen, batch_dims=batch_dims), np.asarray)
    yield from planned(case, "onnx", "GatherND", batch_dims=batch_dims)


def of_batches(case):
    data, chosen, axis, output = case.data, case.indices, case.axis, case.output
    words = {"axis": axis, "batch_dims": case.batch_dims}
    yield form("openvino.gather(out)", lambda: lg.openvino.gather(data, chosen, out=output, **words))
    yield form("openvino.gather()", lambda: lg.openvino.gather(data, chosen, **words), np.asarray)
    yield from planned(case, "openvino@8", "Gather", **words)


def of_scaled(case):
    data, chosen, scales, output = case.data, case.indices, case.scales, case.output
    words = {"block_size": case.row["block"]}
    if case.is_float:
        data = data.view(importlib.import_module("ml_dtypes").float8_e4m3fn)
    else:
        words["bits"] = case.row["bits"]
    gather = lg.onnx.gather_block_quantized
    into = lg.plan("onnx", "GatherBlockQuantized", data, chosen, scales, out=output, **words)
    yield form("gather_block_quantized(out)", lambda: gather(data, chosen, scales, out=output, **words))
    yield form("gather_block_quantized()", lambda: gather(data, chosen, scales, **words), np.asarray)
    yield form("plan(out)", lambda: into(data, chosen, scales, out=output))


FAMILIES = {
    "tables": of_tables,
    "relayout": of_relayout,
    "twice": of_twice,
    "elements": of_elements,
    "tuples": of_tuples,
    "scaled": of_scaled,
}


def forms(case, settings):
    if case.family in FAMILIES:
        return FAMILIES[case.family](case)
    return of_batches(case) if case.batch_dims else of_take(case)
