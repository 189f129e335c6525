# SPDX-License-Identifier: Apache-2.0
"""Operators that compute: tables of quantised numbers, against references that go number by number."""

import copy
import pickle
import re
import threading

import libgather as lg
import ml_dtypes
import numpy as np
import pytest
from computed_arrays import rng, same  # noqa: F401 - rng is a fixture

FLOATS = (np.float32, np.float16, ml_dtypes.bfloat16)
HALVES = {"int4": ml_dtypes.int4, "uint4": ml_dtypes.uint4}
STORED_FLOATS = (
    ml_dtypes.float8_e4m3fn,
    ml_dtypes.float8_e4m3fnuz,
    ml_dtypes.float8_e5m2,
    ml_dtypes.float8_e5m2fnuz,
    ml_dtypes.float4_e2m1fn,
)


def unpack(bytes_of, bits):
    """The numbers of rows of bytes, low bits first."""
    parts = [bytes_of >> shift & ((1 << bits) - 1) for shift in range(0, 8, bits)]
    return np.stack(parts, -1).reshape(*bytes_of.shape[:-1], -1)


def gathered(table, indices, axis):
    """Slices of a table of float32, each index from the end too; zeros outside."""
    size, at = table.shape[axis], np.asarray(indices)
    inside = (at >= -size) & (at < size)
    taken = np.take(table, np.where(inside, at, 0), axis) if size else np.zeros(0)
    shape = table.shape[:axis] + at.shape + table.shape[axis + 1 :]
    mask = inside.reshape((1,) * axis + at.shape + (1,) * (table.ndim - axis - 1))
    return np.where(mask, taken, np.float32(0)) if size else np.zeros(shape, "f4")


def blocks(shared, axis, block, size):
    """Each number's own of what blocks along an axis share."""
    return np.repeat(shared, block, axis)[(slice(None),) * axis + (slice(size),)]


def dequantised(numbers, zeros, scales):
    """In float32, rounded once; in the type of the scales at the end."""
    values = numbers.astype("f4") if zeros is None else numbers.astype("f4") - zeros.astype("f4")
    return values * scales.astype("f4")


def integers(rng, shape, low, high):
    return rng.integers(low, high, shape)


# ---- onnx.gather_block_quantized ----


