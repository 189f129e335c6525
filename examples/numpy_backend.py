#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""numpy as a backend of the cases: gather test tests/cases/numpy.jsonl --backend examples/numpy_backend.py"""

import json
import sys

import numpy

TYPES = {f"{kind}{bits}": f"<{kind}{bits // 8}" for kind in "iuf" for bits in (8, 16, 32, 64)} | {"bool": "?"}


def array(tensor):
    """The tensor of a case; KeyError for a type or a form that is not known here."""
    dtype = TYPES[tensor["dtype"]]
    return numpy.array(tensor["values"], dtype=object).reshape(tensor["shape"]).astype(dtype)


def answer(case):
    if case["dialect"] != "numpy" or case["op"] == "getitem" or case.get("options"):
        return {"skip": True}
    try:
        data, indices = map(array, case["inputs"])
        result = numpy.asarray(getattr(numpy, case["op"])(data, indices, **case.get("attrs", {})))
    except (KeyError, AttributeError):
        return {"skip": True}
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
