# SPDX-License-Identifier: Apache-2.0
"""Arrays of ours as sequences: elements, parts and lists of them."""

import ctypes
import gc
import operator
import random
import sys
import types
import weakref

import libgather as lg
import ml_dtypes
import numpy as np
import pytest

DATA = np.arange(2 * 3 * 5, dtype="i2").reshape(2, 3, 5)


def same(ours, numpy):
    if isinstance(ours, lg.Array):
        return ours.shape == numpy.shape and ours.tolist() == numpy.tolist()
    return not isinstance(numpy, np.ndarray) and ours == numpy


@pytest.mark.parametrize("source", [DATA, DATA.T, DATA[::-1, :, ::2], DATA[:0], DATA[0, 0, 0:1]])
def test_parts_are_numpys(source):
    array, choose = lg.Array(source), random.Random(8)
    for _ in range(300):
        keys = []
        for size in source.shape[: choose.randint(0, source.ndim)]:
            ends = [choose.choice([None, *range(-size - 1, size + 2)]) for _ in range(2)]
            part = slice(*ends, choose.choice([None, 1, 2, -1, -3]))
            keys.append(choose.choice([part, choose.randint(-size - 1, size)]))
        if choose.random() < 0.3:
            keys.insert(choose.randint(0, len(keys)), ...)
        for _ in range(choose.choice([0, 0, 1, 2])):
            keys.insert(choose.randint(0, len(keys)), None)
        key = keys[0] if len(keys) == 1 and choose.random() < 0.5 else tuple(keys)
        try:
            wanted = source[key]
        except IndexError:
            with pytest.raises(IndexError):
                array[key]
        else:
            # numpy gives an array without dimensions where an ellipsis stands; here it is the number
            assert same(array[key], wanted if np.ndim(wanted) else wanted.item()), key


def test_a_part_shares_its_memory():
    memory = bytearray(range(12))
    part = lg.Array(memory, "u8[3,4]")[1:, ::2]
    memory[4] = 99
    assert part.tolist() == [[99, 6], [8, 10]] and not part.readonly
    assert np.asarray(part).tolist() == [[99, 6], [8, 10]]
    assert lg.take(part, [1], axis=1).tolist() == [[6], [10]]
    assert lg.Array(bytes(4))[1:].readonly
    held = lg.Array(bytearray(b"abc"))[1:]
    assert held.tolist() == [98, 99]


def test_a_part_of_a_part_holds_the_memory_alone():
    """Each one that held the one before would make a chain, whose end is as deep as it is long."""
    whole = lg.Array(bytearray(range(6)))
    parts = [whole[1:]]
    holders = sys.getrefcount(whole), sys.getrefcount(parts[0])
    for _ in range(5):
        parts.append(lg.Array(parts[-1])[:])
    assert (sys.getrefcount(whole) - 5, sys.getrefcount(parts[0])) == holders
    last = parts[-1]
    del whole, parts
    assert last.tolist() == [1, 2, 3, 4, 5]


def test_items_as_c_asks_for_them():
    """Negative numbers have been added to the length once when they arrive, and are not once more."""
    item = ctypes.pythonapi.PySequence_GetItem
    item.restype, item.argtypes = ctypes.py_object, [ctypes.py_object, ctypes.c_ssize_t]
    array = lg.Array(bytes([5, 6, 7]))
    assert [item(array, k) for k in range(-3, 3)] == 2 * [5, 6, 7]
    for outside in (-7, -5, -4, 3):
        with pytest.raises(IndexError):
            item(array, outside)


def test_iteration():
    array = lg.Array(DATA)
    assert len(array) == 2 and [each.tolist() for each in array] == DATA.tolist()
    assert list(array[1, 2]) == DATA[1, 2].tolist() and 29 in array[1, 2] and 7 not in array[1, 2]
    assert list(reversed(array[0, 0])) == [4, 3, 2, 1, 0]
    assert list(lg.Array(DATA[:0])) == []
    with pytest.raises(TypeError):
        len(lg.Array(DATA[0, 0, 0]))


