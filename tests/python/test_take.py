# SPDX-License-Identifier: Apache-2.0
"""take against numpy's own, over types, shapes, strides, modes; and what it refuses."""

import datetime
import fractions
import os
import random
import re

import libgather as lg
import ml_dtypes
import numpy as np
import pytest

SEED = int(os.environ.get("GATHER_TEST_SEED", 20240229))
NUMBERS = "? b B h H i I l L q Q e f d F D".split()
EXTENSIONS = (
    "bfloat16 float8_e4m3fn float8_e4m3fnuz float8_e5m2 float8_e5m2fnuz float8_e8m0fnu float4_e2m1fn "
    "int2 int4 uint2 uint4"
).split()


def same(a, b):
    assert type(a) is np.ndarray
    assert a.dtype == b.dtype and a.shape == b.shape
    assert a.tobytes() == np.ascontiguousarray(b).tobytes()


def some_strides(rng, array):
    """The same elements, in memory that is permuted, reversed, spread."""
    for axis in range(array.ndim):
        kind = rng.randrange(4)
        if kind == 0:
            array = np.flip(np.flip(array, axis).copy(), axis)
        elif kind == 1:
            array = np.repeat(array, 2, axis=axis)[(slice(None),) * axis + (slice(None, None, 2),)]
    order = rng.sample(range(array.ndim), array.ndim)
    return array.transpose(order).copy().transpose(np.argsort(order)) if rng.random() < 0.5 and order else array


def test_random_against_numpy():
    rng, generator = random.Random(SEED), np.random.default_rng(SEED)
    print(f"GATHER_TEST_SEED={SEED}")
    for _ in range(4000):
        shape = [rng.choice((0, 1, 2, 3, 5, 8)) for _ in range(rng.randrange(5))]
        data = some_strides(rng, generator.integers(0, 100, shape).astype(rng.choice(NUMBERS)))
        axis = rng.choice([None, *range(-len(shape), len(shape))])
        size = data.size if axis is None else shape[axis]
        mode = rng.choice(("raise", "wrap", "clip"))
        low, high = (-size, size) if mode == "raise" else (-3 * size - 1, 3 * size + 1)
        count = [rng.randrange(4) for _ in range(rng.randrange(3))] if size else [0]
        kind = rng.choice("bhilq")
        indices = some_strides(rng, generator.integers(low, max(high, low + 1), count).astype(kind))
        same(lg.take(data, indices, axis=axis, mode=mode), np.asarray(np.take(data, indices, axis=axis, mode=mode)))


@pytest.mark.parametrize("name", EXTENSIONS)
def test_types_of_ml_dtypes(name):
    dtype = getattr(ml_dtypes, name)
    data = np.arange(12).astype(dtype).reshape(3, 4)
    same(lg.take(data.T, [3, -1, 0], axis=0), np.take(data.T, [3, -1, 0], axis=0))


def test_dates():
    days = np.array(["2020-01-01", "NaT", "2024-02-29"], dtype="M8[D]")
    same(lg.take(days, [2, 1]), days.take([2, 1]))
    out = np.zeros(2, "M8[D]")
    same(lg.take(days, [2, 0], out=out), days.take([2, 0]))


def test_times_have_units():
    """A number of days is no number of nanoseconds, nor one of anything else."""
    days, integers = np.arange(4).astype("M8[D]"), np.arange(4)
    plan = lg.plan("numpy", "take", days, "s64[2]", axis=0)
    for data, out in (
        (days, np.zeros(2, "M8[ns]")),
        (days, np.zeros(2, "m8[D]")),
        (days, np.zeros(2, "i8")),
        (days, lg.Array(bytearray(16), "s64[2]")),
        (integers, np.zeros(2, "M8[D]")),
        (lg.Array(integers), np.zeros(2, "M8[D]")),
    ):
        for call in (
            lambda: lg.take(data, [1, 0], out=out),  # noqa: B023
            lambda: lg.take(data, ([1, 0],), axis=(0,), out=out),  # noqa: B023
            lambda: lg.relayout(data[:2] if isinstance(data, np.ndarray) else data, out=out),  # noqa: B023
            lambda: plan(data, [1, 0], out=out),  # noqa: B023
        ):
            with pytest.raises(TypeError, match="out is of"):
                call()
        assert not np.asarray(out).view("i8").any()


