#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The Python module behind the protocol of docs/conformance.md: gather test --backend tests/python/module_backend.py ..

Each operand is an lg.Array of the case's own layout, or, for every other case, a numpy array over the same memory.
Questions about layouts, and outputs that a case describes, are not asked here.
"""

import json
import sys
import zlib

import libgather as lg
import ml_dtypes
import numpy as np
from libgather import _core

NUMPY = {
    "bool": "?", "c64": "c8", "c128": "c16", "bf16": ml_dtypes.bfloat16, "f8e4m3fn": ml_dtypes.float8_e4m3fn,
    "f8e4m3fnuz": ml_dtypes.float8_e4m3fnuz, "f8e5m2": ml_dtypes.float8_e5m2, "f8e5m2fnuz": ml_dtypes.float8_e5m2fnuz,
    "f8e8m0": ml_dtypes.float8_e8m0fnu, "f4e2m1": ml_dtypes.float4_e2m1fn,
}  # fmt: skip
BITS = {"i2": 2, "u2": 2, "i4": 4, "u4": 4, "f4e2m1": 4}
KINDS = {"f": "FLOAT", "i": "INT", "u": "UINT"}
SCALED = ("GatherBlockQuantized", "GatherCompressed")
FIELDS = ("operand", "position", "value", "axis", "low", "high")


class NotAsked(Exception):
    """What the module is not asked here."""


def numpy_type(dtype):
    if dtype in NUMPY:
        return np.dtype(NUMPY[dtype])
    if dtype in BITS:
        return np.dtype({"i": "i1", "u": "u1"}[dtype[0]])
    return np.dtype(f"{dtype[0]}{int(dtype[1:]) // 8}")


def number(dtype, value):
    """A value of JSON as numpy takes it."""
    if value is None:
        return 0
    if dtype in ("c64", "c128"):
        return complex(*(float(part) for part in value))
    if isinstance(value, str):
        return int(value) if dtype[0] in "iu" else float(value)
    return value


def pack(dtype, values, is_wide=False):
    """Values as they lie in memory, one after the other; those below a byte share them, unless they are wide."""
    cells = np.array([number(dtype, value) for value in values], dtype=object)
    if dtype not in BITS:
        through = "f8" if dtype[0] in "bf" and dtype != "bool" else numpy_type(dtype)
        return cells.astype(through).astype(numpy_type(dtype)).tobytes()
    codes = cells.astype("f8").astype(numpy_type(dtype)).view("u1") if dtype[0] == "f" else cells
    bits = BITS[dtype]
    if is_wide:
        return bytes(int(code) & ((1 << bits) - 1) for code in codes)
    whole = sum((int(code) & ((1 << bits) - 1)) << (bits * place) for place, code in enumerate(codes))
    return whole.to_bytes((len(values) * bits + 7) // 8, "little")


def descriptor(tensor):
    """The text of a descriptor of DirectML's."""
    if tensor["dtype"][0] not in KINDS:
        raise NotAsked
    kind = KINDS[tensor["dtype"][0]] + tensor["dtype"][1:]
    text = f"{kind} sizes={{{','.join(map(str, tensor['sizes']))}}}"
    if tensor.get("strides") is not None:
        text += f" strides={{{','.join(map(str, tensor['strides']))}}}"
    return text + (f" total={tensor['total_bytes']}" if "total_bytes" in tensor else "")


def layout_of(tensor):
    """The layout of a tensor: dense, or what stands behind its sizes."""
    dtype = tensor["dtype"]
    if "sizes" in tensor and (tensor.get("strides") is not None or "total_bytes" in tensor):
        try:
            return lg.Layout(descriptor(tensor))
        except ValueError:  # what a text can't say wrongly in the same way
            raise NotAsked from None
    sizes, suffix = tensor.get("shape", tensor.get("sizes")), tensor.get("layout")
    dense = f"{dtype}[{','.join(map(str, sizes))}]"
    if suffix is None:
        return lg.Layout(dense + "C")
    if not suffix.startswith("{"):
        return lg.Layout(dense + suffix)
    base = lg.Layout(dense + "C")
    return lg.relayout(lg.Array(bytes(base.nbytes), base), suffix).layout


def content(tensor):
    """The elements in row-major order, as bytes."""
    dtype = tensor["dtype"]
    if "hex" in tensor:
        return bytes.fromhex(tensor["hex"])
    if "iota" in tensor:
        count = int(np.prod(tensor["shape"], dtype=np.int64))
        start, step = tensor["iota"]["start"], tensor["iota"]["step"]
        with np.errstate(all="ignore"):
            return (np.arange(count) * step + start).astype(numpy_type(dtype)).tobytes()
    return pack(dtype, tensor["values"])


