# SPDX-License-Identifier: Apache-2.0
"""Arrays in and out: which kinds, without copies, and what is refused."""

import array
import ctypes
import mmap
import subprocess
import sys
import types

import libgather as lg
import ml_dtypes
import numpy as np
import pytest
from dlpack_structs import DELETER, Managed, Versioned, capsule_of


def test_without_numpy():
    """The module needs nothing: another interpreter, in which numpy can't be imported."""
    code = (
        "import sys; sys.modules['numpy'] = None\n"
        "import array, libgather as lg\n"
        "x = array.array('d', [1, 2, 3])\n"
        "assert lg.take(x, [2, -1, 0]).tolist() == [3.0, 3.0, 1.0]\n"
        "assert lg.onnx.gather(memoryview(b'abc'), [1]).tolist() == [98]\n"
        "assert bytes(lg.take(b'hello', [4, 0])) == b'oh'\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


@pytest.mark.parametrize("code", "bBhHiIlLqQfd")
def test_array_array(code):
    data = array.array(code, [1, 2, 3])
    taken = lg.take(data, array.array("i", [2, 0]))
    assert type(taken) is lg.Array and taken.tolist() == [3, 1]
    assert np.asarray(taken).dtype == np.asarray(data).dtype


def test_bytes_bytearray_memoryview():
    for kind in (bytes, bytearray, memoryview):
        taken = lg.take(kind(b"hello"), [4, 0])
        assert bytes(taken) == b"oh" and memoryview(taken).format == "B"


def test_memoryview_of_several_dimensions():
    view = memoryview(bytes(range(24))).cast("B", (2, 3, 4))
    wanted = np.arange(24, dtype="u1").reshape(2, 3, 4)
    assert lg.take(view, [2, 0], axis=1).tolist() == wanted[:, [2, 0]].tolist()
    assert lg.take(memoryview(bytes(range(10)))[::-2], [0, 1]).tolist() == [9, 7]


def test_mmap(tmp_path):
    (tmp_path / "x").write_bytes(bytes(range(200)))
    with open(tmp_path / "x", "rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as memory:
        assert lg.take(memory, [199, 3]).tolist() == [199, 3]
        held = lg.Array(memory, "u8[20,10]")
        with pytest.raises(BufferError):
            memory.close()
        assert held.readonly
        del held


def test_memmap(tmp_path):
    np.arange(6.0).tofile(tmp_path / "x")
    data = np.memmap(tmp_path / "x", dtype="f8", mode="r", shape=(3, 2))
    assert lg.take(data, [2], axis=0).tolist() == [[4, 5]]
    with pytest.raises(ValueError):
        lg.take(np.zeros((3, 2)), [0, 1, 2], axis=0, out=data)


def test_ctypes_and_views_of_fields():
    assert lg.take((ctypes.c_int * 3)(5, 6, 7), [2]).tolist() == [7]
    records = np.zeros(3, dtype=[("a", "i4"), ("b", "f4"), ("c", "i4")])
    records["b"] = [1, 2, 3]
    assert lg.take(records["b"], [2, 0]).tolist() == [3, 1]
    packed = np.zeros(3, dtype=[("a", "i1"), ("b", "f4")])
    for data in (packed["b"], memoryview(packed["b"]), interface_of(packed["b"])):
        with pytest.raises(ValueError, match="no multiple of .*: give a copy"):
            lg.take(data, [2, 0])
    with pytest.raises(ValueError, match="out has a stride that is no multiple of its elements' 4 bytes$"):
        lg.take(np.zeros(3, "f4"), [0, 1, 2], out=packed["b"])
    assert lg.take(packed["b"][:1], [0]).tolist() == [0]


@pytest.mark.parametrize(
    "data",
    [
        np.array([1, 2], ">i4"),
        np.array([1, 2], ">f8"),
        np.array([object(), None]),
        np.array(["a", "b"]),
        np.array([b"a", b"b"]),
        np.zeros(2, dtype=[("a", "i4")]),
        np.zeros(2, "g"),
        np.zeros(2, "V5"),
        memoryview(np.array([1, 2], ">i4")),
        memoryview(np.array(["a", "b"])),
    ],
    ids=lambda data: str(getattr(data, "dtype", data)),
)
def test_types_that_are_refused(data):
    with pytest.raises(TypeError):
        lg.take(data, [0])
    with pytest.raises(TypeError):
        lg.take(b"abc", data)


def test_one_byte_has_no_order():
    assert lg.take(np.array([1, 2], ">i1"), [1]).tolist() == [2]


def test_a_released_buffer():
    view = memoryview(bytearray(b"abc"))
    view.release()
    with pytest.raises(ValueError):
        lg.take(view, [0])


def test_a_source_is_not_copied():
    """What comes in is borrowed for the call alone, or as long as an Array lives."""
    data = bytearray(b"abcdef")
    taken = lg.take(data, [0])
    data.append(1)  # nobody holds it
    held = lg.Array(data)
    with pytest.raises(BufferError):
        data.append(1)
    data[0] = ord("z")
    assert held.tolist()[0] == ord("z") and taken.tolist() == [ord("a")]
    del held
    data.append(1)


@pytest.mark.parametrize("step, most", [(64, 16), (2, 64 + 16)])
def test_peak_memory_of_a_transposed_source(step, most):
    code = (
        "import resource, numpy as np, libgather as lg\n"
        "x = np.ones((4096, 8192), 'f4')\n"
        f"i = np.arange(0, 8192, {step})\n"
        "lg.take(x.T, i[:1], axis=0)\n"
        "before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss\n"
        "lg.take(x.T, i, axis=0)\n"
        "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)\n"
    )
    grown = int(subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout)
    assert grown < most * 1024  # KiB: the result has 2 MiB or 64, a copy of the source 128


# ---- Array ----


def test_array_under_a_layout():
    tiled = lg.Array(bytes(range(24)), "u8[3,5]{1,0:T(2,2)}")
    assert tiled.shape == (3, 5) and tiled.dtype == "uint8" and tiled.ndim == 2 and tiled.nbytes == 24
    cells = lg.Layout("u8[3,5]{1,0:T(2,2)}").offsets().tolist()
    assert tiled.tolist() == cells
    assert lg.take(tiled, [2, 0], axis=0).tolist() == [cells[2], cells[0]]
    with pytest.raises(BufferError):
        memoryview(tiled)
    with pytest.raises(BufferError):
        tiled.__dlpack__()
    with pytest.raises(ValueError):
        lg.Array(bytes(23), "u8[3,5]{1,0:T(2,2)}")
    with pytest.raises(ValueError):
        lg.Array(bytes(23), "u8[3")
    with pytest.raises(TypeError):
        lg.Array(bytes(23), 5)


def test_array_out_by_the_buffer_protocol():
    data = lg.Array(bytearray(range(6)), "u8[2,3]:(1,2)")
    view = memoryview(data)
    assert view.shape == (2, 3) and view.strides == (1, 2) and not view.readonly and not view.c_contiguous
    assert np.asarray(data).tolist() == [[0, 2, 4], [1, 3, 5]] == data.tolist()
    assert memoryview(lg.Array(b"abc")).readonly
    with pytest.raises(TypeError):
        len(lg.Array(b"a", "u8[]"))
    assert lg.Array(b"a", "u8[]").tolist() == 97 and len(data) == 2
    assert np.asarray(lg.take(np.zeros((0, 3)), np.zeros((2, 0), int), axis=0)).shape == (2, 0, 3)


def test_array_of_types_without_a_format():
    data = lg.Array(np.array([1, 2], ml_dtypes.bfloat16))
    assert data.tolist() == [1, 2] and data.dtype == "bfloat16"
    with pytest.raises(BufferError):
        memoryview(data)


@pytest.mark.parametrize("name", "bfloat16 float8_e5m2 float8_e8m0fnu int4 uint2 float4_e2m1fn".split())
def test_array_of_ml_dtypes_to_numpy(name):
    data = np.arange(1, 7).astype(getattr(ml_dtypes, name)).reshape(2, 3)
    for view in (data, data.T, data[:, ::-1]):
        back = np.asarray(lg.Array(view))
        assert back.dtype == data.dtype and back.tobytes() == view.tobytes()
    assert np.asarray(lg.Array(data), dtype="f4").tolist() == data.astype("f4").tolist()


def test_array_with_tiles_to_numpy():
    tiled = lg.relayout(np.arange(15, dtype="f4").reshape(3, 5), "{1,0:T(2,2)}")
    assert np.asarray(tiled).tolist() == tiled.tolist()
    with pytest.raises(ValueError):
        np.array(tiled, copy=False)
    assert np.asarray(lg.Array(b"\xf1\x07", "i4[3]C")).tolist() == [1, -1, 7]


def test_numbers_of_every_type():
    for text, raw, wanted in (
        ("f16[1]", b"\x00\x3c", [1.0]),
        ("bf16[1]", b"\x80\x3f", [1.0]),
        ("pred[2]", b"\x00\x01", [False, True]),
        ("s4[3]{0:E(4)}", b"\xf1\x07", [1, -1, 7]),
        ("u4[3]{0:E(4)}", b"\xf1\x07", [1, 15, 7]),
        ("i2[4]:(1)", b"\xe4", [0, 1, -2, -1]),
        ("c64[1]", np.array([1 + 2j], "c8").tobytes(), [1 + 2j]),
        ("c128[1]", np.array([1 + 2j], "c16").tobytes(), [1 + 2j]),
        ("u64[1]", b"\xff" * 8, [2**64 - 1]),
        ("s64[1]", b"\xff" * 8, [-1]),
        ("f8e4m3fn[1]", b"\x38", [1.0]),
    ):
        assert lg.Array(raw, text).tolist() == wanted, text


# ---- DLPack ----


class Producer:
    """What others may do of DLPack, by numpy's own capsule."""

    def __init__(self, data, versions=True, device=(1, 0)):
        self.data, self.versions, self.device = data, versions, device

    def __dlpack__(self, **options):
        if not self.versions and options:
            raise TypeError("no such argument")
        return self.data.__dlpack__(**options)

    def __dlpack_device__(self):
        return self.device


@pytest.mark.parametrize("versions", [True, False])
def test_dlpack_in(versions):
    data = np.arange(12, dtype="i2").reshape(3, 4)
    for view in (data, data.T, data[::-1, ::2], data[:0]):
        assert lg.take(Producer(view, versions), [1, 0], axis=1).tolist() == view[:, [1, 0]].tolist()


def test_dlpack_out():
    data = np.arange(6.0).reshape(2, 3)
    taken = lg.Array(data.T)
    assert np.from_dlpack(taken).tolist() == data.T.tolist()
    assert np.shares_memory(np.from_dlpack(taken), data)
    copied = np.from_dlpack(taken, copy=True)
    assert copied.tolist() == data.T.tolist() and not np.shares_memory(copied, data)
    assert taken.__dlpack_device__() == (1, 0)
    with pytest.raises(BufferError):
        taken.__dlpack__(dl_device=(2, 0))
    with pytest.raises(BufferError):
        taken.__dlpack__(stream=1)
    for wrong in ({"max_version": 5}, {"max_version": (1,)}, *({"dl_device": device} for device in (1, "x", (1, "x")))):
        with pytest.raises(TypeError):
            taken.__dlpack__(**wrong)
    with pytest.raises(BufferError):
        lg.Array(b"abc").__dlpack__()  # read-only, and before versions
    assert not np.from_dlpack(lg.Array(b"abc")).flags.writeable


def test_dlpack_capsules_that_nobody_takes():
    data = lg.Array(bytearray(8))
    before = sys.getrefcount(data)
    for version in (None, (1, 0)):
        capsule = data.__dlpack__(max_version=version)
        assert sys.getrefcount(data) == before + 1
        del capsule
        assert sys.getrefcount(data) == before


class Hostile:
    """A producer that says what it likes."""

    def __init__(self, versioned=True, sizes=(2,), strides=None, major=1, flags=0, name=None, **fields):
        self.memory = ctypes.create_string_buffer(b"abcdefgh")
        self.deleted = 0
        self.deleter = DELETER(self.delete)
        self.struct = Versioned() if versioned else Managed()
        if versioned:
            self.struct.major, self.struct.flags = major, flags
        self.struct.deleter = ctypes.cast(self.deleter, ctypes.c_void_p)
        tensor = self.struct.tensor
        tensor.data, tensor.device_type, tensor.rank = ctypes.addressof(self.memory), 1, len(sizes)
        tensor.code, tensor.bits, tensor.lanes = 1, 8, 1
        tensor.sizes = (ctypes.c_int64 * len(sizes))(*sizes)
        if strides is not None:
            tensor.strides = (ctypes.c_int64 * len(strides))(*strides)
        for field, value in fields.items():
            setattr(tensor, field, value)
        self.name = name or (b"dltensor_versioned" if versioned else b"dltensor")

    def delete(self, _):
        self.deleted += 1

    def __dlpack__(self, **options):
        return capsule_of(self.struct, self.name)

    def __dlpack_device__(self):
        return (1, 0)


@pytest.mark.parametrize("versioned", [True, False])
def test_dlpack_of_our_own_making(versioned):
    producer = Hostile(versioned)
    assert lg.take(producer, [1, 0]).tolist() == [98, 97]
    assert producer.deleted == 1
    assert lg.take(Hostile(versioned, strides=(-1,), byte_offset=1), [0, 1]).tolist() == [98, 97]


def test_refusals_are_named():
    """What an object's own code says, and what buffers are, behind the name of the argument that it was."""

    class Refuses:
        def __init__(self, exception):
            self.exception = exception

        def __dlpack_device__(self):
            return 1, 0

        def __dlpack__(self, **options):
            raise self.exception

    data = np.arange(4)
    with pytest.raises(BufferError, match="^data: not now$") as caught:
        lg.take(Refuses(BufferError("not now")), [0])
    assert str(caught.value.__cause__) == "not now"
    assert caught.value.__cause__.__traceback__.tb_frame.f_code.co_name == "__dlpack__"
    with pytest.raises(BufferError, match="^indices: not without more$"):
        lg.take(data, Refuses(BufferError("not without more")))
    with pytest.raises(BufferError, match="^out: not without more$"):
        lg.take(data, [0], out=Refuses(BufferError("not without more")))
    with pytest.raises(ValueError, match="^the data's own$"):
        lg.take(Refuses(ValueError("the data's own")), [0])
    with pytest.raises(KeyError, match="^'key'$"):
        lg.take(Refuses(KeyError("key")), [0])
    letters = array.array("u", "ab")
    with pytest.raises(TypeError, match="^indices: a buffer of the format 'w' is not supported$") as caught:
        lg.take(data, letters)
    assert caught.value.__cause__ is None
    with pytest.raises(TypeError, match="^data: a buffer of the format 'w'"):
        lg.take(letters, [0])
    with pytest.raises(ValueError, match="^object: .*contiguous"):
        lg.Array(data[::2], "s64[2]")
    for index in ((1.5,), [None]):
        with pytest.raises(TypeError, match=r"^index\[0\] is of type "):
            lg.Layout("f32[4]").cell(index)


@pytest.mark.parametrize(
    ("options", "kind"),
    [
        ({"major": 2}, BufferError),
        ({"device_type": 2}, BufferError),
        ({"rank": -1}, ValueError),
        ({"rank": 17}, ValueError),
        ({"lanes": 2}, TypeError),
        ({"code": 3}, TypeError),
        ({"bits": 7}, TypeError),
        ({"sizes": (-1,)}, ValueError),
        ({"sizes": (2**62, 2**62)}, ValueError),
        ({"sizes": (2,), "strides": (2**62,)}, ValueError),
        ({"sizes": (3,), "strides": (-(2**63),)}, ValueError),
        ({"sizes": (2, 2), "strides": (2**61, 2**61)}, ValueError),
        ({"data": None}, ValueError),
        ({"name": b"used_dltensor"}, BufferError),
        ({"name": b"something"}, BufferError),
        ({"sizes": ctypes.POINTER(ctypes.c_int64)(), "rank": 1}, ValueError),
    ],
)
def test_hostile_dlpack(options, kind):
    null = not isinstance(options.get("sizes", ()), tuple)
    producer = Hostile(**({} if null else options))
    if null:
        producer.struct.tensor.sizes = options["sizes"]
    with pytest.raises(kind):
        lg.take(producer, [0])
    assert producer.deleted == (0 if "name" in options else 1)


def test_devices_are_named():
    for number, told in ((2, r"2 \(CUDA\)"), (13, r"13 \(CUDA, managed\)"), (4, "4")):
        with pytest.raises(BufferError, match=f"^data: .* of type {told}: copy it to the processor's memory"):
            lg.take(Hostile(device_type=number), [0])


def test_out_that_cannot_say_that_it_is_writable():
    class Legacy:
        def __dlpack__(self, stream=None):
            return out.__dlpack__()

        def __dlpack_device__(self):
            return (1, 0)

    out = np.zeros(2, "f4")
    with pytest.raises(ValueError, match="before version 1.*numpy()"):
        lg.take(np.arange(4, dtype="f4"), [3, 1], out=Legacy())
    assert out.tolist() == [0, 0]


def test_relayout_into_an_output():
    data, out = np.arange(15, dtype="f4").reshape(3, 5), np.zeros((5, 3), "f4")
    assert lg.relayout(data, out=out.T) is not None and out.tolist() == data.T.tolist()
    memory = lg.relayout(np.zeros((3, 5), "f4"), "{0,1:T(2,2)}")
    assert lg.relayout(data, out=memory) is memory and memory.tolist() == data.tolist()
    for layout, options in ((None, {}), ("{0,1}", {"out": out.T})):
        with pytest.raises(TypeError, match="a layout or out"):
            lg.relayout(data, layout, **options)
    with pytest.raises(ValueError, match="out is"):
        lg.relayout(data, out=out)
    with pytest.raises(ValueError, match="out shares memory with data"):
        lg.relayout(data, out=data[::-1])


def test_dlpack_that_is_none():
    class Bad:
        def __init__(self, answer):
            self.answer = answer

        def __dlpack__(self, **options):
            if isinstance(self.answer, Exception):
                raise self.answer
            return self.answer

    for answer, kind in (
        (None, BufferError),
        (5, BufferError),
        (ValueError("no"), ValueError),
        (TypeError("no"), TypeError),
    ):
        with pytest.raises(kind):
            lg.take(Bad(answer), [0])


# ---- __array_interface__ ----


class Interface:
    def __init__(self, **members):
        self.members = members

    @property
    def __array_interface__(self):
        return self.members


def interface_of(array, **changes):
    return Interface(**{**array.__array_interface__, **changes})


def test_array_interface():
    data = np.arange(12, dtype="f4").reshape(3, 4)
    for view in (data, data.T, data[::-1], data[:0]):
        assert lg.take(interface_of(view), [1, 0], axis=1).tolist() == view[:, [1, 0]].tolist()
    named = types.SimpleNamespace(__array_interface__=data.__array_interface__)  # on the object alone, as with numpy
    assert lg.take(named, [1, 0], axis=1).tolist() == data[:, [1, 0]].tolist()
    held = lg.Array(Interface(shape=(2, 2), typestr="|u1", data=b"abcd", version=3))
    assert held.tolist() == [[97, 98], [99, 100]] and held.readonly
    moved = Interface(shape=(2,), typestr="|u1", data=bytearray(b"abcd"), offset=3, strides=(-2,))
    assert lg.take(moved, [0, 1]).tolist() == [100, 98]
    out = np.zeros(2, "f4")
    lg.take(data[0], [3, 1], out=interface_of(out))
    assert out.tolist() == [3, 1]


@pytest.mark.parametrize(
    "changes",
    [
        {"shape": None},
        {"shape": (1,) * 17},
        {"shape": ("x",)},
        {"shape": (-1,)},
        {"shape": (5,)},
        {"shape": (2,), "offset": 3},
        {"shape": (2,), "offset": -1},
        {"shape": (2,), "offset": 99},
        {"shape": (2,), "strides": (-1,)},
        {"shape": (2,), "strides": (2**62,)},
        {"shape": (2,), "strides": (1, 1)},
        {"typestr": ">i4"},
        {"typestr": "|O8"},
        {"typestr": ""},
        {"typestr": None},
        {"typestr": "<i4", "strides": (3,)},
        {"data": (1,)},
        {"data": ("x", False)},
        {"data": 5},
        {"data": None},
    ],
    ids=str,
)
def test_hostile_array_interface(changes):
    members = {"shape": (1,), "typestr": "|u1", "data": b"abcd", "version": 3, **changes}
    with pytest.raises((TypeError, ValueError, OverflowError)):
        lg.take(Interface(**members), [0])


def test_an_array_interface_that_is_none():
    class Bad:
        __array_interface__ = 5

    with pytest.raises(TypeError):
        lg.take(Bad(), [0])


def test_an_array_interface_is_asked_for_once():
    def answer():
        yield {"shape": (3,), "typestr": "|u1", "data": b"abc", "version": 3}
        raise MemoryError

    answers = answer()
    asked = type("Asked", (), {"__array_interface__": property(lambda self: next(answers))})()
    assert lg.take(asked, [1]).tolist() == [98]
    with pytest.raises(MemoryError):
        lg.take(asked, [1])


# ---- beyond all memory ----


def test_sizes_that_no_memory_has():
    one = np.zeros(1, "f4")
    wide = np.lib.stride_tricks.as_strided(one, (2**31, 2**29), (0, 0))
    with pytest.raises((MemoryError, ValueError)):
        lg.take(wide, np.lib.stride_tricks.as_strided(np.zeros(1, int), (2**40,), (0,)), axis=0)
    with pytest.raises((MemoryError, ValueError)):
        lg.relayout(lg.Array(bytes(4), "f32[2000000000,200000000]:(0,0)"), "C")
    with pytest.raises((MemoryError, ValueError, OverflowError)):
        lg.take(b"a", [[[0] * 1000] * 100000] * 100000)
    with pytest.raises((MemoryError, ValueError)):
        lg.Layout("u8[9000000000000000000]").offsets()


def test_code_that_runs_while_indices_are_read():
    """What an element of a list does when it is asked for its number must not pull the data away."""

    class Meddles:
        def __index__(self):
            with pytest.raises(BufferError):
                data.append(1)
            lg.take(b"others", [1])
            return 1

    data = bytearray(b"abc")
    assert lg.take(data, [Meddles(), 0]).tolist() == [98, 97]
    array = np.arange(3)

    class Resizes:
        def __index__(self):
            with pytest.raises(ValueError):
                array.resize(100)
            return 2

    assert lg.take(array, [Resizes()]).tolist() == [2]


def test_numpys_bools_and_arrays_of_one_integer():
    x = np.arange(12, dtype="i4").reshape(3, 4)
    for strict in (True, np.True_):
        assert lg.onnx.gather(x, [0], strict=strict).tolist() == x[[0]].tolist()
    assert lg.torch.gather(x, 0, [[2, 1, 0, 2]], sparse_grad=np.False_).tolist() == [[8, 5, 2, 11]]
    for axis in (1, np.array(1), np.array([1]), lg.Array(np.array([1]))):  # OV-14
        assert lg.openvino.gather(x, [3], axis).tolist() == x[:, [3]].tolist()
    for axis in (np.array([1]), np.array([1, 2])):
        with pytest.raises(TypeError, match="^axis: only integer scalar arrays"):
            lg.onnx.gather(x, [0], axis)
    with pytest.raises(TypeError, match="^index is a tuple, which numpy takes for an index of each axis;"):
        lg.numpy.getitem(x, (0, 1))
