# SPDX-License-Identifier: Apache-2.0
"""What a take grows a process by, of sources that do not lie row by row: each is asked in a process of its own, as the
most memory that a process ever held never shrinks. A library that copies its source first grows by all of it.
"""

import json
import resource
import subprocess
import sys

SIDE, ROWS = 8192, 64
SIZE = SIDE * SIDE * 4  # bytes of a source
LIBRARIES = ("libgather", "numpy", "torch")
SOURCES = {
    "row-major": lambda base: base[:SIDE],
    "transposed": lambda base: base[:SIDE].T,
    "every other row": lambda base: base[::2],
    "reversed": lambda base: base[:SIDE, ::-1],
}


def take_of(library, source):
    """A call that takes rows; of torch None where it has no such tensors."""
    import numpy as np

    indices = np.arange(0, SIDE, SIDE // ROWS)
    if library == "libgather":
        import libgather as lg

        return lambda: lg.take(source, indices, axis=0)
    if library == "numpy":
        return lambda: np.take(source, indices, 0)
    import torch

    if any(stride < 0 for stride in source.strides):
        return None
    tensor, chosen = torch.from_numpy(source), torch.from_numpy(indices)
    torch.index_select(tensor[:2, :2], 0, chosen[:1])  # what it sets up once is not the call's
    return lambda: torch.index_select(tensor, 0, chosen)


def measure_here(library, source):
    """JSON: bytes, or null. The base is twice a source, so that every other row of it is one."""
    import numpy as np

    base = np.ones((2 * SIDE, SIDE), "f4")
    call = take_of(library, SOURCES[source](base))
    if call is None:
        return "null"
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    made = call()
    after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    assert tuple(made.shape) == (ROWS, SIDE)
    return json.dumps((after - before) * 1024)


def measure(script):
    """A row for each library and source, by `script --memory LIBRARY SOURCE`."""
    rows = []
    for source in SOURCES:
        for library in LIBRARIES:
            words = [sys.executable, script, "--memory", library, source]
            answer = json.loads(subprocess.run(words, check=True, capture_output=True, text=True).stdout)
            rows.append({"library": library, "source": source, "bytes": answer})
    return rows