def test_times_that_fill():
    days = np.array(["2020-01-01", "2024-02-29"], dtype="M8[D]")
    for value, told in ((None, "NaT"), (np.datetime64("NaT"), "NaT"), (np.datetime64("2021-05-06"), "2021-05-06")):
        wanted = np.array(["2024-02-29", told], "M8[D]")
        same(lg.take(days, [1, -1], allow_fill=True, fill_value=value), wanted)
        same(lg.take(days, [1, 7], mode="fill", fill_value=value), wanted)
    same(lg.take(np.arange(2).astype("m8[s]"), [5], mode="fill", fill_value=7), np.array([7], "m8[s]"))

    class Takes:
        def __array__(self, dtype=None, copy=None):
            days.dtype = "i8"
            return np.zeros(2, "M8[D]")

    with pytest.raises(ValueError, match="no element of datetime64"):
        lg.take(days, [5], mode="fill", fill_value=Takes())
    days.dtype = "M8[D]"
    for value in ("no date", [1, 2], 1j):
        with pytest.raises((TypeError, ValueError)):
            lg.take(days, [5], mode="fill", fill_value=value)


class Stamp(datetime.datetime):
    """As pandas' Timestamp is, which numpy takes for what it is derived from."""

    asm8 = np.datetime64("2020-01-01T00:00:00.000000001")


class Span(datetime.timedelta):
    asm8 = np.timedelta64(1, "ns")


NaTType = type("NaTType", (datetime.datetime,), {"asm8": np.datetime64("NaT")})
ZONED = datetime.datetime(2020, 1, 1, tzinfo=datetime.UTC)

TIMES = [
    ("M8[ns]", Stamp(2020, 1, 1), "2020-01-01T00:00:00.000000001"),
    ("m8[ns]", Span(), 1),
    ("M8[D]", NaTType(1, 1, 1), "NaT"),
    ("m8[s]", NaTType(1, 1, 1), "NaT"),
    ("m8", np.timedelta64(5), 5),
    ("M8[Y]", np.datetime64("2020-01-01"), "2020"),
    ("M8[10s]", np.datetime64("2020-01-01T00:00:20"), "2020-01-01T00:00:20"),
    ("M8[ns]", np.datetime64("2020-01-01", "D"), "2020-01-01"),
    ("M8[s]", datetime.datetime(2020, 1, 1, 12), "2020-01-01T12"),
    ("M8[D]", datetime.date(2020, 1, 1), "2020-01-01"),
    ("M8[D]", np.array("2020-01-01T00", "M8[h]"), "2020-01-01"),
    ("M8[s]", "2020-01-01", "2020-01-01"),
    ("M8[s]", np.datetime64("NaT", "D"), "NaT"),
    ("m8[s]", np.timedelta64("NaT"), "NaT"),
    ("m8[s]", np.timedelta64(5000, "ms"), 5),
    ("m8[ns]", datetime.timedelta(days=1), 86400 * 10**9),
    ("m8[s]", np.int8(7), 7),
    ("M8[s]", None, "NaT"),
]


@pytest.mark.parametrize(("dtype", "value", "wanted"), TIMES, ids=repr)
def test_times_that_fill_are_told_in_the_unit(dtype, value, wanted):
    data, wanted = np.arange(2).astype(dtype), np.array([wanted], dtype)
    same(lg.take(data, [5], mode="fill", fill_value=value), wanted)
    same(lg.take(data, [-1], allow_fill=True, fill_value=value), wanted)
    for _ in range(2):
        same(lg.onnx.gather(data, [5], policy="fill", fill_value=value), wanted)
        same(lg.numpy.take(data, [5], 0, policy="fill", fill_value=value), wanted)