def test_nothing_to_iterate_over():
    scalar = lg.Array(b"\3", "u8[]")
    for ask in (iter, list, lambda array: 3 in array, lambda array: list(reversed(array))):
        with pytest.raises(TypeError):
            ask(scalar)


def test_steps_that_lead_nowhere():
    array = lg.Array(bytes(range(6)))
    for step in (2**70, -(2**70), 2**63 - 1, -(2**63)):
        assert array[::step].tolist() == np.arange(6)[::step].tolist()
        assert array[6::step].tolist() == np.arange(6)[6::step].tolist()
    assert array[-(2**70) : 2**70].tolist() == list(range(6))
    with pytest.raises(IndexError):
        array[2**70]


@pytest.mark.parametrize("key", [True, False, (True, 0), (0, False)])
def test_truths_are_no_indices(key):
    with pytest.raises(TypeError, match="^an index of type bool: integers, slices"):
        lg.Array(DATA)[key]


def test_layouts_with_tiles_have_elements():
    tiled = lg.relayout(DATA[0], "{1,0:T(2,2)}")
    assert [[tiled[r, c] for c in range(5)] for r in range(3)] == DATA[0].tolist()
    assert tiled[-1, -1] == DATA[0, -1, -1] and tiled[..., 1, 0] == DATA[0, 1, 0]
    with pytest.raises(IndexError):
        tiled[3, 0]
    with pytest.raises(ValueError, match="tiles"):
        tiled[0]


def test_narrow_elements():
    data = np.arange(-4, 4).astype(ml_dtypes.int4)
    assert lg.Array(data)[::-2].tolist() == [3, 1, -1, -3] and lg.Array(data)[2] == -2
    packed = lg.Array(bytes([0x21, 0x43]), "u4[4]{0:E(4)}")
    assert packed[1:].tolist() == [2, 3, 4] and packed[3] == 4


WIDE = {
    "s4[3,5]": 1,
    "u4[3,5]": 1,
    "s2[3,5]": 1,
    "f4e2m1fn[3,5]": 1,
    "bf16[3,5]{1,0:E(32)}": 4,
    "f8e5m2[3,5]{0,1:E(16)}": 2,
    "f32[3,5]{1,0:E(64)}": 8,
    "f32[3,5]{0,1:E(40)}": 5,
}


@pytest.mark.parametrize("text", WIDE)
def test_cells_wider_than_their_elements(text):
    """As numpy they are what they are as a list, whatever the rest of the cell holds; and each has a text."""
    array = lg.Array(random.Random(4).randbytes(15 * WIDE[text]), text)
    for each in (array, array[1:], array[::-2, 1], array.layout, array[1:].layout):
        assert str(array.shape).replace(", ", ",")[1:-1] in str(array.layout) and repr(each) and str(each)
    for each in (array, array[1:], array[::-2, 1:], array[:, 2]):
        same = np.asarray(each)
        assert same.dtype.name == array.dtype
        np.testing.assert_array_equal(same.astype("f8"), each.tolist())
        np.testing.assert_array_equal(lg.relayout(each, "{0}" if each.ndim == 1 else "{1,0}").tolist(), each.tolist())


def test_texts_of_wide_cells():
    part = lg.Array(bytes(15), "s4[3,5]")[1:]
    assert repr(part).startswith("lg.Array(i4[2,5]:(5,1) in cells of 8 bits,")
    assert repr(part.layout) == "<libgather.Layout i4[2,5]:(5,1) in cells of 8 bits>"
    assert str(part.layout) in part.layout._repr_svg_()


class View(ctypes.Structure):
    """Py_buffer."""

    _fields_ = [
        ("buf", ctypes.c_void_p),
        ("obj", ctypes.py_object),
        ("len", ctypes.c_ssize_t),
        ("rest", ctypes.c_byte * 56),
    ]


