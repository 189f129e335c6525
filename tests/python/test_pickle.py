# SPDX-License-Identifier: Apache-2.0
"""Pickles and copies: what has its value in itself comes back, what is tied to an open file says so."""

import copy
import pickle

import libgather as lg
import ml_dtypes
import numpy as np
import pytest

DATA = np.arange(12, dtype="f4").reshape(3, 4)


def again(thing):
    """The thing by every way that there is."""
    yield copy.copy(thing)
    yield copy.deepcopy(thing)
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        yield pickle.loads(pickle.dumps(thing, protocol))


@pytest.mark.parametrize(
    "text", ["f32[3,5]{0,1:T(2,2)}", "f32[2,3]{0,1:pad(3,5)=zero}", "s4[3,4]C", "f32[3,4]:(4,-1)+3", "f32[]", "u8[0,3]"]
)
def test_layouts(text):
    layout = lg.Layout(text)
    for made in again(layout):
        assert made == layout and str(made) == str(layout)


ARRAYS = {
    "read-only": lg.Array(bytes(range(6)), "u8[2,3]{0,1}"),
    "writable": lg.Array(bytearray(6), "u8[2,3]"),
    "tiled": lg.relayout(DATA, "{1,0:T(2,2)}"),
    "reversed": lg.Array(np.arange(12.0)[::-2]),
    "empty": lg.Array(np.zeros((0, 3))),
    "scalar": lg.Array(np.zeros((), "f4")),
}


@pytest.mark.parametrize("name", ARRAYS)
def test_arrays(name):
    array = ARRAYS[name]
    for made in again(array):
        assert made.layout == array.layout and made.tolist() == array.tolist() and made.readonly == array.readonly


@pytest.mark.parametrize(
    "text", ["s4[3,5]", "u4[3,5]", "s2[3,5]", "f4e2m1fn[3,5]", "f32[3,5]{1,0:E(64)}", "bf16[3,5]{0,1:E(32)}"]
)
def test_parts_in_wide_cells(text):
    whole = lg.Array(bytes(k * 7 % 60 for k in range(lg.Layout(text).nbytes)), text)
    for part in (whole[1:], whole[::-1, 2], whole[:, 1:4:2]):
        for made in again(part):
            assert made.layout == part.layout and made.tolist() == part.tolist() and made.readonly
            assert made.layout.nbytes == part.layout.nbytes
        for made in again(part.layout):
            assert made == part.layout and repr(made) == repr(part.layout)
        plan = lg.plan("numpy", "take", part, "s64[1]", axis=0)
        for made in again(plan):
            assert made(part, [1]).tolist() == plan(part, [1]).tolist() == [part.tolist()[1]]


def test_parts_take_no_more_along():
    """What lies before and behind a part stays where it is."""
    for whole, kept in ((lg.Array(bytes(10**6), "u8[1000000]"), 10), (lg.Array(bytes(10**6), "s4[2000000]C"), 9)):
        for part in (whole[999_990:1_000_000], whole[999_999:999_989:-1]):
            assert kept - 4 <= part.nbytes <= kept and part.shape == (10,)
            assert all(len(pickle.dumps(part, protocol)) < 500 for protocol in (2, 5))
            assert all(made == part for made in again(part))
    counted = lg.Array(np.arange(24, dtype="i4").reshape(4, 6))
    assert counted[1:, ::-2][:, 1].tolist() == [9, 15, 21] and counted[3:][0, 2:].tolist() == [20, 21, 22, 23]


def test_copies_keep_the_width_of_cells():
    for array in (lg.Array(np.array([[1, 2, 3]], ml_dtypes.int4)), lg.Array(bytes(range(120)), "f32[3,5]{1,0:E(64)}")):
        made = array.copy()
        assert made.nbytes == array.nbytes and made.tolist() == array.tolist() and not made.readonly
        assert lg.take(made, ([0], [0]), axis=(0, 1)).tolist() == [[array.tolist()[0][0]]]


@pytest.mark.parametrize("bits", [0, -8, 7, 16, 33, 2**31 - 1, 2**31])
def test_cells_of_no_width(bits):
    """A pickle may say anything; 32 bits are not to be read from less."""
    with pytest.raises((ValueError, NotImplementedError, OverflowError)):
        lg.Layout._in_cells("f32[2]:(1)", bits)