@pytest.mark.parametrize(
    ("dtype", "value"),
    [
        ("M8[ns]", np.datetime64("9999-12-31")),  # beyond
        ("m8[s]", np.timedelta64(5, "ms")),  # between
        ("M8[D]", np.datetime64("2020-01-01T23")),
        ("M8[D]", datetime.datetime(2020, 1, 1, 23)),
        ("m8[s]", np.timedelta64(1, "Y")),  # of no certain length
        ("M8[s]", np.timedelta64(1, "D")),  # another kind
        ("m8[s]", np.datetime64("2020-01-01")),
        ("m8[s]", np.datetime64("NaT")),
        ("M8[s]", datetime.timedelta(1)),
        ("M8[s]", True),
        ("M8[s]", np.True_),
        ("M8[s]", 2**63),
        ("M8[s]", np.uint64(2**63 + 5)),
        ("m8[s]", 5.0),
        ("m8[s]", np.float32(5)),
        ("M8[us]", Stamp(2020, 1, 1)),
        ("M8[D]", Stamp(2020, 1, 1)),
        ("m8[us]", Span()),
        ("M8[s]", ZONED),
        ("M8[s]", 2**70),
        ("M8[s]", "no date"),
        ("M8[s]", np.datetime64(0, "as")),  # numpy has no factor
        ("M8[10s]", np.datetime64("2020-01-01T00:00:05")),
        ("m8[Y]", np.timedelta64(365, "D")),
        ("m8", np.timedelta64(5, "s")),
        ("m8", datetime.timedelta(1)),
        ("m8[us]", datetime.timedelta.max),
        ("f4", np.timedelta64(5, "ns")),
        ("i8", np.timedelta64(5, "ns")),
        ("i8", np.array("2020-01-01", "M8[D]")),
    ],
    ids=repr,
)
def test_what_is_no_time_of_the_array_does_not_fill(dtype, value):
    data = np.arange(2).astype(dtype)
    is_time = data.dtype.kind in "mM"
    allowed = "a time that this unit tells exactly, an integer and None are allowed"
    for call in (
        lambda: lg.take(data, [5], mode="fill", fill_value=value),
        lambda: lg.take(data, [-1], allow_fill=True, fill_value=value),
        lambda: lg.onnx.gather(data, [5], policy="fill", fill_value=value),
    ):
        with pytest.raises(ValueError if is_time else TypeError) as told:
            call()
        assert not is_time or str(told.value).endswith(f"and no element of {data.dtype}: {allowed}")
    with pytest.raises((TypeError, ValueError, OverflowError)):
        lg.plan("onnx", "Gather", data, "s64[1]", axis=0, policy="fill", fill_value=value)


def test_the_unit_of_a_fill_is_that_of_the_call():
    for unit in ("s", "ms", "D", "s"):
        data = np.arange(2).astype(f"m8[{unit}]")
        same(lg.onnx.gather(data, [5], policy="fill", fill_value="NaT"), np.array(["NaT"], data.dtype))
        same(lg.onnx.gather(data, [5], policy="fill", fill_value=3), np.array([3], data.dtype))
        day = np.timedelta64(1, "D")
        same(lg.onnx.gather(data, [5], policy="fill", fill_value=day), np.array([day], data.dtype))
    same(lg.onnx.gather(np.arange(2), [5], policy="fill", fill_value=3), np.array([3]))


def test_none_that_fills():
    for dtype in ("f4", "c8", "f8", "M8[s]"):
        data = np.zeros(2, dtype)
        wanted = np.array(["NaT" if dtype == "M8[s]" else np.nan], dtype)
        for _ in range(2):
            same(lg.onnx.gather(data, [5], policy="fill", fill_value=None), wanted)
    with pytest.raises(TypeError, match="has to be given"):
        lg.onnx.gather(np.zeros(2, "i4"), [5], policy="fill", fill_value=None)
    same(lg.onnx.gather(data, [0], policy="clamp", fill_value=None), data[:1])


def test_out_of_another_type():
    data = np.arange(4, dtype="f4").reshape(2, 2)
    for dtype in ("f8", "i4", "?"):
        out = np.zeros((1, 2), dtype)
        for call in (
            lambda: lg.take(data, [1], axis=0, out=out),  # noqa: B023
            lambda: lg.take(data, ([1], [0, 1]), axis=(0, 1), out=out),  # noqa: B023
            lambda: lg.onnx.gather(data, [1], out=out),  # noqa: B023
        ):
            with pytest.raises(TypeError, match=r"^out is .*; the result is f32\[1,2\]$"):
                call()
        assert not out.any()
    with pytest.raises(ValueError, match="out is"):
        lg.take(data, [1], axis=0, out=np.zeros((2, 1), "f4"))


def test_masks_are_not_lost():
    masked = np.ma.masked_array([1, 2, 3], mask=[0, 1, 0])
    for call in (
        lambda: lg.take(masked, [1]),
        lambda: lg.take(np.arange(4), masked),
        lambda: lg.take(np.arange(4), [0, 1, 2], out=masked),
        lambda: lg.onnx.gather(masked, [1]),
        lambda: lg.relayout(masked, "{0}"),
    ):
        with pytest.raises(TypeError, match="masked array"):
            call()
    assert masked.tolist() == [1, None, 3]


