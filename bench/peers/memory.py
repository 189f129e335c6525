# SPDX-License-Identifier: Apache-2.0
"""Arrays in pages of one kind, and what fills them."""

import math
import mmap

import numpy as np

NUMPY_TYPES = {
    "bf16": np.uint16,  # as bits: numpy has no such type
    "f16": np.float16,
    "f32": np.float32,
    "f64": np.float64,
    "f8e4m3fn": np.uint8,  # likewise
    "i8": np.int8,
    "i16": np.int16,
    "i32": np.int32,
    "i64": np.int64,
    "u8": np.uint8,
    "u16": np.uint16,
    "u32": np.uint32,
    "u64": np.uint64,
}

# Which bits of eight bytes stay random, and which are set, so that floats are plain numbers near 1: a peer may
# do as it likes with NaN.
PLAIN_FLOATS = {
    "bf16": (0x03FF03FF03FF03FF, 0x3C003C003C003C00),
    "f16": (0x03FF03FF03FF03FF, 0x3C003C003C003C00),
    "f32": (0x03FFFFFF03FFFFFF, 0x3C0000003C000000),
    "f64": (0x03FFFFFFFFFFFFFF, 0x3C00000000000000),
    "f8e4m3fn": (0xBFBFBFBFBFBFBFBF, 0),  # below 2: none of them is no number
}
CHUNK = 1 << 19  # words


def allocate(shape, dtype, pages):
    """An array of zeros that begins with a page; all its pages are there."""
    dtype = np.dtype(dtype)
    count = math.prod(shape) * dtype.itemsize
    room = mmap.mmap(-1, max(count, 1), flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
    room.madvise(mmap.MADV_HUGEPAGE if pages == "huge" else mmap.MADV_NOHUGEPAGE)
    array = np.frombuffer(room, dtype=np.uint8)[:count]
    array[...] = 0
    return array.view(dtype).reshape(shape)


def place(values, dtype, pages):
    """A copy of values in such pages."""
    values = np.asarray(values)
    array = allocate(values.shape, dtype, pages)
    array[...] = values
    return array


def random_array(shape, kind, pages, seed):
    array = allocate(shape, NUMPY_TYPES[kind], pages)
    flat = array.reshape(-1).view(np.uint8)
    words = flat[: flat.size // 8 * 8].view(np.uint64)
    block = np.random.default_rng(seed).integers(0, 2**64, CHUNK, dtype=np.uint64)
    kept, set_bits = PLAIN_FLOATS.get(kind, (2**64 - 1, 0))
    for begin in range(0, words.size, CHUNK):
        part = words[begin : begin + CHUNK]
        other = np.uint64((begin + 1) * 0x9E3779B97F4A7C15 % 2**64)  # so that no two chunks are the same
        np.bitwise_xor(block[: part.size], other, out=part)
        part &= np.uint64(kept)
        part |= np.uint64(set_bits)
    flat[words.size * 8 :] = flat[: flat.size - words.size * 8]
    return array


def is_near(one, other, slack):
    one = np.asarray(one)
    return one.shape == other.shape and one.dtype == other.dtype and bool((np.abs(one - other) <= slack).all())


def same_bytes(one, other):
    one, other = (np.ascontiguousarray(array).reshape(-1).view(np.uint8) for array in (one, other))
    step = 1 << 26
    return one.size == other.size and all(
        np.array_equal(one[begin : begin + step], other[begin : begin + step])
        for begin in range(0, one.size, step)
    )
