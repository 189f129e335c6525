# SPDX-License-Identifier: Apache-2.0
"""pyarrow: take of primitive values, or of rows as values of a fixed width; each answer is a new array."""

import math
from functools import partial

import numpy as np

from .settings import Form

form = partial(Form, "pyarrow")
pa = None


def load(settings):
    global pa
    import pyarrow
    import pyarrow.compute

    pa = pyarrow
    pa.set_cpu_count(settings.threads)
    return pa


def read(taken):
    return np.frombuffer(taken.buffers()[1], np.uint8)[: taken.nbytes]


def forms(case, settings):
    if case.family != "take" or case.axis or case.batch_dims or case.indices.ndim == 0 or case.has_negative:
        return
    data, chosen = case.data, case.indices.reshape(-1)
    width = math.prod(data.shape[1:]) * data.itemsize
    kind = pa.binary(width) if data.ndim > 1 else pa.from_numpy_dtype(data.dtype)
    values = pa.Array.from_buffers(kind, data.shape[0], [None, pa.py_buffer(data)])
    index_kind = pa.from_numpy_dtype(chosen.dtype)
    indices = pa.Array.from_buffers(index_kind, chosen.size, [None, pa.py_buffer(chosen)])
    unchecked = pa.compute.TakeOptions(boundscheck=False)
    yield form("take", lambda: pa.compute.take(values, indices), read)
    taken = partial(pa.compute.call_function, "array_take", [values, indices], unchecked)
    yield form("take, unchecked", taken, read)