def test_subclasses_come_back_as_arrays():
    class Kind(np.ndarray):
        pass

    assert type(lg.take(np.arange(3).view(Kind), [1])) is np.ndarray


@pytest.mark.parametrize("indices", [2, [2, 0], [[1], [2]], (0, (-1, 2))[1:], [], [[]], range(0), np.int8(2), True])
def test_indices_as_numbers(indices):
    data = np.arange(12.0).reshape(3, 4)
    wanted = np.asarray(indices if np.size(indices) else np.zeros(np.shape(indices), int))
    if isinstance(indices, range):
        indices = list(indices)
    same(lg.take(data, indices, axis=0), np.take(data, wanted.astype(int), axis=0))


def test_lists_of_bools_are_arrays_of_bool():
    data = np.arange(4)
    same(lg.take(data, [True, False, True]), np.take(data, np.array([True, False, True])))
    same(lg.take(data, [[True, 3]]), data[[[1, 3]]])
    for mask in ([True, False, True, False], np.array([True, False, True, False]), True):
        with pytest.raises(TypeError):
            lg.numpy.getitem(data, mask)
    with pytest.raises(TypeError):
        lg.take_along_axis(data, [True])
    for mask in ([True, False], np.array([True, False])):
        same(lg.take(data, list(np.array(mask))), np.array([1, 0]))
        with pytest.raises(TypeError):
            lg.numpy.getitem(np.arange(2), list(np.array(mask)))
        with pytest.raises(TypeError):
            lg.take(data, mask, allow_fill=True, fill_value=0)
        same(lg.take(data, mask, mode="fill", fill_value=9), np.array([1, 0]))
        same(lg.take(data, (mask,), axis=(0,)), np.array([1, 0]))


def test_integers_beyond_64_bits():
    for value in (2**63, -(2**63) - 1, 2**100):
        with pytest.raises(lg.IndexRangeError, match=str(value)) as caught:
            lg.take(np.arange(4), [[0, 1], [2, value]])
        assert caught.value.position == (1, 1) and caught.value.value == value
    with pytest.raises(lg.IndexRangeError, match=r"indices\[1\] is outside") as caught:
        lg.take(np.arange(4), [0, 10**5000])
    assert caught.value.value == 10**5000
    with pytest.raises(lg.IndexRangeError) as caught:
        lg.take(np.arange(4), 2**63)
    assert caught.value.position == ()


def test_what_fills():
    floats, bytes_ = np.zeros(2, "f4"), np.zeros(2, "u1")
    for value in (np.array(2.5), np.float32(2.5), 2.5):
        same(lg.take(floats, [9], mode="fill", fill_value=value), np.array([2.5], "f4"))
    with pytest.raises(ValueError, match="fill_value is 300, and no element of the data's type, uint8"):
        lg.take(bytes_, [9], mode="fill", fill_value=300)
    halves = np.zeros(2, "f2")
    for value in (1e10, -1e10, 65520):
        with pytest.raises(ValueError, match="no element of the data's type, float16"):
            lg.take(halves, [9], mode="fill", fill_value=value)
    assert lg.take(halves, [9], mode="fill", fill_value=float("-inf")).tolist() == [float("-inf")]
    assert lg.take(halves, [9], mode="fill", fill_value=65519).tolist() == [65504]
    same(lg.take(bytes_, [1], allow_fill=False, fill_value=3), bytes_[[1]])  # pandas' way to say: nothing is filled


def test_what_is_no_number_does_not_fill():
    for value, dtype in (("nan", "f4"), ({}, "f4"), (np.zeros(2), "c8"), (object(), "i4")):
        data = np.zeros(2, dtype)
        for call in (
            lambda: lg.take(data, [9], mode="fill", fill_value=value),  # noqa: B023
            lambda: lg.plan("onnx", "Gather", data, "s64[1]", policy="fill", fill_value=value),  # noqa: B023
        ):
            with pytest.raises(TypeError, match="^" + re.escape(f"{value!r} is no number") + "$"):
                call()


def test_mode_fill_counts_from_the_end():
    data = np.array([1.0, 2.0, 3.0], "f4")
    same(lg.take(data, [0, 5, -1, -4], mode="fill", fill_value=9), np.array([1, 9, 3, 9], "f4"))
    same(lg.take(data, [7], mode="fill"), np.array([np.nan], "f4"))