@pytest.mark.parametrize("scale_type", FLOATS)
@pytest.mark.parametrize("bits", [2, 4, 8])
@pytest.mark.parametrize("has_zeros", [False, True])
def test_bytes(rng, scale_type, bits, has_zeros):
    for each in range(4):
        rows, columns, block = 7, 8 // bits * int(rng.integers(3, 30)), 16
        stored = rng.integers(0, 256, (rows, columns * bits // 8), "u1")
        count = -(-columns // block)
        scales = rng.standard_normal((rows, count)).astype(scale_type)
        zeros = rng.integers(0, 256, (rows, -(-count * bits // 8)), "u1") if has_zeros else None
        indices = rng.integers(-rows - 2, rows + 2, (3, 4), "i8" if each % 2 else "i4")
        points = unpack(zeros, bits)[:, :count] if has_zeros else np.full((rows, count), 1 << (bits - 1))
        table = dequantised(
            unpack(stored, bits), blocks(points, 1, block, columns), blocks(scales, 1, block, columns)
        )
        wanted = gathered(table, indices, 0).astype(scale_type)
        same(lg.onnx.gather_block_quantized(stored, indices, scales, zeros, block_size=block, bits=bits), wanted)
        wide = np.zeros((rows * 2, stored.shape[1] * 3), "u1")[::-2, ::3]
        wide[:] = stored
        same(
            lg.onnx.gather_block_quantized(
                wide, indices, np.asfortranarray(scales), zeros, block_size=block, bits=bits
            ),
            wanted,
        )


@pytest.mark.parametrize("name", HALVES)
@pytest.mark.parametrize("axes", [(0, 1), (1, 1), (1, 0), (-1, -3), (2, 1)])
def test_halves(rng, name, axes):
    low, high = (-8, 8) if name == "int4" else (0, 16)
    shape, block, rank = (5, 18, 3), 16, 3
    gather_axis, quantize_axis = (axis % rank for axis in axes)
    count = [size if d != quantize_axis else -(-size // block) for d, size in enumerate(shape)]
    numbers, zeros = integers(rng, shape, low, high), integers(rng, count, low, high)
    scales = rng.standard_normal(count).astype("f4")
    indices = rng.integers(-shape[gather_axis], shape[gather_axis], (2, 2))
    size = shape[quantize_axis]
    points, factors = (blocks(one, quantize_axis, block, size) for one in (zeros, scales))
    named = {"gather_axis": axes[0], "quantize_axis": axes[1], "block_size": block}
    given = numbers.astype(HALVES[name]), indices, scales
    wanted = gathered(dequantised(numbers, points, factors), indices, gather_axis)
    same(lg.onnx.gather_block_quantized(*given, zeros.astype(HALVES[name]), **named), wanted)
    same(
        lg.onnx.gather_block_quantized(*given, **named),
        gathered(dequantised(numbers, None, factors), indices, gather_axis),
    )
    # packed, two to a byte, flat over the whole tensor
    packed = lg.relayout(given[0], f"{name[0] if name[0] == 'u' else 's'}4[5,18,3]C")
    assert packed.nbytes == 5 * 18 * 3 // 2
    got = lg.onnx.gather_block_quantized(packed, indices, scales, zeros.astype(HALVES[name]), **named)
    assert type(got) is lg.Array
    same(np.asarray(got), wanted)


@pytest.mark.parametrize("dtype", STORED_FLOATS)
def test_small_floats(rng, dtype):
    numbers = rng.standard_normal((6, 40)).astype(dtype)
    for block, count in ((16, 3), (0, 1)):
        scales = rng.standard_normal((6, count)).astype(ml_dtypes.bfloat16)
        factors = blocks(scales, 1, block or 40, 40)
        wanted = gathered(dequantised(numbers, None, factors), [5, 0], 0).astype(ml_dtypes.bfloat16)
        same(lg.onnx.gather_block_quantized(numbers, [5, 0], scales, block_size=block), wanted)
    with pytest.raises(ValueError, match="zero_points"):
        lg.onnx.gather_block_quantized(numbers, [5, 0], scales, numbers[:, :1], block_size=0)


# ---- openvino.gather_compressed ----

COMPRESSED = {"i1": (-128, 128), "u1": (0, 256), "int4": (-8, 8), "uint4": (0, 16)}


@pytest.mark.parametrize("name", COMPRESSED)
@pytest.mark.parametrize("scale_type", FLOATS)
def test_compressed(rng, name, scale_type):
    dtype = HALVES.get(name, name)
    numbers = integers(rng, (4, 6, 8), *COMPRESSED[name]).astype(dtype)
    for sizes, zero_sizes in (((1,), ()), ((4, 1, 1), (1, 6, 1)), ((2, 3, 4), (4, 6, 8)), ((1, 1, 8), None)):
        scale = rng.standard_normal(sizes).astype(scale_type)
        zero = None if zero_sizes is None else integers(rng, zero_sizes, 0, 7)
        factors, points = (spread(one, numbers.shape) for one in (scale, zero))
        table = dequantised(numbers, points, factors)
        for axis in range(-3, 3):
            size = numbers.shape[axis]
            indices = rng.integers(-size - 1, size + 1, (2, 3))
            zero_type = rng.choice(["u1", "i1", "f4", "f2"])
            given = None if zero is None else zero.astype(zero_type)
            got = lg.openvino.gather_compressed(numbers, indices, scale, given, axis=axis)
            same(got, gathered(table, indices, axis % 3).astype(scale_type))


def spread(shared, shape):
    """Each number's own of what groups share."""
    if shared is None or shared.size == 1:
        return None if shared is None else np.broadcast_to(shared.reshape(()), shape)
    for d, size in enumerate(shape):
        shared = np.repeat(shared, size // shared.shape[d], d)
    return shared


def test_compressed_batches(rng):
    numbers, scale = integers(rng, (3, 5, 4), 0, 256).astype("u1"), np.float32(0.25)
    indices = rng.integers(-5, 5, (3, 2))
    got = lg.openvino.gather_compressed(numbers, indices, scale, axis=1, batch_dims=1)
    rows = [gathered(dequantised(numbers[k], None, scale), indices[k], 0) for k in range(3)]
    same(got, np.stack(rows))


# ---- operands and results ----

STORED = np.arange(24 * 16, dtype="u1").reshape(24, 16)
SCALES = np.linspace(0.5, 2, 48, dtype="f4").reshape(24, 2)
ZEROS = np.arange(24, dtype="u1").reshape(24, 1)
AT = np.array([3, -1, 0])
WANTED = gathered(
    dequantised(unpack(STORED, 4), blocks(unpack(ZEROS, 4), 1, 16, 32), blocks(SCALES, 1, 16, 32)), AT, 0
)


def block_quantized(*operands, **named):
    return lg.onnx.gather_block_quantized(*operands, block_size=16, **named)


def test_results_are_of_the_kind_of_the_data(tmp_path):
    same(block_quantized(STORED, AT, SCALES, ZEROS), WANTED)
    for data in (memoryview(STORED), lg.Array(STORED), lg.relayout(STORED, "{1,0:T(4,8)}")):
        got = block_quantized(data, AT.tolist(), SCALES, memoryview(ZEROS))
        assert type(got) is lg.Array
        same(np.asarray(got), WANTED)
    got = block_quantized(STORED, AT, lg.Array(SCALES), ZEROS)
    assert type(got) is np.ndarray
    same(got, WANTED)
    # a type that none of numpy's operands has
    half = lg.relayout(SCALES.astype(ml_dtypes.bfloat16), "{0,1}")
    same(block_quantized(STORED, AT, half, ZEROS), block_quantized(STORED, AT, np.asarray(half), ZEROS))
    same(block_quantized(STORED, 3, SCALES, ZEROS), WANTED[0])
    same(block_quantized(STORED, range(2), SCALES), block_quantized(STORED, [0, 1], SCALES))


def test_tensors_of_torch():
    torch = pytest.importorskip("torch")
    operands = [torch.from_numpy(one) for one in (STORED, AT, SCALES, ZEROS)]
    got = block_quantized(*operands)
    assert type(got) is torch.Tensor
    same(got.numpy(), WANTED)
    half = block_quantized(operands[0], AT, operands[2].to(torch.bfloat16), ZEROS)
    assert type(half) is torch.Tensor and half.dtype == torch.bfloat16
    same(block_quantized(STORED, AT, operands[2], ZEROS), WANTED)
    out = torch.zeros(3, 32)
    assert block_quantized(*operands, out=out) is out
    same(out.numpy(), WANTED)
    plan = lg.plan("onnx", "GatherBlockQuantized", *operands, block_size=16)
    same(plan(*operands).numpy(), WANTED)
    same(plan(STORED, AT, SCALES, ZEROS), WANTED)


def _tensor(file, key):
    (found,) = (one for name, one in file.items() if name.startswith(key))
    return found


def test_tensors_of_files(tmp_path):
    names = {"data": STORED, "scales": SCALES, "zeros": ZEROS, "at": AT}
    np.savez(tmp_path / "x.npz", **names)
    with lg.open(tmp_path / "x.npz") as file:
        tensors = [_tensor(file, key) for key in ("data", "scales", "zeros")]
        got = block_quantized(tensors[0], AT, *tensors[1:])
        assert type(got) is lg.Array
        same(np.asarray(got), WANTED)
        same(block_quantized(STORED, AT, *tensors[1:]), WANTED)
        plan = lg.plan("onnx", "GatherBlockQuantized", tensors[0], "s64[3]", *tensors[1:], block_size=16)
        same(np.asarray(plan(tensors[0], AT, *tensors[1:])), WANTED)
        out = np.zeros((3, 32), "f4")
        assert plan(tensors[0], AT, *tensors[1:], out=out) is out
        same(out, WANTED)


def read_bytes():
    """Bytes that this process has read from files."""
    with open("/proc/self/io") as file:
        return int(re.search(r"rchar: (\d+)", file.read()).group(1))


@pytest.mark.parametrize("rows", [0, 1, 2])
def test_of_a_file_no_index_takes_no_row(tmp_path, rows):
    np.save(tmp_path / "data.npy", np.zeros((rows, 32), "u1"))
    scales, none = np.ones((rows, 1), "f4"), np.zeros((1, 0), "i8")
    with lg.open(tmp_path) as file:
        for data in (file["data"], np.zeros((rows, 32), "u1")):
            got = lg.onnx.gather_block_quantized(data, none, scales, block_size=32, bits=8)
            assert np.asarray(got).shape == (1, 0, 32)


@pytest.mark.parametrize("map", [False, True])
def test_of_a_file_the_rows_alone_are_read(tmp_path, rng, map):
    stored, zeros = rng.integers(0, 256, (4000, 512), "u1"), rng.integers(0, 256, (4000, 16), "u1")
    scales = rng.standard_normal((4000, 32)).astype("f4")
    for name, array in (("data", stored), ("scales", scales), ("zeros", zeros)):
        np.save(tmp_path / f"{name}.npy", array)
    indices = np.array([[17, -1, 99999], [3999, 5, -4001]], "i4")
    named = {"block_size": 32}
    with lg.open(tmp_path, map=map) as file:
        tensors = [file[name] for name in ("data", "scales", "zeros")]
        plan = lg.plan("onnx", "GatherBlockQuantized", tensors[0], indices, *tensors[1:], **named)
        for policy in ("zero", "clamp", "wrap"):
            wanted = lg.onnx.gather_block_quantized(stored, indices, scales, zeros, **named, policy=policy)
            before = read_bytes()
            out = np.zeros((2, 3, 1024), "f4")
            got = lg.onnx.gather_block_quantized(tensors[0], indices, *tensors[1:], **named, policy=policy)
            lg.onnx.gather_block_quantized(
                tensors[0], indices.tolist(), scales, tensors[2], **named, policy=policy, out=out, threads=2
            )
            assert policy != "zero" or np.array_equal(np.asarray(plan(tensors[0], indices, *tensors[1:])), wanted)
            assert read_bytes() - before < stored.nbytes // 8
            assert type(got) is lg.Array
            same(np.asarray(got), wanted)
            same(out, wanted)
        out[:] = 7
        with pytest.raises(lg.IndexRangeError, match=r"^indices\[0,2\] = 99999 is outside -4000..3999 ") as caught:
            lg.onnx.gather_block_quantized(tensors[0], indices, *tensors[1:], **named, policy="error", out=out)
        assert caught.value.position == (0, 2) and (out == 7).all()
        lg.onnx.gather_block_quantized(tensors[0], indices, *tensors[1:], **named, policy="skip", out=out)
        wanted = np.array(lg.onnx.gather_block_quantized(stored, indices, scales, zeros, **named))
        wanted[0, 2] = wanted[1, 2] = 7
        same(out, wanted)
        for axis, scale in ((0, scales[:, :1]), (0, scales[:1, :16]), (1, scales[:, :16])):
            for point in (None, 2):
                of_file, of_memory = (None, None) if point is None else (tensors[point], zeros)
                wanted = lg.openvino.gather_compressed(stored, indices, scale, of_memory, axis=axis, policy="clamp")
                got = lg.openvino.gather_compressed(tensors[0], indices, scale, of_file, axis=axis, policy="clamp")
                same(np.asarray(got), wanted)
        # groups that go over rows, indices for more than all of them: the whole tensor is read
        groups = lg.openvino.gather_compressed(tensors[0], [7], scales[:500, :1], axis=0)
        same(np.asarray(groups), lg.openvino.gather_compressed(stored, [7], scales[:500, :1], axis=0))
        every = np.arange(5000) - 500
        same(
            np.asarray(lg.onnx.gather_block_quantized(tensors[0], every, scales, **named)),
            lg.onnx.gather_block_quantized(stored, every, scales, **named),
        )


def test_out():
    out = np.zeros((3, 32), "f4")
    assert block_quantized(STORED, AT, SCALES, ZEROS, out=out) is out
    same(out, WANTED)
    turned = np.zeros((32, 6), "f4").T[::-2]
    block_quantized(STORED, AT, SCALES, ZEROS, out=turned)
    same(turned, WANTED)
    for wrong, error, words in (
        (np.zeros((3, 31), "f4"), ValueError, r"^out is f32\[3,31\]; the result is f32\[3,32\]$"),
        (np.zeros((3, 32)), TypeError, r"^out is f64\[3,32\]; the result is f32\[3,32\]$"),
        (np.zeros((3, 32), "M8[s]"), TypeError, "^out is of datetime64"),
    ):
        with pytest.raises(error, match=words):
            block_quantized(STORED, AT, SCALES, ZEROS, out=wrong)
    memory = np.zeros(4096, "u1")
    scales = memory[:192].view("f4").reshape(24, 2)
    with pytest.raises(ValueError, match="^out shares memory with scales: give an out of its own, or a copy of scales"):
        block_quantized(STORED, AT, scales, ZEROS, out=memory[128:512].view("f4").reshape(3, 32))


def test_threads(rng):
    stored = rng.integers(0, 256, (300, 512), "u1")
    scales = rng.standard_normal((300, 32)).astype("f2")
    indices = rng.integers(-300, 300, 4000)
    table = dequantised(unpack(stored, 4), np.int8(8), blocks(scales, 1, 32, 1024))
    wanted = gathered(table, indices, 0).astype("f2")
    plan = lg.plan("onnx", "GatherBlockQuantized", stored, indices, scales, block_size=32)
    for threads in (1, 2, 5):
        same(lg.onnx.gather_block_quantized(stored, indices, scales, block_size=32, threads=threads), wanted)
        same(plan(stored, indices, scales, threads=threads), wanted)
    results = [None] * 4

    def run(place):
        results[place] = [plan(stored, indices, scales) for _ in range(3)]

    workers = [threading.Thread(target=run, args=(place,)) for place in range(4)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    for result in results:
        for one in result:
            same(one, wanted)


# ---- plans ----


def test_plans():
    plan = lg.plan("onnx", "GatherBlockQuantized", STORED, "s64[3]", SCALES, "u8[24,1]", block_size=16)
    assert [str(one) for one in plan.inputs] == ["u8[24,16]{1,0}", "s64[3]{0}", "f32[24,2]{1,0}", "u8[24,1]{1,0}"]
    assert repr(plan) == (
        "<libgather.Plan onnx GatherBlockQuantized: u8[24,16]{1,0}, s64[3]{0}, f32[24,2]{1,0}, u8[24,1]{1,0} "
        "to f32[3,32]{1,0}>"
    )
    assert "scale" in plan.describe()["kernel"]
    out = np.zeros((3, 32), "f4")
    for one in (plan, copy.copy(plan), pickle.loads(pickle.dumps(plan))):
        for _ in range(3):
            same(one(STORED, AT, SCALES, ZEROS), WANTED)
            out[:] = 0
            assert one(STORED, AT, SCALES, ZEROS, out=out) is out
            same(out, WANTED)
        same(one(STORED, AT.tolist(), SCALES, ZEROS, threads=2), WANTED)
        same(one(STORED, AT, SCALES * 2, ZEROS), WANTED * 2)
    with pytest.raises(ValueError, match=r"^the plan is for scales f32\[24,2\]\S*, and was given f32\[24,2\]"):
        plan(STORED, AT, np.asfortranarray(SCALES), ZEROS)
    with pytest.raises(ValueError, match=r"^the plan is for zero_points u8\[24,1\]"):
        plan(STORED, AT, SCALES, ZEROS.view("i1"))
    with pytest.raises(TypeError, match="^a plan takes 4 operands, and 3 were given"):
        plan(STORED, AT, SCALES)
    without = lg.plan("onnx", "GatherBlockQuantized", STORED, AT, SCALES, None, block_size=16)
    same(without(STORED, AT, SCALES, None), block_quantized(STORED, AT, SCALES))
    with pytest.raises(TypeError, match="^a plan takes 3 operands, and 4 were given"):
        without(STORED, AT, SCALES, ZEROS)
    into = lg.plan("onnx", "GatherBlockQuantized", STORED, AT, SCALES, out=out.T.reshape(3, 32)[:, ::-1], block_size=16)
    with pytest.raises(ValueError, match="made with out"):
        into(STORED, AT, SCALES)


def test_plans_of_two_operands_take_two():
    with pytest.raises(TypeError, match="^a plan takes 2 operands, and 3 were given"):
        lg.plan("onnx", "Gather", STORED, AT, SCALES)
    plan = lg.plan("onnx", "Gather", STORED, AT)
    with pytest.raises(TypeError, match="^a plan takes 2 operands, and 3 were given"):
        plan(STORED, AT, SCALES)
    with pytest.raises(TypeError, match="^an operator has 1 to 5 inputs, and 6 were given"):
        lg.plan("onnx", "Gather", *[STORED] * 6)


# ---- refusals ----

REFUSED = [
    ((STORED, AT, None), {}, ValueError, "scales: missing", "scales"),
    ((STORED, AT, [[1.0]]), {}, TypeError, "^scales is of type list, neither an array nor a buffer$", None),
    ((STORED, AT, "f32[24,2]"), {}, TypeError, "^scales is of type str", None),
    ((None, AT, SCALES), {}, TypeError, "^data is of type NoneType", None),
    ((STORED, AT.astype("f4"), SCALES), {}, TypeError, "^type of indices = f32 ", "indices"),
    ((STORED, AT, SCALES.astype("f8")), {}, TypeError, "^type of scales = f64 ", "scales"),
    ((STORED, AT, SCALES, ZEROS.view("i1")), {}, TypeError, "^type of zero_points = i8 is not u8", "zero_points"),
    ((STORED, AT, SCALES[:, :1]), {}, ValueError, "^size of scales = 1 is not 2", "scales"),
    ((STORED, AT, SCALES[0]), {}, ValueError, "^rank of scales = 1 is not 2", "scales"),
    ((STORED, AT, np.ma.array(SCALES)), {}, TypeError, "^scales is a masked array", None),
    ((STORED, AT, SCALES.astype("M8[s]")), {}, TypeError, "^scales is an array of dtype datetime64", None),
    ((STORED.astype(">i2"), AT, SCALES), {}, TypeError, "^data is an array of dtype >i2, whose bytes", None),
    ((STORED, AT, SCALES), {"block_size": 24}, ValueError, "^block_size = 24", "block_size"),
    ((STORED, AT, SCALES), {"bits": 3}, ValueError, "^bits = 3", "bits"),
    ((STORED, AT, SCALES), {"gather_axis": 2}, lg.AxisError, "^gather_axis = 2", "gather_axis"),
    ((STORED, AT, SCALES), {"quantize_axis": 1 << 70}, lg.AxisError, "^quantize_axis = 1180", "quantize_axis"),
    ((STORED, AT, SCALES), {"gather_axis": 1}, ValueError, "^gather_axis = 1", "gather_axis"),
    ((STORED, AT, SCALES), {"quantize_axis": 0}, ValueError, "^quantize_axis = 0 is not allowed here", "quantize_axis"),
    ((STORED, AT, SCALES), {"policy": "fill", "fill_value": 0}, ValueError, "^policy: ", "policy"),
    ((STORED, AT, SCALES), {"axis": 0}, TypeError, "unexpected keyword argument 'axis'", None),
    ((STORED, [[0, 1], [2]], SCALES), {}, ValueError, "^indices are lists of unequal lengths$", None),
    ((STORED, AT, SCALES), {"threads": -1}, ValueError, "threads", None),
]


@pytest.mark.parametrize("operands, named, error, words, operand", REFUSED)
def test_refusals(operands, named, error, words, operand):
    for _ in range(2):
        with pytest.raises(error, match=words) as caught:
            lg.onnx.gather_block_quantized(*operands, **{"block_size": 16, **named})
        assert getattr(caught.value, "operand", None) == operand


def test_an_index_outside():
    for policy, row in (("zero", None), ("clamp", 23), ("wrap", 1)):
        got = block_quantized(STORED, [25], SCALES, ZEROS, policy=policy)
        same(got, np.zeros((1, 32), "f4") if row is None else block_quantized(STORED, [row], SCALES, ZEROS))
    out = np.full((2, 2, 32), 7, "f4")
    with pytest.raises(lg.IndexRangeError, match=r"^indices\[1,0\] = -25 is outside -24\.\.23") as caught:
        block_quantized(STORED, [[0, 1], [-25, 99]], SCALES, ZEROS, policy="error", out=out)
    found = caught.value
    assert (found.position, found.value, found.axis, found.low, found.high) == ((1, 0), -25, 0, -24, 23)
    assert (out == 7).all()
    with pytest.raises(lg.IndexRangeError):
        lg.openvino.gather_compressed(STORED, [24], np.float32(1), axis=0, policy="error")


def test_strict():
    with pytest.raises(TypeError, match="indices"):
        block_quantized(STORED, AT.astype("i2"), SCALES)
    same(block_quantized(STORED, AT.astype("i2"), SCALES, strict=False), block_quantized(STORED, AT, SCALES))


def test_sizes_of_zero():
    empty = np.zeros((0, 16), "u1")
    same(block_quantized(STORED, np.zeros((0, 2), "i8"), SCALES), np.zeros((0, 2, 32), "f4"))
    same(block_quantized(empty, [1, 2], np.zeros((0, 2), "f4")), np.zeros((2, 32), "f4"))
    same(lg.openvino.gather_compressed(empty, [1], np.float32(1), axis=0), np.zeros((1, 16), "f4"))




def test_indices_whose_code_changes_the_data():
    data = STORED.copy()

    class Changing:
        def __index__(self):
            data.resize((30, 16), refcheck=False)
            return 1

    with pytest.raises(RuntimeError, match="changed while another argument was read"):
        block_quantized(data, [Changing()], SCALES, ZEROS)