@pytest.mark.parametrize(
    ("layout", "in_rows", "in_columns"),
    [
        ("u8[2,3]", True, False),
        ("u8[2,3]{0,1}", False, True),
        ("u8[2,3]:(6,2)", False, False),
        ("u8[3,1]", True, True),
        ("u8[3]:(2)", False, False),
        ("u8[0,3]:(9,9)", True, True),
        ("u8[]", True, True),
    ],
)
def test_buffers_in_the_order_that_is_asked_for(layout, in_rows, in_columns):
    strides = 0x10 | 0x8
    get, release = ctypes.pythonapi.PyObject_GetBuffer, ctypes.pythonapi.PyBuffer_Release
    get.argtypes, release.argtypes = [ctypes.py_object, ctypes.c_void_p, ctypes.c_int], [ctypes.c_void_p]
    for flags, is_given in (
        (strides, True),
        (0, in_rows),
        (0x20 | strides, in_rows),
        (0x40 | strides, in_columns),
        (0x80 | strides, in_rows or in_columns),
    ):
        array, view = lg.Array(bytes(16), layout), View()
        if is_given:
            assert get(array, ctypes.addressof(view), flags) == 0
            release(ctypes.addressof(view))
        else:
            with pytest.raises(BufferError, match="contiguous"):
                get(array, ctypes.addressof(view), flags)


def test_the_buffer_of_wide_cells():
    memory = bytearray(16)
    view = memoryview(lg.Array(memory, "f32[2]{0:E(64)}"))
    assert (view.format, view.itemsize, view.strides, view.nbytes, view.contiguous) == ("f", 4, (8,), 8, False)
    np.asarray(lg.Array(memory, "f32[2]{0:E(64)}"))[1] = 1
    assert memory[8:12] == np.float32(1).tobytes()
    with pytest.raises((BufferError, ValueError), match="contiguous"):
        np.frombuffer(view)


def test_unused_bits_are_not_for_numpy():
    """ml_dtypes does not pass over those of narrow floats; for them there is a copy, without them."""
    dirty = lg.Array(bytes([0xF1, 1, 0x81]), "f4e2m1fn[3]")
    assert dirty.tolist() == np.asarray(dirty).astype("f4").tolist() == [0.5] * 3
    with pytest.raises(ValueError, match="without a copy"):
        np.asarray(dirty, copy=False)


@pytest.mark.parametrize(
    "key", ["a", 1.5, [0], DATA[0, 0] > 0, (0, 0, 0, 0), (None, 2), 2**70, (..., ...), (slice(0, 1, 0),)]
)
def test_what_is_no_index(key):
    with pytest.raises((IndexError, TypeError, ValueError)):
        lg.Array(DATA)[key]


OUTSIDE = [
    (99, (1,), (1,)),
    (-1, (1,), (1,)),
    (0, (99,), (1,)),
    (0, (2,), (1 << 62,)),
    (0, (-1,), (1,)),
    (0, (1,) * 99, (1,) * 99),
    (0, (1, 1), (1,)),
    (0, ("a",), (1,)),
]


@pytest.mark.parametrize("view", OUTSIDE)
def test_no_view_leaves_the_memory(view):
    with pytest.raises((ValueError, IndexError, OverflowError, TypeError)):
        lg.Array(bytes(10))._view(*view)


def test_an_element_is_a_number():
    for value, text in ((53, "u8[]"), (-6, "s8[]"), (57, "u8[]")):
        array = lg.Array(np.array([value]).astype("i1" if text[0] == "s" else "u1"), text)
        assert (int(array), float(array), operator.index(array)) == (value, float(value), value)
        assert list(range(100))[array] == list(range(100))[value]
    half = lg.Array(np.array([2.5], "f4"), "f32[]")
    assert (int(half), float(half)) == (2, 2.5)
    with pytest.raises(TypeError):
        operator.index(half)
    for make in (int, float, operator.index):
        with pytest.raises(TypeError, match="without dimensions"):
            make(lg.Array(b"12", "u8[2]"))
        with pytest.raises(TypeError, match="without dimensions"):
            make(lg.Array(b"1", "u8[1]"))


