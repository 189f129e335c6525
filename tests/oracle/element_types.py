# SPDX-License-Identifier: Apache-2.0
"""Element types: their names in the cases and in numpy, their bits, and their values as JSON.

An element is handled as its *code*, the unsigned integer of its bits; of a type below a byte in a byte of its own.
c128 has no integer of its size: its codes are bytes, 16 of them along one more axis.
"""

import ml_dtypes
import numpy as np

# name -> (bits, numpy's type of the elements, numpy's type of the codes)
_ROWS = {
    "bool": (8, np.bool_, np.uint8),
    "u2": (2, ml_dtypes.uint2, np.uint8),
    "u4": (4, ml_dtypes.uint4, np.uint8),
    "u8": (8, np.uint8, np.uint8),
    "u16": (16, np.uint16, np.uint16),
    "u32": (32, np.uint32, np.uint32),
    "u64": (64, np.uint64, np.uint64),
    "i2": (2, ml_dtypes.int2, np.uint8),
    "i4": (4, ml_dtypes.int4, np.uint8),
    "i8": (8, np.int8, np.uint8),
    "i16": (16, np.int16, np.uint16),
    "i32": (32, np.int32, np.uint32),
    "i64": (64, np.int64, np.uint64),
    "f4e2m1": (4, ml_dtypes.float4_e2m1fn, np.uint8),
    "f8e4m3fn": (8, ml_dtypes.float8_e4m3fn, np.uint8),
    "f8e4m3fnuz": (8, ml_dtypes.float8_e4m3fnuz, np.uint8),
    "f8e5m2": (8, ml_dtypes.float8_e5m2, np.uint8),
    "f8e5m2fnuz": (8, ml_dtypes.float8_e5m2fnuz, np.uint8),
    "f8e8m0": (8, ml_dtypes.float8_e8m0fnu, np.uint8),
    "f16": (16, np.float16, np.uint16),
    "bf16": (16, ml_dtypes.bfloat16, np.uint16),
    "f32": (32, np.float32, np.uint32),
    "f64": (64, np.float64, np.uint64),
    "c64": (64, np.complex64, np.uint64),
    "c128": (128, np.complex128, None),
}
NAMES = tuple(_ROWS)
FLOATS = frozenset(name for name in _ROWS if name[0] in "fcb" and name != "bool")
INTEGERS = frozenset(name for name in _ROWS if name[0] in "iu")


def bits(name):
    return _ROWS[name][0]


def numpy_type(name):
    return np.dtype(_ROWS[name][1])


def integer_range(name):
    """The least and the greatest value of an integer type, or of bool."""
    count = 1 if name == "bool" else bits(name)
    return (-(1 << (count - 1)), (1 << (count - 1)) - 1) if name[0] == "i" else (0, (1 << count) - 1)


def random_elements(generator, name, shape, plain):
    """An array of numpy's type with any bits; `plain`: none that JSON's numbers could not say, so no NaN."""
    size, kind, _ = _ROWS[name]
    count = int(np.prod(shape, dtype=np.int64))
    raw = np.frombuffer(generator.bytes(count * max(size // 8, 1)), dtype=np.uint8)
    if name == "bool":
        raw = raw & 1
    elif name[0] == "i" and size < 8:  # ml_dtypes keeps a small integer's sign in the whole byte
        raw = ((raw << (8 - size)).view(np.int8) >> (8 - size)).view(np.uint8)
    elif size < 8:
        raw = raw & ((1 << size) - 1)
    elements = raw.view(kind).reshape(shape)
    if plain and name in FLOATS:
        elements = elements.copy()
        elements[is_nan(elements)] = 1
    return elements


def is_nan(elements):
    """Of an array of floats; a complex number is none if one of its parts is."""
    with np.errstate(invalid="ignore"):  # signalling ones
        if elements.dtype.kind == "c":
            return np.isnan(elements.real) | np.isnan(elements.imag)
        return np.isnan(elements.astype(np.float64))


def make_ordinary(name, elements):
    """Of an array of floats: 1 in place of NaNs and of numbers too small to be normal."""
    size = np.abs(elements.astype(np.float64))
    is_small = (size > 0) & (size < float(ml_dtypes.finfo(numpy_type(name)).smallest_normal))
    return np.where(is_nan(elements) | is_small, np.ones((), dtype=elements.dtype), elements)


def to_json(name, elements):
    """A flat array as the list of its values, exactly."""
    if name in ("c64", "c128"):
        return [[_number(float(value.real)), _number(float(value.imag))] for value in elements]
    if name in FLOATS:
        return [_number(value) for value in elements.astype(np.float64).tolist()]
    if bits(name) < 8:
        return elements.astype(np.int64).tolist()
    values = elements.tolist()
    if name == "u64":
        return [value if value < 1 << 63 else str(value) for value in values]
    return values


def _number(value):
    if value != value:
        return "nan"
    if value in (float("inf"), float("-inf")):
        return "inf" if value > 0 else "-inf"
    return value


def to_hex(name, elements):
    """A flat array as the packed little-endian bytes."""
    data = np.ascontiguousarray(elements)
    size = bits(name)
    if size >= 8:
        return data.tobytes().hex()
    codes = data.view(np.uint8) & ((1 << size) - 1)
    packed = np.zeros(-(-codes.size * size // 8), dtype=np.uint8)
    for place in range(8 // size):
        part = codes[place :: 8 // size]
        packed[: part.size] |= part << (place * size)
    return packed.tobytes().hex()
