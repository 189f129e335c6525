# SPDX-License-Identifier: Apache-2.0
"""libgather itself, through one prepared foreign call (prepared.c): plans are made before.

Indices are checked on the way, in one pass, as the peers do that check them; or all of them before anything is written,
which no peer offers. The first is compared with the peers, the second is told beside it. A take along two axes checks
its lists first in any case.
"""

import importlib.util

from . import memory
from .settings import Form

prepared = None
KINDS = {dtype: kind for kind, dtype in memory.NUMPY_TYPES.items() if kind not in ("bf16", "f8e4m3fn")}


def load(settings):
    global prepared
    spec = importlib.util.spec_from_file_location("prepared", settings.library)
    prepared = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(prepared)
    return prepared


def layout(array, kind):
    return f"{kind}[{','.join(map(str, array.shape))}]C"


def row_layout(row):
    """The data's layout as the row has it, with its suffix."""
    return row["data"] if row["data"].endswith("}") else row["data"] + "C"


def add_take(gathers, axis, batch_dims, data, data_layout, indices, output):
    index_layout = layout(indices, KINDS[indices.dtype.type])
    places = data.ctypes.data, indices.ctypes.data, output.ctypes.data
    gathers.add("take", axis, batch_dims, data_layout, index_layout, None, *places)


def fill(gathers, case):
    """Adds what a case asks for."""
    whole = row_layout(case.row)
    if case.family == "tables":
        for table, indices, output in zip(case.data, case.indices, case.outputs):
            add_take(gathers, 0, 0, table, layout(table, case.kind), indices, output)
    elif case.family == "relayout":
        to = case.row["to"]
        gathers.add("relayout", 0, 0, whole, None, to, case.base.ctypes.data, 0, case.output.ctypes.data)
    elif case.family == "twice":
        lists = [layout(one, KINDS[one.dtype.type]) for one in case.indices]
        places = [array.ctypes.data for array in (case.base, *case.indices, case.output)]
        gathers.add_axes(case.axis, whole, *lists, *places)
    elif case.family == "scaled":
        layouts = whole, layout(case.indices, KINDS[case.indices.dtype.type]), layout(case.scales, "f32")
        places = [array.ctypes.data for array in (case.base, case.indices, case.scales, case.output)]
        gathers.add_scaled(case.row["block"], case.row["bits"], *layouts, *places)
    else:
        index_layout = layout(case.indices, KINDS[case.indices.dtype.type])
        places = case.base.ctypes.data, case.indices.ctypes.data, case.output.ctypes.data
        gathers.add(case.family, case.axis, case.batch_dims, whole, index_layout, None, *places)


ONE_PASS, FIRST = "checked on the way", "checked first"


def forms(case, settings):
    for name in (ONE_PASS, FIRST):
        gathers = prepared.Gathers(settings.threads, name == FIRST)
        fill(gathers, case)
        yield Form("gather", name, gathers.run)
