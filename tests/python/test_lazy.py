# SPDX-License-Identifier: Apache-2.0
"""Tensors of files as data of every function: the same results and errors as of arrays, and only rows are read."""

import ctypes
import functools
import os
import signal
import subprocess
import sys

import libgather as lg
import ml_dtypes
import numpy as np
import pytest

DATA = np.arange(60, dtype="f4").reshape(5, 4, 3)
INDICES = [0, 3, [4], [[-1, 2], [0, -5]], [], [5], [-6], [[0], [9]], [-9, 9, 2]]
TYPES = ["i1", "u1", "i4", "u4", "i8", "u8"]
POLICIES = [{}, *({"policy": word} for word in ("error", "zero", "clamp", "wrap", "skip"))]
POLICIES.append({"policy": "fill", "fill_value": 2.5})


def tensor_of(path, array):
    np.save(path, array)
    (tensor,) = lg.open(path).values()
    return tensor


@pytest.fixture(scope="module", params=["C", "F", "big-endian"])
def tensor(request, tmp_path_factory):
    array = np.asfortranarray(DATA) if request.param == "F" else DATA
    path = tmp_path_factory.mktemp("lazy") / "x.npy"
    return tensor_of(path, array.astype(">f4") if request.param == "big-endian" else array)


def outcome(call, data):
    try:
        made = np.asarray(call(data))
    except Exception as error:
        return type(error), str(error)
    return made.dtype, made.shape, made.tobytes()


def agree(call, tensor):
    wanted = outcome(call, DATA)
    assert outcome(call, tensor) == wanted
    return len(wanted) == 2


def indices_of_types():
    for indices in INDICES:
        for kind in TYPES:
            array = np.array(indices)
            if kind[0] == "i" or (array >= 0).all():
                yield array.astype(kind)
    yield np.array([1, 2**64 - 1], "u8")
    yield np.array([[3, 2, 1], [0, 4, 2]])[::-1, ::2]


@pytest.mark.parametrize("axis", [None, 0, 1, 2, -1, 3])
def test_take(tensor, axis):
    options = [{}, {"mode": "wrap"}, {"mode": "clip"}, {"mode": "fill"}, {"mode": "fill", "fill_value": 7}]
    options += [{"allow_fill": True, "fill_value": -1}, {"threads": 2}, {"mode": "nothing"}]
    failed = [
        agree(lambda x, i=i, o=o: lg.take(x, i, axis=axis, **o), tensor)
        for i in [*indices_of_types(), *INDICES, [0.5], np.array([True])]
        for o in options
    ]
    assert any(failed) and (axis == 3 or not all(failed))


WORLDS = {
    "onnx": lambda x, i, **o: lg.onnx.gather(x, i, 1, **o),
    "onnx 1": lambda x, i, **o: lg.onnx.gather(x, i, 1, opset=1, **o),
    "onnx, loose": lambda x, i, **o: lg.onnx.gather(x, i, 2, strict=False, **o),
    "openvino": lambda x, i, **o: lg.openvino.gather(x, i, 0, **o),
    "openvino 1": lambda x, i, **o: lg.openvino.gather(x, i, -1, opset=1, **o),
    "openvino, batches": lambda x, i, **o: lg.openvino.gather(x, np.array([[i.flat[0]]] * 5), 1, 1, **o),
    "directml": lambda x, i, **o: lg.directml.gather(x, i.reshape((1,) * (3 - i.ndim) + i.shape), 1, i.ndim, **o),
    "webnn": lambda x, i, **o: lg.webnn.gather(x, i, 1, **o),
    "webnn, strict": lambda x, i, **o: lg.webnn.gather(x, i, 1, strict=True, **o),
    "xla": lambda x, i, **o: lg.xla.torch_index_select(x, i, 1, **o),
    "xla, windows": lambda x, i, **o: lg.xla.dynamic_slice(x, np.array([i.flat[0]] * 3), (2, 2, 2), **o),
    "torch": lambda x, i, **o: lg.torch.index_select(x, 1, i, **o),
    "embedding": lambda x, i, **o: lg.torch.embedding(i, x, **o),
    "numpy": lambda x, i, **o: lg.numpy.take(x, i, 1, mode="wrap", **o),
    "getitem": lambda x, i, **o: lg.numpy.getitem(x, i, 1, **o),
    "elements": lambda x, i, **o: lg.onnx.gather_elements(x, i, 1, **o),
    "nd": lambda x, i, **o: lg.onnx.gather_nd(x, i, **o),
}