TEXTS = {
    "lg.Array(f32[2,2], [[  0, 0.1],\n                    [0.2, 0.3]])": np.array([[0, 0.1], [0.2, 0.3]], "f4"),
    "lg.Array(s64[], 7)": np.array(7),
    "lg.Array(f64[3,0], [])": np.zeros((3, 0)),
    "lg.Array(pred[2], [ True, False])": np.array([True, False]),
    "lg.Array(c128[3], [   1+2j, -0-0.5j,  nan+0j])": np.array([1 + 2j, -0.5j, np.nan]),
    "lg.Array(u8[5], [104, 101, 108, 108, 111])": b"hello",
    "lg.Array(s64[1001], [   0,    1,    2, ...,  998,  999, 1000])": np.arange(1001),
}


@pytest.mark.parametrize("text", TEXTS)
def test_text(text):
    assert repr(lg.Array(TEXTS[text])).replace(":(0,1)", "").replace(":(0,0)", "") == text


def test_long_text():
    rows = repr(lg.Array(np.arange(60000).reshape(3, 200, 100))).splitlines()
    assert len(rows) == 21 and max(map(len, rows)) < 80 and sum("..." in row for row in rows) == 21
    lines = repr(lg.Array(np.arange(1000) / 7)).splitlines()
    assert max(map(len, lines)) <= 79 and "..." not in "".join(lines)
    assert repr(lg.Array(np.zeros((1,) * 16))).splitlines()[1:] == ["    " + "[" * 16 + "0" + "]" * 16 + ")"]
    assert repr(lg.Array(np.zeros((10**9, 0)))).endswith(", [])")


def test_text_of_tiles_and_bits():
    tiled = lg.relayout(np.arange(6, dtype="u1").reshape(2, 3), "{1,0:T(2,2)}")
    assert repr(tiled) == "lg.Array(u8[2,3]{1,0:T(2,2)}, [[0, 1, 2],\n                               [3, 4, 5]])"
    assert repr(lg.Array(b"\xf2\x0f\x01", "s4[3]")) == "lg.Array(s4[3], [ 2, -1,  1])"
    for wrong in ((), (0,), (0, 0, 0), 5):
        with pytest.raises(TypeError):
            tiled._word(wrong)
    with pytest.raises(IndexError):
        tiled._word((2, 0))


def test_truth():
    for data, truth in (
        (np.array(0), False),
        (np.array(0.5), True),
        (b"", False),
        (b"\0", True),
        (np.zeros((0, 2)), False),
    ):
        assert bool(lg.Array(data)) is truth
    assert not lg.take(b"\1\0", 1) and lg.take(b"\1\0", 0)


def test_equality():
    data = np.arange(6.0).reshape(2, 3)
    one = lg.Array(data)
    assert one == lg.Array(data.copy()) and one == lg.Array(np.asfortranarray(data)) and one == one  # noqa: PLR0124
    assert one == lg.relayout(one, "{1,0:T(2,2)}") and not one != lg.relayout(one, "{0,1}")  # noqa: SIM202
    other = data.copy()
    other[1, 2] = 7
    for unequal in (other, data.T, data.astype("f4"), data.reshape(6), data[:1], data.view("i8")):
        assert one != lg.Array(unequal) and not one == lg.Array(unequal)  # noqa: SIM201
    assert lg.Array(np.array([np.nan])) == lg.Array(np.array([np.nan]))
    assert lg.Array(np.array([0.0])) != lg.Array(np.array([-0.0]))
    assert lg.Array(np.zeros((0, 3))) == lg.Array(np.zeros((0, 3))) != lg.Array(np.zeros((3, 0)))
    assert lg.Array(b"\x01\x02", "s4[2]") == lg.Array(b"\xf1\x32", "s4[2]") != lg.Array(b"\x01\x03", "s4[2]")
    for stranger in (3, None, "x", [[0.0, 1.0, 2.0], [3.0, 4.0, 5.0]], b""):
        assert (one == stranger) is False and (one != stranger) is True
    assert (one == data).all() and one in [0, one]
    with pytest.raises(TypeError, match="unhashable"):
        hash(one)
    with pytest.raises(TypeError):
        one < one  # noqa: B015, PLR0124