def test_allow_fill_is_that_of_pandas():
    data = np.array([10, 20, 30])
    same(lg.take(data, [0, -1, 2], allow_fill=True, fill_value=-7), np.array([10, -7, 30]))
    same(lg.take(data.astype("f8"), [-1, 1], allow_fill=True), np.array([np.nan, 20]))
    for dtype, word in (("i8", "s64"), ("i4", "s32"), ("u1", "u8")):
        indices = np.array([0, 1, 2, 0], dtype)[::2]
        for given in (indices, lg.Array(indices.tobytes(), f"{word}[2]")):
            same(lg.take(data, given, allow_fill=True, fill_value=-7), np.array([10, 30]))
    with pytest.raises(ValueError, match="less than allowed"):
        lg.take(data, [0, -2], allow_fill=True, fill_value=0)
    with pytest.raises(IndexError) as caught:
        lg.take(data, [0, 3], allow_fill=True, fill_value=0)
    assert caught.value.position == (1,) and caught.value.value == 3
    with pytest.raises(TypeError):
        lg.take(data, [-1], allow_fill=True)  # no integer is no number
    table = np.arange(6).reshape(3, 2)
    same(lg.take(table.T, [[-1, 2]], axis=1, allow_fill=True, fill_value=5), np.array([[[5, 4]], [[5, 5]]]))


def test_fill_value_has_to_be_one_of_the_type():
    for dtype, value in (("u1", 256), ("i1", 0.5), ("f4", "x"), ("f8", (1, 2))):
        with pytest.raises((ValueError, TypeError)):
            lg.take(np.zeros(2, dtype), [5], mode="fill", fill_value=value)
    for dtype, value in (("c8", 10**400), ("c16", -(10**400)), ("f8", fractions.Fraction(10**400))):
        with pytest.raises(ValueError, match="no element of the data's type"):
            lg.take(np.zeros(2, dtype), [5], mode="fill", fill_value=value)
    for options in ({"mode": "fill"}, {"allow_fill": True}):
        with pytest.raises(TypeError, match="has to be given"):
            lg.take(np.zeros(2, "i4"), [0], axis=0, **options)
    same(lg.take(np.zeros(2, "c8"), [5], mode="fill", fill_value=1 + 2j), np.array([1 + 2j], "c8"))
    same(lg.take(np.zeros(2, "?"), [5], mode="fill", fill_value=True), np.array([True]))


COMPLEX = [np.complex64(1 + 2j), np.complex128(1 + 2j), np.array(1 + 2j), np.array(1 + 2j, "c8"), 1 + 2j]
COMPLEX.append(lg.Array(np.array(1 + 2j, "c8")))


@pytest.mark.parametrize("value", COMPLEX, ids=repr)
def test_complex_numbers_that_fill(value):
    for dtype in ("c8", "c16"):
        data, wanted = np.zeros(2, dtype), np.array([1 + 2j], dtype)
        same(lg.take(data, [5], axis=0, mode="fill", fill_value=value), wanted)
        same(lg.onnx.gather(data, [5], policy="fill", fill_value=value), wanted)
        plan = lg.plan("onnx", "Gather", data, "s64[1]", axis=0, policy="fill", fill_value=value)
        same(plan(data, [5]), wanted)
    for dtype in ("f4", "i4", "?"):
        with pytest.raises(ValueError, match="no element of the data's type"):
            lg.take(np.zeros(2, dtype), [5], mode="fill", fill_value=value)


def test_complex_numbers_without_an_end_or_none_at_all():
    data = np.zeros(2, "c8")
    same(lg.take(data, [5], mode="fill"), np.array([complex(np.nan, 0)], "c8"))
    same(lg.take(data, [-1], allow_fill=True), np.array([complex(np.nan, 0)], "c8"))
    for real in (np.nan, np.inf, -np.inf, -0.0, 1e-30):
        same(lg.take(data, [5], mode="fill", fill_value=real), np.array([complex(real, 0)], "c8"))
        for imaginary in (np.nan, np.inf, -np.inf, -0.0, 1.5):
            value = complex(real, imaginary)
            same(lg.take(data, [5], mode="fill", fill_value=value), np.array([value], "c8"))
    same(lg.take(data, [5], mode="fill", fill_value=True), np.array([1], "c8"))