@pytest.mark.parametrize("world", WORLDS)
def test_worlds(tensor, world):
    failed = [
        agree(lambda x, i=i, o=o: WORLDS[world](x, i, **o), tensor)
        for i in indices_of_types()
        for o in POLICIES
        if i.size
    ]
    assert any(failed)


def test_embedding_of_a_table(tmp_path):
    table = tensor_of(tmp_path / "x.npy", DATA[0])
    for indices in ([[3, 0], [1, 1]], [4], [-1]):
        for options in POLICIES:
            index = np.array(indices)
            wanted = outcome(lambda x, i=index, o=options: lg.torch.embedding(i, x, 2, **o), DATA[0])
            assert outcome(lambda x, i=index, o=options: lg.torch.embedding(i, x, 2, **o), table) == wanted


@pytest.mark.parametrize("turn", [lambda x: x, lambda x: x[::-1], lambda x: np.moveaxis(x.copy("F"), 0, 0)])
@pytest.mark.parametrize("options", POLICIES)
def test_out(tensor, turn, options):
    outs = [turn(np.full((2, 4, 3), -5, "f4")) for _ in range(2)]
    refused = not options or options["policy"] == "error"
    for data, out in zip((DATA, tensor), outs, strict=True):
        if refused:
            with pytest.raises(IndexError):
                lg.onnx.gather(data, [9, 1], out=out, **options)
        else:
            assert lg.onnx.gather(data, [9, 1], out=out, **options) is out
    assert outs[0].tolist() == outs[1].tolist() and (outs[1][1] == (-5 if refused else DATA[1])).all()
    with pytest.raises(ValueError, match="out is"):
        lg.take(tensor, [1], axis=0, out=outs[1])
    with pytest.raises(ValueError, match="read-only"):
        lg.take(DATA, [1], axis=0, out=tensor)


def test_a_method_with_the_words_of_the_function(tensor):
    out = np.zeros((2, 4, 3), "f4")
    assert tensor.take([1, 0], out=out) is out and out.tolist() == DATA[[1, 0]].tolist()
    assert tensor.take([0, -1], allow_fill=True, fill_value=9)[1, 0, 0] == 9
    assert tensor.take([0, 7], mode="fill", fill_value=3, threads=2)[1, 0, 0] == 3
    assert tensor.take([1, -1], axis=None).tolist() == [1, 59]
    assert tensor.take(([1, 0], [2]), axis=(0, 1)).tolist() == DATA[[1, 0]][:, [2]].tolist()


def test_what_skips_leaves_no_old_memory():
    junk = np.full(1 << 16, 7, "f4")
    del junk
    for kind in (np.asarray, lambda x: lg.Array(bytes(x), "f32[3,16384]")):
        data = kind(np.ones((3, 1 << 14), "f4"))
        made = np.asarray(lg.onnx.gather(data, [0, 9], policy="skip"))
        assert not made[1].any() and made[0].all()


def test_plans_layouts_explanations(tensor):
    plan = lg.plan("onnx", "Gather", tensor, "s64[2]", axis=1)
    assert plan(tensor, [3, 0]).tolist() == DATA[:, [3, 0]].tolist()
    assert lg.Layout(tensor) == tensor.layout
    assert lg.explain(tensor, [7])["data"] == lg.explain(DATA, [7])["data"]
    got = lg.take(DATA, [7, 1], axis=0, mode="clip")
    assert str(lg.explain(tensor, [7, 1], got=got)) == str(lg.explain(DATA, [7, 1], got=got))


def test_relayout(tensor):
    for layout in ("{0,1,2}", "f32[5,4,3]{2,1,0:T(2,2)}"):
        assert lg.relayout(tensor, layout).tolist() == DATA.tolist()
    out = np.zeros((3, 4, 5), "f4")
    assert lg.relayout(tensor, out=out.T) is not None and out.T.tolist() == DATA.tolist()


def test_indices_of_a_file(tmp_path):
    indices = tensor_of(tmp_path / "i.npy", np.array([[2, 0]]))
    assert lg.take(DATA, indices, axis=0).tolist() == DATA[[[2, 0]]].tolist()


def test_types_of_other_widths(tmp_path):
    for kind in ("f2", "f8", "c8", "c16", "?", "u1", "i2"):
        array = (np.arange(24).reshape(4, 6) % 3).astype(kind)
        tensor = tensor_of(tmp_path / f"{kind.replace('?', 'b')}.npy", array)
        for mode in ("wrap", "clip"):
            indices = [-9, -1, 0, 3, 9]
            wanted = np.take(array, indices, axis=0, mode=mode)
            assert np.asarray(lg.take(tensor, indices, axis=0, mode=mode)).tobytes() == wanted.tobytes()