def test_a_copy_has_memory_of_its_own():
    memory = bytearray(3)
    array = lg.Array(memory)
    made = copy.copy(array)
    memory[0] = 7
    assert array.tolist() == [7, 0, 0] and made.tolist() == [0, 0, 0]


def test_memory_goes_out_of_band():
    array = lg.Array(np.arange(100_000.0))
    buffers = []
    told = pickle.dumps(array, 5, buffer_callback=buffers.append)
    assert len(told) < 1000 and len(buffers) == 1
    made = pickle.loads(told, buffers=buffers)
    assert made.tolist() == array.tolist() and np.shares_memory(np.asarray(made), np.asarray(array))


def test_plans():
    plan = lg.plan("onnx@13", "Gather", DATA, "s64[2]", axis=1, policy="fill", fill_value=-1.0)
    for made in again(plan):
        assert repr(made) == repr(plan) and made.inputs == plan.inputs
        assert made(DATA, [0, 9]).tolist() == plan(DATA, [0, 9]).tolist() == [[0, -1], [4, -1], [8, -1]]


def test_plans_keep_nothing_that_changes():
    fill, sizes, axis = np.array(2.5, "f4"), [1, 4], np.array(0)
    filling = lg.plan("onnx", "Gather", DATA, "s64[1]", axis=axis, policy="fill", fill_value=fill)
    slicing = lg.plan("xla", "dynamic_slice", DATA, "s64[2]", slice_sizes=sizes)
    fill[...], axis[...], sizes[:] = 7, 1, [2, 2]
    for made in again(filling):
        assert made(DATA, [9]).tolist() == filling(DATA, [9]).tolist() == [[2.5] * 4]
    for made in again(slicing):
        assert made.output == slicing.output == lg.Layout("f32[1,4]")
    assert slicing.__reduce__()[1][3] == {"slice_sizes": (1, 4)}
    assert filling.__reduce__()[1][3] == {"axis": 0, "policy": "fill", "fill_value": 2.5}
    with pytest.raises(TypeError):
        lg.plan("torch", "embedding", "s64[1]", DATA, norm_type=object())


def test_plans_of_times():
    times = np.arange(3).astype("M8[s]")
    for value, wanted in ((5, "1970-01-01T00:00:05"), (None, "NaT")):
        plan = lg.plan("onnx", "Gather", times, "s64[1]", axis=0, policy="fill", fill_value=value)
        for made in again(plan):
            assert made(times, [9]).tolist() == np.array([wanted], "M8[s]").tolist() == plan(times, [9]).tolist()
    with pytest.raises(TypeError, match="is a time, and no number"):  # the next call's may be of another unit
        lg.plan("onnx", "Gather", times, "s64[1]", axis=0, policy="fill", fill_value=np.datetime64("2020-01-01"))


def test_plans_with_an_output():
    out = np.zeros((4, 2), "f4").T
    for made in again(lg.plan("numpy", "take", DATA, "s64[2]", out=out, axis=0)):
        assert made(DATA, [2, 0], out=out) is out and out.tolist() == DATA[[2, 0]].tolist()
        with pytest.raises(ValueError, match="with out"):
            made(DATA, [2, 0])


def test_errors():
    with pytest.raises(lg.IndexRangeError) as caught:
        lg.take(DATA, [[0, 9]], axis=0)
    for made in again(caught.value):
        assert type(made) is lg.IndexRangeError and str(made) == str(caught.value)
        assert (made.position, made.value, made.axis, made.low, made.high) == ((0, 1), 9, 0, -3, 2)
    with pytest.raises(lg.AxisError) as caught:
        lg.take(DATA, [0], axis=5)
    assert [made.value for made in again(caught.value)] == [5] * (3 + pickle.HIGHEST_PROTOCOL)


def test_explanations():
    explanation = lg.explain(DATA, [0, 5])
    for made in again(explanation):
        assert str(made) == str(explanation) and dict(made) == dict(explanation)


def test_what_is_tied_to_an_open_file(tmp_path):
    np.save(tmp_path / "data.npy", DATA)
    with lg.open(tmp_path / "data.npy") as file:
        (tensor,) = file.values()
        for tied in (file, tensor):
            for way in (pickle.dumps, copy.copy, copy.deepcopy):
                with pytest.raises(TypeError, match="open file"):
                    way(tied)
        assert pickle.loads(pickle.dumps(tensor.read())).tolist() == DATA.tolist()