class Bytes(bytearray):
    pass


class Numbers(np.ndarray):
    pass


@pytest.mark.parametrize("make", [lambda: Bytes(8), lambda: np.zeros(8, "u1").view(Numbers)], ids=["buffer", "numpy"])
def test_cycles_are_collected(make):
    ends = []
    for way in (lg.Array, lambda data: lg.Array(data)[2:], lambda data: lg.Array(data, "u8[2,4]")):
        data = make()
        data.array = way(data)
        ends.append(weakref.ref(data))
    del data
    gc.collect()
    assert [end() for end in ends] == [None] * 3


def test_a_cycle_through_a_buffer():
    data = Bytes(b"abc")
    data.view = memoryview(lg.Array(data))
    end = weakref.ref(data)
    del data
    gc.collect()
    assert end() is None


@pytest.mark.parametrize("version", [None, (1, 0)])
def test_a_cycle_through_dlpack(version):
    """An array that comes back as the tensor of another object."""

    class Lends:
        def __dlpack__(self, max_version=None):
            return array.__dlpack__(max_version=version)

    data = Bytes(b"abc")
    array = lg.Array(data)
    data.array = lg.Array(Lends())
    assert data.array.tolist() == list(b"abc")
    end = weakref.ref(data)
    del data, array
    gc.collect()
    assert end() is None


def test_what_numpy_would_convert_is_told_so():
    """As a Series of pandas is, which is no array itself."""

    class Series:
        def __array__(self, dtype=None, copy=None):
            return np.arange(3)

    assert bytes(lg.take(b"abcd", Series())) == b"abc"

    class Masked:
        def __array__(self, dtype=None, copy=None):
            return np.ma.masked_array([1, 2], [True, False])

    with pytest.raises(TypeError, match="^indices is a masked array"):
        lg.take(b"abcd", Masked())
    convert = ": give numpy.asarray of it"
    for call, sentence in (
        (lambda: lg.take(Series(), [0]), "data is of type Series, neither an array nor a buffer" + convert),
        (lambda: lg.Array(Series()), "object is of type Series, neither an array nor a buffer" + convert),
        (lambda: lg.take(np.float32, [0]), "data is of type type, neither an array nor a buffer"),
        (lambda: lg.take(b"abc", [0], out=Series()), "out is .* nor a buffer"),
    ):
        with pytest.raises(TypeError, match=f"^{sentence}$"):
            call()


def test_a_column_of_pandas(monkeypatch):
    """A Series is what it holds, wherever data or indices may stand; nothing else is that has __array__ alone."""

    class Series:
        def __init__(self, array):
            self.array = array

        def __array__(self, dtype=None, copy=None):
            return self.array

    values = np.arange(3.0)
    module = types.ModuleType("pandas")
    module.Series = type("Series", (), {})  # another than ours
    monkeypatch.setitem(sys.modules, "pandas", module)
    with pytest.raises(TypeError, match="^data is of type Series, .*: give numpy.asarray of it$"):
        lg.take(Series(values), [0])
    module.Series = Series
    plan = lg.plan("numpy", "take", "f64[3]", "s64[2]", axis=0)
    for call in (lg.take, lg.numpy.take, lg.gather_elements, plan, lambda x, i: lg.take(x, (i,), axis=(0,))):
        for indices in ([2, 0], Series(np.array([2, 0]))):
            result = call(Series(values), indices)
            assert type(result) is np.ndarray and result.tolist() == [2.0, 0.0]
    assert np.shares_memory(lg.Array(Series(values)), values) and lg.Layout(Series(values)) == lg.Layout("f64[3]")
    for array in (np.array([None]), np.ma.array([1, 2], mask=[0, 1])):
        with pytest.raises(TypeError, match="^data is (a masked array|.*object)"):
            lg.take(Series(array), [0])
    with pytest.raises(TypeError, match="^out is of type Series, neither"):
        lg.take(values, [0, 1, 2], out=Series(values.copy()))