@pytest.mark.parametrize("kind, width", [("int4", 4), ("uint4", 4), ("float4_e2m1fn", 4), ("int2", 2), ("uint2", 2)])
@pytest.mark.parametrize("shape", [(6, 4, 2), (6, 3, 5)])
def test_elements_below_a_byte(tmp_path, kind, width, shape):
    """Where rows are whole bytes these are read, else the whole tensor is."""
    onnx = pytest.importorskip("onnx")
    array = (np.arange(np.prod(shape)).reshape(shape) % 2**width).astype("u1").view(getattr(ml_dtypes, kind))
    if not hasattr(onnx.TensorProto, {"float4_e2m1fn": "FLOAT4E2M1"}.get(kind, kind.upper())):
        pytest.skip(f"this onnx has no {kind}")
    (tmp_path / "x.pb").write_bytes(onnx.numpy_helper.from_array(array, "x").SerializeToString())
    packed = np.asarray(lg.Array(array))
    with lg.open(tmp_path / "x.pb") as file:
        for axis in (0, 1, 2, None):
            for mode in ("wrap", "clip"):
                wanted = np.take(packed.view("u1"), [7, 0, -9], axis, mode=mode) & (2**width - 1)
                got = np.asarray(lg.take(file["x"], [7, 0, -9], axis=axis, mode=mode))
                assert got.dtype == array.dtype and (got.view("u1") & (2**width - 1)).tolist() == wanted.tolist()
        out = np.zeros((2, *shape[1:]), array.dtype)
        assert lg.onnx.gather(file["x"], [9, 1], strict=False, policy="zero", out=out) is out
        assert not out.view("u1")[0].any()
        assert (out.view("u1")[1] & (2**width - 1) == array.view("u1")[1]).all()


def test_rows_of_a_file_that_is_cut_short(tmp_path):
    """What is not asked for is not read: it may be gone."""
    onnx = pytest.importorskip("onnx")
    small = (np.arange(1 << 18).reshape(256, 1024) % 16).astype("u1").view(ml_dtypes.uint4)
    path = tmp_path / "x.pb"
    path.write_bytes(onnx.numpy_helper.from_array(small, "x").SerializeToString())
    np.save(tmp_path / "x.npy", np.arange(1 << 16).reshape(256, 256))
    for name in ("x.pb", "x.npy"):
        (tensor,) = lg.open(tmp_path / name).values()
        with (tmp_path / name).open("r+b") as file:
            file.truncate(1 << 16)
        assert lg.take(tensor, [1, 2, -256], axis=0).shape == (3, tensor.shape[1])
        out = np.asarray(lg.Array(tensor[:1]))
        with pytest.raises(OSError, match="short|end"):
            lg.take(tensor, [200], axis=0, out=out)
        with pytest.raises(OSError, match="short|end"):
            lg.gather_nd(tensor, [[0]])


def test_after_the_file_was_closed(tmp_path):
    np.save(tmp_path / "x.npy", DATA)
    with lg.open(tmp_path / "x.npy") as file:
        (tensor,) = file.values()
    for call in (lambda: lg.take(tensor, [0]), lambda: lg.Layout(tensor), lambda: lg.Array(tensor)):
        with pytest.raises(ValueError, match="closed"):
            call()


def test_a_file_that_an_index_closes(tmp_path):
    np.save(tmp_path / "x.npy", DATA)
    file = lg.open(tmp_path / "x.npy")

    class Closer:
        def __index__(self):
            file.close()
            return 1

    (tensor,) = file.values()
    assert lg.take(tensor, [Closer(), 0], axis=0).tolist() == DATA[[1, 0]].tolist()
    with pytest.raises(ValueError, match="closed"):
        tensor.read()


def test_indices_along_several_axes_are_read_once(tensor):
    """Reading one may run code, which may change the list that was read before."""
    rows, asked = [4, 1], []

    class Index:
        def __init__(self, number):
            self.number = number

        def __index__(self):
            asked.append(self.number)
            rows.append(0)
            return self.number

    got = lg.take(tensor, (rows, [Index(2), 0, Index(-1)]), axis=(0, Index(1)))
    assert got.tolist() == DATA[[4, 1]][:, [2, 0, -1]].tolist() and asked == [1, 2, -1]


def test_an_array_of_indices_that_another_index_moves(tensor):
    rows = np.arange(600) % 5

    class Index:
        def __index__(self):
            rows.resize((1,), refcheck=False)
            return 0

    with pytest.raises(RuntimeError, match="changed"):
        lg.take(tensor, (rows, [Index()]), axis=(0, 1))


