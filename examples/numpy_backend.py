#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""numpy's own functions as a backend: gather test tests/cases/numpy.jsonl --backend examples/numpy_backend.py

Reads a case a line, a case of tests/cases/FORMAT.md without `expect`, and answers each with one line.
"""

import json
import sys

import numpy

TYPES = {"bool": "?", **{f"{kind}{bits}": f"<{kind}{bits // 8}" for kind in "iuf" for bits in (8, 16, 32, 64)}}


def array(tensor):
    """The tensor of a case; KeyError for a type or a spelling that is not known here."""
    made = numpy.array(tensor["values"], dtype=object).reshape(tensor["shape"])
    return made.astype(TYPES[tensor["dtype"]])


def answer(case):
    function, attrs = getattr(numpy, case["op"], None), case.get("attrs", {})
    if case["dialect"] != "numpy" or case["op"] == "getitem" or function is None or case.get("options"):
        return {"skip": True}
    try:
        data, indices = map(array, case["inputs"])
    except (KeyError, ValueError):
        return {"skip": True}
    try:
        result = numpy.asarray(function(data, indices, **attrs))
    except numpy.exceptions.AxisError:
        return {"error": {"code": "AXIS", "operand": "axis"}}
    except IndexError:
        return {"error": {"code": "INDEX_RANGE", "operand": "indices"}}
    except (TypeError, ValueError):
        return {"error": {"code": "ARGUMENT"}}
    dtype = case["inputs"][0]["dtype"]
    return {"outputs": [{"dtype": dtype, "shape": list(result.shape), "hex": result.tobytes().hex()}]}


for line in sys.stdin:
    print(json.dumps(answer(json.loads(line))), flush=True)