def test_scalars_of_the_type_fill():
    yes, one = np.array([True]), np.array([1], "i1")
    for value in (np.True_, np.array(True), lg.Array(np.array(True)), lg.Array(yes)[0], True):
        same(lg.take(np.zeros(2, "?"), [5], mode="fill", fill_value=value), yes)
        same(lg.take(np.zeros(2, "i1"), [5], mode="fill", fill_value=value), one)
        same(lg.onnx.gather(np.zeros(2, "f4"), [5], policy="fill", fill_value=value), np.array([1], "f4"))
    for name in EXTENSIONS:
        dtype = getattr(ml_dtypes, name)
        for value in (dtype(1), np.array(1, dtype), lg.Array(np.array(1, dtype))):
            same(lg.take(np.ones(2, dtype), [5], mode="fill", fill_value=value), np.array([1], dtype))
    with pytest.raises(ValueError, match="no element of the data's type"):
        lg.take(np.zeros(2, "?"), [5], mode="fill", fill_value=np.int8(2))


def test_plans_by_axis_and_mode_are_told_apart():
    data, indices = np.arange(9.0).reshape(3, 3), np.array([2, 0])
    wide = np.array([4, -4])
    for _ in range(3):
        for axis in (None, 0, 1, -1, -2):
            same(lg.take(data, indices, axis=axis), np.take(data, indices, axis))
            for mode in ("wrap", "clip"):
                same(lg.take(data, wide, axis=axis, mode=mode), np.take(data, wide, axis, mode=mode))
                same(lg.numpy.take(data, wide, axis, mode=mode), np.take(data, wide, axis, mode=mode))
            filled = lg.take(data, wide + 9, axis=axis, mode="fill", fill_value=5)
            assert (filled == 5).all()
        for axis in (2, -3, 65535, 65536, 2**40, -(2**62)):
            with pytest.raises(lg.AxisError):
                lg.take(data, indices, axis=axis)


def test_out():
    data, out = np.arange(12.0).reshape(3, 4), np.zeros((4, 2))
    assert lg.take(data, [2, 0], axis=0, out=out.T) is not None
    same(out.T.copy(), data[[2, 0]])
    given = np.empty((2, 4))
    assert lg.take(data, [1, 1], axis=0, out=given) is given
    for bad, kind in (
        (np.empty((2, 3)), ValueError),
        (np.empty((2, 4), "f4"), TypeError),
        (data[:2], ValueError),
        ([1], TypeError),
    ):
        with pytest.raises(kind):
            lg.take(data, [1, 0], axis=0, out=bad)
    given.flags.writeable = False
    with pytest.raises(ValueError, match="read-only"):
        lg.take(data, [1, 1], axis=0, out=given)


def test_an_index_outside_says_which():
    data = np.zeros((2, 5))
    with pytest.raises(IndexError) as caught:
        lg.take(data, [[0, 1], [4, -6]], axis=1)
    error = caught.value
    assert isinstance(error, lg.IndexRangeError)
    assert (error.position, error.value, error.axis, error.low, error.high) == ((1, 1), -6, 1, -5, 4)
    assert str(error) == "indices[1,1] = -6 is outside -5..4 (axis 1 of data has size 5)"
    with pytest.raises(IndexError) as caught:
        lg.take(data, np.array([2**64 - 1], "u8"), axis=1)
    assert caught.value.value == 2**64 - 1


def test_nothing_is_written_after_an_error():
    out = np.full(3, 7.0)
    with pytest.raises(IndexError):
        lg.take(np.arange(3.0), [0, 1, 9], out=out)
    assert out.tolist() == [7, 7, 7]


@pytest.mark.parametrize("axis", [2, -3, 99, 2**40])
def test_an_axis_outside(axis):
    with pytest.raises(lg.AxisError) as caught:
        lg.take(np.zeros((2, 2)), [0], axis=axis)
    assert isinstance(caught.value, ValueError) and isinstance(caught.value, IndexError)
    assert (caught.value.low, caught.value.high) == (-2, 1)