def test_a_tensor_that_nobody_opened(tensor):
    for arguments in ((), (3, 0), (tensor, 0), (tensor._file, "x")):
        with pytest.raises(TypeError):
            lg._core.FileTensor(*arguments)
    with pytest.raises(IndexError):
        lg._core.FileTensor(tensor._file, 1)


LARGE = """
import resource, sys
import libgather as lg
(tensor,) = lg.open(sys.argv[1]).values()
indices = [7, 130000, -1]
plan = lg.plan("numpy", "take", tensor, "s64[3]", axis=0)
calls = {
    "take": lambda: lg.take(tensor, indices, axis=0),
    "method": lambda: tensor.take(indices),
    "onnx": lambda: lg.onnx.gather(tensor, indices),
    "openvino": lambda: lg.openvino.gather(tensor, indices, 0),
    "webnn": lambda: lg.webnn.gather(tensor, indices, 0),
    "index_select": lambda: lg.torch.index_select(tensor, 0, indices[:2]),
    "flat": lambda: lg.take(tensor, indices),
    "several axes": lambda: lg.take(tensor, (indices, [0, 5]), axis=(0, 1)),
    "plan": lambda: plan(tensor, indices),
    "explain": lambda: lg.explain(tensor, indices),
    "layout": lambda: lg.Layout(tensor),
}
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
calls[sys.argv[2]]()
print((resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) // 1024)
"""
CALLS = ["take", "method", "onnx", "openvino", "webnn", "index_select", "flat", "several axes", "plan"]


def large_table(path, rows=1 << 18):
    with path.open("wb") as file:
        np.lib.format.write_array_header_1_0(file, {"descr": "<f4", "fortran_order": False, "shape": (rows, 1024)})
        file.truncate(file.tell() + rows * 4096)
    return path


@pytest.mark.skipif("linux" not in sys.platform, reason="sparse files and their units of memory are Linux's")
@pytest.mark.parametrize("call", [*CALLS, "explain", "layout"])
def test_memory(tmp_path, call):
    """Of a table of 1 GiB no more than some MiB are read."""
    path = large_table(tmp_path / "table.npy")
    told = subprocess.run([sys.executable, "-c", LARGE, path, call], check=True, capture_output=True, text=True)
    assert int(told.stdout) < 64


class Stop(Exception):
    pass


def signal_of(kind):
    """What C's code asks for a number or a truth, 0: a signal has come then, which is heeded no sooner than C does."""
    send = ctypes.PYFUNCTYPE(kind, ctypes.c_int)(("PyErr_SetInterruptEx", ctypes.pythonapi))
    ask = staticmethod(functools.partial(send, signal.SIGUSR1))
    return type("Signal", (), {"__index__": ask, "__bool__": ask})()


@pytest.mark.skipif("linux" not in sys.platform, reason="sparse files are Linux's")
@pytest.mark.parametrize("name", ["take", "relayout"])
def test_signals(tmp_path, name):
    """A signal that comes before a long read ends it in its midst."""
    (tensor,) = lg.open(large_table(tmp_path / "table.npy", 1 << 15)).values()
    out = np.ones(tensor.shape, "f4")

    def stop(*_):
        raise Stop

    class Out:
        __array_interface__ = out.__array_interface__ | {"data": (out.ctypes.data, signal_of(ctypes.c_bool))}

    before = signal.signal(signal.SIGUSR1, stop)
    try:
        with pytest.raises(Stop):
            if name == "take":
                lg.take(tensor, [signal_of(ctypes.c_int), *range(1, len(out))], axis=0, out=out)
            else:
                lg.relayout(tensor, out=Out())
    finally:
        signal.signal(signal.SIGUSR1, before)
    assert out[0, 0] == 0 and out[-1, -1] == 1


@pytest.mark.skipif("linux" not in sys.platform, reason="sparse files are Linux's")
def test_signal_whole(tmp_path):
    """A signal ends the reading of a whole tensor before what lies farther on is asked for: it is no longer there."""
    path = large_table(tmp_path / "table.npy", 1 << 14)
    (tensor,) = lg.open(path).values()
    os.truncate(path, 48 << 20)

    def stop(*_):
        raise Stop

    before = signal.signal(signal.SIGUSR1, stop)
    try:
        with pytest.raises(Stop):
            tensor._file.read(signal_of(ctypes.c_int), None)
    finally:
        signal.signal(signal.SIGUSR1, before)
    with pytest.raises(OSError, match="shorter"):
        tensor.read()