@pytest.mark.parametrize("source", [DATA, DATA.T, DATA[::-1, :, ::2], DATA[:0], DATA[0, 0, 0], DATA[:1, :1, :1]])
def test_numpys_names(source):
    array = lg.Array(source)
    assert (array.size, array.ndim) == (source.size, source.ndim)
    assert array.T.shape == source.T.shape and array.T.tolist() == source.T.tolist()
    copied = array.copy()
    assert copied == array and np.asarray(copied).flags.c_contiguous and not np.shares_memory(copied, source)
    for place in range(-source.size, source.size):
        assert array.item(place) == source.item(place)
    if source.size == 1:
        assert array.item() == source.item()
    else:
        with pytest.raises(ValueError, match=f"^only an array of one element is .*, and this one has {source.size}$"):
            array.item()
    for wrong in ((0,) * (source.ndim + 1), (0,) * max(source.ndim - 1, 0) if source.ndim else (0, 0), (slice(None), 0)):
        with pytest.raises((IndexError, TypeError)):
            array.item(wrong)
    for place in (source.size, -source.size - 1):
        with pytest.raises(IndexError, match=f"^element {place} is outside {-source.size}..{source.size - 1}$"):
            array.item(place)


def test_transposed_is_the_same_memory():
    memory = np.zeros((2, 3), "i4")
    transposed = lg.Array(memory).T
    memory[1, 2] = 7
    assert transposed[2, 1] == transposed.item(2, 1) == transposed.item((2, 1)) == 7
    packed = lg.relayout(np.array([[1, 2], [3, 4]], ml_dtypes.int4), "s4[2,2]C")
    assert packed.T.tolist() == [[1, 3], [2, 4]]
    with pytest.raises(ValueError, match="tiles"):
        _ = lg.Array(bytes(8), "u8[2,3]{1,0:T(2,2)}").T


def test_numbers_of_arrays_without_dimensions():
    element, row = lg.Array(np.array(2.5)), lg.Array(np.array([2.5]))
    assert (complex(element), f"{element:.3f}", f"{element}") == (2.5, "2.500", "2.5")
    assert complex(lg.Array(np.array(1 + 2j))) == 1 + 2j
    assert f"{row}" == str(row)
    for call in (lambda: complex(row), lambda: f"{row:.3f}"):
        with pytest.raises(TypeError, match="^only an array without dimensions is a number, and this one has 1$"):
            call()


@pytest.mark.parametrize("dtype", ["f2", "f4", "f8"])
def test_floats_of_all_sizes_are_listed(dtype):
    info = np.finfo(dtype)
    values = np.array([0, -0.0, info.max, info.tiny, info.smallest_subnormal, -info.smallest_subnormal, np.inf], dtype)
    assert np.array(lg.Array(values).tolist(), dtype).tobytes() == values.tobytes()
    assert np.isnan(lg.Array(np.array([np.nan], dtype)).tolist()[0])


def test_what_is_behind_the_elements_is_none_of_them():
    layout = lg.Layout("FLOAT16 sizes={3} strides={1} total=8")
    one, other = (lg.Array(b"\1\0\2\0\3\0" + tail, layout) for tail in (b"\7\7", b"\x09\x09"))
    assert one == other
    assert one != lg.Array(b"\1\0\2\0\4\0\7\7", layout)