@pytest.mark.parametrize(
    ("arguments", "options", "kind"),
    [
        ((), {}, TypeError),
        ((b"a",), {}, TypeError),
        ((b"a", [0], 0, None), {}, TypeError),
        ((b"a", [0]), {"axes": 0}, TypeError),
        ((b"a", [0]), {"axis": "x"}, TypeError),
        ((b"a", [0]), {"axis": 0.5}, TypeError),
        ((b"a", [0]), {"axis": 2**70}, lg.AxisError),
        ((b"a", [0]), {"mode": "drop"}, ValueError),
        ((b"a", [0]), {"mode": 3}, ValueError),
        ((b"a", [0]), {"threads": -1}, ValueError),
        ((b"a", [0]), {"threads": "two"}, TypeError),
        ((["1"], [0]), {}, TypeError),
        ((None, [0]), {}, TypeError),
        ((b"a", None), {}, TypeError),
        ((b"a", "0"), {}, TypeError),
        ((b"a", [0.0]), {}, TypeError),
        ((b"a", [[0], [0, 0]]), {}, ValueError),
        ((b"a", [[0], 0]), {}, ValueError),
        ((b"a", [0, [0]]), {}, ValueError),
        ((b"a", [2**63]), {}, lg.IndexRangeError),
        ((b"a", [0]), {"fill_value": 1}, ValueError),
        ((b"a", [0]), {"fill_value": 1, "mode": "clip"}, ValueError),
        ((b"a", ([0],)), {"fill_value": 1, "axis": (0,)}, ValueError),
        ((b"a", [0]), {"fill_value": 1, "mode": "clip", "allow_fill": True}, ValueError),
        ((b"a", 1j), {}, TypeError),
    ],
)
def test_what_is_refused(arguments, options, kind):
    with pytest.raises(kind):
        lg.take(*arguments, **options)


def test_indices_of_other_types():
    for kind in "efdFD":
        with pytest.raises(TypeError):
            lg.take(np.zeros(3), np.zeros(1, kind))


def test_lists_too_deep_or_changing():
    deep = 0
    for _ in range(17):
        deep = [deep]
    with pytest.raises(ValueError):
        lg.take(b"abc", deep)

    class Shrinks:
        def __index__(self):
            del numbers[1:]
            return 0

    numbers = [Shrinks(), 1, 2, 3]
    with pytest.raises(IndexError):
        lg.take(b"abc", numbers)
    loop = []
    loop.append(loop)
    with pytest.raises(ValueError):
        lg.take(b"abc", loop)


def test_an_output_that_meets_its_input():
    data = np.arange(5)
    with pytest.raises(ValueError, match="out shares memory with data: ") as caught:
        lg.take(data, [1, 2, 3], out=data[2:])
    assert caught.value.status == "OVERLAP" and caught.value.operand == "data"
    with pytest.raises(ValueError, match="out shares memory with data: "):
        lg.take(data, ([1, 2, 3],), axis=(0,), out=data[2:])
    with pytest.raises(ValueError, match="out shares memory with indices: "):
        lg.take(data.copy(), data[:3], out=data[2:])


def test_ranks():
    data = np.zeros((1,) * 16)
    assert lg.take(data, [0, 0], axis=3).shape == (1,) * 3 + (2,) + (1,) * 12
    with pytest.raises(ValueError):
        lg.take(data, [[0, 0]], axis=3)
    with pytest.raises(ValueError):
        lg.take(np.zeros((1,) * 17), [0])


def test_plans_that_are_kept_are_told_apart():
    """Calls that differ in one thing alone, one after the other and again."""
    base = np.arange(64.0)
    views = [
        base[:8],
        base[:9],
        base[1:9],
        base[::2][:8],
        base[:8][::-1],
        base.astype("f4")[:8],
        base[:8].reshape(2, 4),
    ]
    calls = [
        (data, np.array(indices, kind), axis, mode)
        for data in views
        for indices in ([0, 1], [1, 0], [[1], [0]])
        for kind in "iq"
        for axis in (0, -1, None)
        for mode in ("raise", "clip")
    ]
    for _ in range(3):
        for data, indices, axis, mode in calls:
            same(lg.take(data, indices, axis=axis, mode=mode), np.take(data, indices, axis=axis, mode=mode))


def test_indices_of_a_range():
    data = np.arange(12, dtype="f4").reshape(4, 3)
    for indices in (range(3), range(3, -5, -2), range(0)):
        assert lg.take(data, indices, axis=0).tolist() == np.take(data, indices, 0).tolist()
    with pytest.raises(lg.IndexRangeError, match=r"indices\[4\] = 4"):
        lg.take(data, range(9), axis=0)