def lay(dense, layout, dtype):
    """The elements in a layout, in which some may share a cell."""
    try:
        return lg.relayout(dense, layout)
    except ValueError as error:
        if getattr(error, "status", None) != "OVERLAP":
            raise
    memory, raw = bytearray(layout.nbytes), bytes(lg.Array(dense, f"u8[{dense.nbytes}]C"))
    cells, bits = np.asarray(layout.offsets()).reshape(-1).tolist(), BITS.get(dtype)
    for place, cell in enumerate(cells):
        if bits is None:
            item = len(raw) // len(cells)
            memory[cell * item : (cell + 1) * item] = raw[place * item : (place + 1) * item]
        else:
            code = raw[place * bits // 8] >> (place * bits % 8) & ((1 << bits) - 1)
            mask = (1 << bits) - 1 << (cell * bits % 8)
            memory[cell * bits // 8] = memory[cell * bits // 8] & ~mask | code << (cell * bits % 8)
    return lg.Array(memory, layout)


def operand(tensor, as_numpy):
    if tensor["dtype"] == "string" or tensor.get("name") == "output":
        raise NotAsked
    layout = layout_of(tensor)
    if "storage" in tensor:
        if len(tensor["storage"]) < layout.cells:
            raise NotAsked
        is_wide = layout.nbytes == layout.cells  # then a cell has a byte of its own
        array = lg.Array(bytearray(pack(tensor["dtype"], tensor["storage"], is_wide)), layout)
    else:
        shape = ",".join(map(str, layout.shape))
        array = lg.Array(bytearray(content(tensor)), f"{tensor['dtype']}[{shape}]C")
        if "layout" in tensor or "sizes" in tensor:
            array = lay(array, layout, tensor["dtype"])
    return np.asarray(array) if as_numpy else array


def run(case):
    """The result of an operator."""
    as_numpy = zlib.crc32(case["name"].encode()) & 1
    inputs = [operand(tensor, as_numpy) for tensor in case["inputs"]]
    if not 0 < len(inputs) <= 5 or any(not isinstance(one, (lg.Array, np.ndarray)) for one in inputs):
        raise NotAsked
    attrs = case.get("attrs", {})
    if any(isinstance(value, list) and not all(isinstance(one, int) for one in value) for value in attrs.values()):
        raise NotAsked  # a TypeError of Python's own
    options = case.get("options", {})
    attributes = {("fill_value" if name == "fill" else name): value for name, value in options.items()}
    if isinstance(attributes.get("fill_value"), (str, list)):
        try:
            attributes["fill_value"] = number(case["inputs"][0]["dtype"], attributes["fill_value"])
        except ValueError:
            raise NotAsked from None
    words = [word for pair in {**attrs, **attributes}.items() for word in pair]
    names = (case["dialect"], case.get("version"), case["op"])
    if len(inputs) != 2 or case["op"].startswith("EmbeddingBag"):
        return _core.call_more(*names, tuple(inputs), None, None, None, *words)
    return _core.call(*names, *inputs, None, None, None, *words)


def tell_result(case, result):
    array = lg.Array(result)
    dtype = case["inputs"][2 if case["op"] in SCALED else case["op"] == "embedding"]["dtype"]
    packed = lg.relayout(array, f"{dtype}[{','.join(map(str, array.shape))}]C")
    raw = bytes(lg.Array(packed, f"u8[{packed.nbytes}]C"))
    return {"outputs": [{"dtype": dtype, "shape": list(array.shape), "hex": raw.hex()}]}


def tell_error(error):
    if not hasattr(error, "status"):
        raise error
    told = {"code": error.status}
    for name in FIELDS:
        if hasattr(error, name):
            value = getattr(error, name)
            told[name] = str(value) if isinstance(value, int) and value >= 2**63 else value
    if told.get("operand") == "fill_value":
        told["operand"] = "fill"  # as cases have it
    return told


def answer(line):
    case = json.loads(line)
    if case["dialect"] == "layout" or "inputs" not in case or case.get("infer") or "infer" in case.get("attrs", {}):
        return {"skip": True}
    try:
        return tell_result(case, run(case))
    except NotAsked:
        return {"skip": True}
    except ValueError as error:  # of an operator that has no name here
        return {"skip": True} if getattr(error, "operand", None) == "op" else {"error": tell_error(error)}
    except Exception as error:  # an exception without a status is a fault of the module's
        return {"error": tell_error(error)}


def main():
    for line in sys.stdin:
        print(json.dumps(answer(line)), flush=True)


if __name__ == "__main__":
    main()
