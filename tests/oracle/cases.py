# SPDX-License-Identifier: Apache-2.0
"""Cases of tests/cases/FORMAT.md, made of calls and an oracle's answers, with layouts at random."""

import hashlib
import json
import random
from dataclasses import replace

import numpy as np

import calls
import element_types
import known_differences
import layouts
import oracle as oracles

MOST_DRAWS = 1000


def seed_of(*parts):
    return int.from_bytes(hashlib.sha256(repr(parts).encode()).digest()[:8], "little")


class Maker:
    """Makes the cases of one oracle, by number: each can be made alone."""

    def __init__(self, oracle, seed):
        self.oracle, self.seed = oracle, seed
        self.number_of_group, self.group, self.prepared, self.refused = None, None, None, None
        self.left_out = {}  # rows of known differences -> calls drawn and left out

    def _enter_group(self, number):
        """What the oracle needs is made again only where a group begins."""
        if number == self.number_of_group:
            return
        rng = random.Random(seed_of("group", self.oracle.name, self.seed, number))
        self.number_of_group, self.refused, self.prepared = number, None, None
        self.group = calls.draw_group(rng, self.oracle.operators)
        try:
            self.prepared = self.oracle.prepare(self.group)
        except oracles.Refused as refused:
            self.refused = refused

    def _draw(self, rng, generator):
        """A call that is not left out, and the layout of its indices, in which some may be one and the same."""
        for _ in range(MOST_DRAWS):
            call = calls.draw_call(rng, generator, self.group)
            layout = _layout(rng, call.index_shape, True, self.group.index_type)
            call = replace(call, indices=_repeat(call.indices, layout))
            row = known_differences.find(self.oracle.name, call)
            if row is None:
                return call, layout
            self.left_out[row.reason] = self.left_out.get(row.reason, 0) + 1
        return None, None

    def make(self, number):
        """The line of a case; None where the group has no call that is not left out."""
        self._enter_group(number // self.oracle.calls_of_group)
        seed = seed_of("call", self.oracle.name, self.seed, number)
        rng, generator = random.Random(seed), np.random.default_rng(seed)
        call, index_layout = self._draw(rng, generator)
        if call is None:
            return None
        data_layout = _layout(rng, call.data_shape, True, call.group.data_type)
        data = _data(rng, generator, self.oracle.name, call, data_layout)
        indices = call.indices.astype(element_types.numpy_type(call.group.index_type))
        inputs = [
            tensor(rng, "data", call.group.data_type, data, data_layout, True),
            tensor(rng, "indices", call.group.index_type, indices, index_layout, True),
        ]
        if call.group.operator.family == "embedding":
            inputs.reverse()
        case = self._case(call, f"{self.oracle.name}_{number}", inputs)
        case["expect"] = self._expect(rng, call, data, indices)
        return json.dumps(case, separators=(",", ":"), allow_nan=False)

    def _case(self, call, name, inputs):
        group = call.group
        case = {"name": name, "source": self.oracle.name, "dialect": group.operator.dialect, "op": group.operator.name}
        if group.version is not None:
            case["version"] = group.version
        return {**case, "attrs": group.attributes(), "inputs": inputs}

    def _expect(self, rng, call, data, indices):
        try:
            if self.refused is not None:
                raise self.refused
            output = self.oracle.answer(self.prepared, call, data, indices)
        except oracles.Refused as refused:
            error = {"code": refused.code}
            return {"error": error if refused.operand is None else {**error, "operand": refused.operand}}
        layout = _layout(rng, output.shape, False, call.group.data_type)
        return {"outputs": [tensor(rng, None, call.group.data_type, output, layout, False)]}


def _layout(rng, shape, is_input, dtype):
    """Dense as often as not: what an embedder has. f8e8m0 has no zero to pad with."""
    if rng.random() < 0.4:
        return layouts.dense(shape)
    return layouts.draw(rng, tuple(shape), is_input, dtype != "f8e8m0")


def _repeat(array, layout):
    """Elements that share a cell are one: the first along each dimension that repeats."""
    if not layout.repeats or array.size == 0:
        return array
    first = array[tuple(slice(1) if d in layout.repeats else slice(None) for d in range(array.ndim))]
    return np.broadcast_to(first, array.shape)


def _data(rng, generator, oracle, call, layout):
    dtype, plain = call.group.data_type, layout.text is not None and rng.random() < 0.7
    narrower = known_differences.NARROWER.get((oracle, call.group.operator.way), {}).get(dtype)
    data = element_types.random_elements(generator, narrower or dtype, call.data_shape, plain)
    if narrower in element_types.FLOATS:
        data = element_types.make_ordinary(narrower, data)
    return _repeat(data.astype(element_types.numpy_type(dtype)), layout)


def tensor(rng, name, dtype, array, layout, is_input):
    """A tensor of a case: its content as values, packed bytes, or cells in memory order."""
    flat = np.ascontiguousarray(array).reshape(-1)
    result = {"name": name} if name else {}
    result.update(dtype=dtype, shape=list(array.shape))
    if layout.text is not None:
        result["layout"] = layout.text
    has_nan = dtype in element_types.FLOATS and bool(element_types.is_nan(flat).any())
    form = rng.choice(("values", "hex", "storage", "storage") if layout.text is not None else ("values", "hex"))
    if has_nan or form == "hex":
        result["hex"] = element_types.to_hex(dtype, flat)
    elif form == "values":
        result["values"] = element_types.to_json(dtype, flat)
    else:
        result["storage"] = _storage(dtype, flat, layout, is_input)
    return result


def _storage(dtype, flat, layout, is_input):
    values = element_types.to_json(dtype, flat)
    padding = None if is_input or layout.value is None else _zero(dtype)
    return [values[n] if n >= 0 else padding if n == layouts.PADDING else None for n in layout.cells.tolist()]


def _zero(dtype):
    if dtype == "bool":
        return False
    return [0, 0] if dtype in ("c64", "c128") else 0
