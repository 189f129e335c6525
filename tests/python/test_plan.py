# SPDX-License-Identifier: Apache-2.0
"""Plans: made once, called on many arrays of the same layouts."""

import _thread
import pickle
import re
import sys
import threading
import warnings
import weakref

import libgather as lg
import ml_dtypes
import numpy as np
import pytest

DATA = np.arange(12, dtype="f4").reshape(3, 4)


def test_of_arrays_and_of_layouts():
    indices = np.array([2, 0])
    for data, given in ((DATA, indices), (lg.Layout(DATA), "s64[2]"), ("f32[3,4]", lg.Layout(indices))):
        plan = lg.plan("onnx@13", "Gather", data, given, axis=0)
        assert plan(DATA, indices).tolist() == DATA[[2, 0]].tolist()
        assert plan(DATA + 1, indices - 1).tolist() == (DATA + 1)[[1, -1]].tolist()
    assert plan.output == lg.Layout("f32[2,4]") and plan.inputs[1].shape == (2,)
    assert plan.describe()["index_count"] == 2 and plan.describe()["kernel"]


def test_other_operands_are_refused():
    plan = lg.plan("numpy", "take", DATA, "s64[2]", axis=0)
    for data, indices in (
        (DATA.T, [0, 1]),
        (DATA[:2], [0, 1]),
        (DATA.astype("f8"), [0, 1]),
        (DATA[::-1], [0, 1]),
        (DATA, [0, 1, 2]),
        (DATA, np.array([0, 1], "i4")),
    ):
        with pytest.raises(ValueError, match="the plan is for"):
            plan(data, indices)
    for arguments, options in (((DATA,), {}), ((DATA, [0, 1], 1), {}), ((DATA, [0, 1]), {"axis": 0})):
        with pytest.raises(TypeError):
            plan(*arguments, **options)
    with pytest.raises(IndexError):
        plan(DATA, [0, 3])


def test_a_type_has_one_word_in_a_sentence():
    """Notations have words of their own: what is of strides is told beside what can be in theirs."""
    dense, strided, tiled = np.arange(3), np.arange(6)[::2], lg.relayout(DATA.T, "{1,0:T(2,2)}")
    for planned, given, words in (
        (dense, strided, "i64[3]:(1), and was given i64[3]:(2)"),
        (strided, dense, "i64[3]:(2), and was given i64[3]:(1)"),
        (dense, dense.astype("i4"), "s64[3]{0}, and was given s32[3]{0}"),
    ):
        with pytest.raises(ValueError, match=re.escape(f"the plan is for indices {words}") + "$"):
            lg.plan("numpy", "take", DATA, planned, axis=0)(DATA, given)
    with pytest.raises(ValueError, match=re.escape("f32[4,3]:(1,4), and was given f32[4,3]{1,0:T(2,2)}")):
        lg.plan("numpy", "take", DATA.T, dense, axis=0)(tiled, dense)


def test_out():
    out = np.zeros((4, 2), "f4").T
    plan = lg.plan("numpy", "take", DATA, "s64[2]", out=out, axis=0)
    assert plan(DATA, [1, 2], out=out) is out and out.tolist() == DATA[[1, 2]].tolist()
    with pytest.raises(ValueError):
        plan(DATA, [1, 2])
    with pytest.raises(ValueError):
        lg.plan("numpy", "take", DATA, "s64[2]", out=np.zeros((2, 3), "f4"), axis=0)
    tiled = lg.relayout(np.zeros((2, 4), "f4"), "{1,0:T(2,2)}")
    tiles = lg.plan("numpy", "take", DATA, "s64[2]", out=tiled.layout, axis=0)
    assert tiles(DATA, [2, 1], out=tiled).tolist() == DATA[[2, 1]].tolist()


def test_out_of_a_plan_that_makes_its_own():
    plan, out = lg.plan("numpy", "take", DATA, "s64[2]", axis=0), np.zeros((2, 4), "f4")
    assert plan(DATA, [2, 1], out=out) is out and out.tolist() == DATA[[2, 1]].tolist()
    turned = np.zeros((4, 2), "f4").T
    with pytest.raises(ValueError, match=r"for an out of f32\[2,4\]:\(4,1\), and was given f32\[2,4\]:\(1,2\)"):
        plan(DATA, [2, 1], out=turned)
    assert not turned.any()
    with pytest.raises(ValueError, match="made with out"):
        lg.plan("numpy", "take", DATA, "s64[2]", out=out, axis=0)(DATA, [2, 1])
    nibbles = np.arange(6).astype(ml_dtypes.int4)
    plan = lg.plan("numpy", "take", nibbles, "s64[2]", axis=0)
    assert plan(nibbles, [3, 4], out=np.zeros(2, nibbles.dtype)).tolist() == [3, 4]


def refusal(call):
    with pytest.raises((TypeError, ValueError)) as told:
        call()
    return told.type, str(told.value)


def test_when_indices_are_checked():
    data, indices = np.arange(40000, dtype="f8"), np.arange(30000)[::-1].copy()
    for check in ("first", "fused"):
        out = np.full(indices.size, -1.0)
        plan = lg.plan("numpy", "take", data, indices, axis=0, check=check)
        for made in (plan, pickle.loads(pickle.dumps(plan))):
            assert made(data, indices, out=out) is out and (out == data[indices]).all()
        out[:] = -1
        indices[29000] = 40000
        for made in (plan, pickle.loads(pickle.dumps(plan))):
            with pytest.raises(IndexError) as caught:
                made(data, indices, out=out)
            assert caught.value.position == (29000,) and caught.value.value == 40000
            assert check == "fused" or (out == -1).all()
        assert (out == -1).all() == (check == "first")
        indices[29000] = 0
    with pytest.raises(ValueError, match="check is 'last'; expected 'first' or 'fused'"):
        lg.plan("numpy", "take", data, indices, check="last")


def test_an_out_is_refused_as_a_function_refuses_it():
    read_only, indices = np.zeros((2, 4), "f4"), np.array([2, 1])
    read_only.flags.writeable = False
    for other in (np.zeros((2, 4), "i4"), np.zeros((2, 3), "f4"), np.zeros(8, "f4"), np.zeros((3, 4), "?"), read_only):
        wanted = refusal(lambda: lg.take(DATA, indices, axis=0, out=other))  # noqa: B023
        for out in (None, np.zeros((2, 4), "f4"), np.zeros((4, 2), "f4").T):
            plan = lg.plan("numpy", "take", DATA, indices, out=out, axis=0)
            assert refusal(lambda: plan(DATA, indices, out=other)) == wanted  # noqa: B023
        assert not other.any()


def test_out_of_another_unit():
    days, out = np.arange(3).astype("M8[D]"), np.zeros(2, "M8[s]")
    with pytest.raises(TypeError, match="out is of"):
        lg.plan("numpy", "take", days, "s64[2]", out=out, axis=0)
    plan = lg.plan("numpy", "take", "s64[3]", "s64[2]", out=out, axis=0)  # a layout stands for any
    assert plan(days.astype("M8[s]"), [2, 1], out=out).tolist() == days.astype("M8[s]")[[2, 1]].tolist()


def test_out_by_its_layout():
    out = np.zeros((4, 2), "f4").T
    plan = lg.plan("numpy", "take", DATA, "s64[2]", out=lg.Layout(out), axis=0)
    assert plan(DATA, [1, 2], out=out) is out and out.tolist() == DATA[[1, 2]].tolist()
    filled = lg.relayout(np.ones((2, 4), "f4"), "{1,0:pad(2,6)=zero}")
    memory = bytearray(b"x" * filled.nbytes)
    plan = lg.plan("numpy", "take", DATA, "s64[2]", out=filled.layout, axis=0)
    plan(DATA, [1, 2], out=lg.Array(memory, filled.layout))
    assert np.frombuffer(memory, "f4").reshape(2, 6)[:, 4:].tolist() == [[0, 0], [0, 0]]
    assert plan.describe()["parts"] == 1 and plan.describe()["fill_steps"] == 1


def called(plan, data, indices, out):
    """What a call writes, from nothing; or the kind of exception that refuses it."""
    if out is not None and out.flags.writeable:
        out[...] = -1
    try:
        return plan(data, indices, out=out).tobytes()
    except (TypeError, ValueError) as error:
        return type(error)


def test_what_was_called_on_before():
    """A call on arrays that are made like those of the last one is as any other; so is one on others."""
    data, indices, out = np.arange(12, dtype="f4").reshape(3, 4), np.array([2, 0]), np.zeros((2, 4), "f4")
    others = {
        "data": [DATA.copy(), data.T, data[:2], data.astype("f8"), data.view("i4"), data[::-1], data.view(Plain)],
        "indices": [np.array([1, 1]), [0, 2], np.array([1, 2], "i4"), np.array([[1, 2]]), np.array([1, 2, 0, 1])[::2]],
        "out": [np.ones((2, 4), "f4"), np.ones((2, 4)), np.ones((4, 2), "f4").T, np.ones((2, 5), "f4"), None],
    }
    locked = np.ones((2, 4), "f4")
    locked.flags.writeable = False
    others["out"].append(locked)
    masked = np.ma.masked_array(data, data > 3)
    others["data"].append(masked)
    plan = lg.plan("numpy", "take", data, indices, axis=0)
    for name, options in others.items():
        for other in options:
            given = {"data": data, "indices": indices, "out": out, name: other}
            wanted = called(lg.plan("numpy", "take", data, indices, axis=0), **given)
            for _ in range(2):
                assert plan(data, indices, out=out) is out and (out == data[indices]).all()
                assert called(plan, **given) == wanted
            for _ in range(2):
                assert plan(data, indices).tolist() == data[indices].tolist()


def test_without_dimensions():
    data, index, out = np.arange(12.0), np.array(5), np.zeros(())
    plan = lg.plan("numpy", "take", data, index, axis=0)
    for k in (3, 7, -1):
        index[...] = k
        assert plan(data, index, out=out) is out and out == data[k] and plan(data, index) == data[k]


@pytest.mark.parametrize("kinds", [("m8[s]", "m8[ms]"), ("i8", "m8"), ("m8", "i8")], ids=str)
def test_units_of_what_was_called_on_before(kinds):
    """An output is judged beside the data that it is given with, each time."""
    indices = np.array([2, 0])
    seconds, thousandths = (np.arange(3).astype(kind) for kind in kinds)
    out = np.zeros(2, kinds[0])
    plan = lg.plan("numpy", "take", seconds, indices, axis=0)

    def call(data):
        return plan(data, indices, out=out)

    for _ in range(2):
        assert call(seconds).tolist() == seconds[indices].tolist()
        assert plan(thousandths, indices).tolist() == thousandths[indices].tolist()
        with pytest.raises(TypeError):
            call(thousandths)


class Plain(np.ndarray):
    """An array by another name."""


def test_arrays_that_are_made_otherwise_meanwhile():
    data, indices, out = np.arange(12, dtype="f4").reshape(3, 4), np.array([2, 0]), np.zeros((2, 4), "f4")
    plan = lg.plan("numpy", "take", data, indices, axis=0)
    for _ in range(3):
        plan(data, indices, out=out)
    out.flags.writeable = False
    with pytest.raises(ValueError, match="out is read-only"):
        plan(data, indices, out=out)
    out.flags.writeable = True
    for array, attribute, value in (
        (data, "shape", (4, 3)),
        (data, "dtype", "i4"),
        (data, "strides", (4, 12)),
        (indices, "shape", (2, 1)),
        (out, "shape", (4, 2)),
    ):
        before = getattr(array, attribute)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            setattr(array, attribute, value)
            with pytest.raises((TypeError, ValueError), match="the plan is for|out is"):
                plan(data, indices, out=out)
            setattr(array, attribute, before)
        assert plan(data, indices, out=out).tolist() == data[indices].tolist()
    with pytest.raises(ValueError, match="out shares memory with data"):
        plan(data, indices, out=data[:2])
    with pytest.raises(IndexError) as caught:
        plan(data, indices + 1, out=out)
    assert caught.value.position == (0,) and caught.value.value == 3 and (out == data[indices]).all()
    for threads in (None, 2):
        assert plan(data, indices, out=out, threads=threads) is out


def test_repr():
    plan = lg.plan("onnx@13", "Gather", DATA, "s64[2]", axis=0)
    assert repr(plan) == "<libgather.Plan onnx@13 Gather: f32[3,4]{1,0}, s64[2]{0} to f32[2,4]{1,0}>"


def test_the_long_way_of_a_call():
    plan, options = lg.plan("numpy", "take", DATA, "s64[2]", axis=0), {"threads": 1}
    assert plan.__call__(DATA, [1, 2]).tolist() == plan(*(DATA, [1, 2]), **options).tolist() == DATA[[1, 2]].tolist()
    with pytest.raises(TypeError, match="2 operands, and 3"):
        plan.__call__(DATA, [1, 2], 3)
    with pytest.raises(TypeError, match="'axis'"):
        plan.__call__(DATA, [1, 2], axis=0)


def test_tiled_operands():
    tiled = lg.relayout(DATA, "{1,0:T(2,2)}")
    plan = lg.plan("numpy", "take", "f32[3,4]{1,0:T(2,2)}", "s64[1]", axis=0)
    assert plan(tiled, [1]).tolist() == [DATA[1].tolist()]
    with pytest.raises(ValueError):
        plan(DATA, [1])


def test_many_threads_call_one_plan():
    data, indices = np.arange(200_000.0), np.arange(0, 200_000, 3)
    plan, wrong = lg.plan("numpy", "take", data, indices, axis=0), []

    def work(k):
        for _ in range(20):
            if not np.array_equal(plan(data + k, indices), data[indices] + k):
                wrong.append(k)

    threads = [threading.Thread(target=work, args=(k,)) for k in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def test_layouts_that_are_none():
    """The argument is named with its text; the type may have the name that the command prints."""
    x = np.zeros((10, 4), "f4")
    for data, indices, out, sentence in (
        (x, "s64[2", None, "indices is 's64[2': at byte 5"),
        (x, "int64[2]", None, "indices is 'int64[2]': at byte 0"),
        ("zz", "s64[2]", None, "data is 'zz': at byte 0"),
        (x, "s64[2]", "f33[2,4]", "out is 'f33[2,4]': at byte 0"),
    ):
        with pytest.raises(ValueError, match=re.escape(sentence)) as caught:
            lg.plan("numpy", "take", data, indices, axis=0, out=out)
        assert caught.value.status == "FORMAT" and caught.value.at >= 0
    assert lg.plan("numpy", "take", x, "i64[2]", axis=0).inputs[1] == lg.Layout("s64[2]")
    for own, xla in (("i64[2,3]{0,1}", "s64[2,3]{0,1}"), ("bool[2]", "pred[2]"), ("i4[2]", "s4[2]")):
        assert lg.Layout(own) == lg.Layout(xla)
    for text in ("i64[2", "i64", "i64[2]{0", "[2]", "int64[2]", "i64[" + "1," * 5000 + "1]"):
        with pytest.raises(ValueError):
            lg.Layout(text)


class Emptier:
    """An index whose code takes away the memory of an array."""

    def __init__(self, array):
        self.array = array

    def __index__(self):
        self.array.resize(0, refcheck=False)
        return 2


def test_threads_that_run_code():
    data, indices, out = np.arange(1e6), np.arange(100000), np.zeros(100000)
    plan = lg.plan("numpy", "take", data, indices, axis=0)
    number = Emptier(out)
    for call in (
        lambda: lg.take(data, indices, out=out, threads=weakref.proxy(number)),
        lambda: plan(data, indices, out=out, threads=weakref.proxy(number)),
        lambda: plan(data, indices, out=out, threads=number),
    ):
        with pytest.raises(TypeError, match="threads is of type .*, and no int$"):
            call()
    assert out.size == 100000 and plan(data, indices, out=out, threads=np.int8(2)) is out


def test_words_that_are_taken_away():
    """A thread's function is given the dict itself, which code of an operand's may empty."""
    data, chosen, words = np.arange(10.0), np.array([3, 1]), {"out": np.zeros(2)}
    plan, done, alive = lg.plan("numpy", "take", data, "s64[2]", axis=0), threading.Event(), []
    kept = weakref.ref(words["out"], lambda _: done.set())

    class Indices:
        @property
        def __array_interface__(self):
            words.clear()
            alive.append(kept() is not None)
            return chosen.__array_interface__

    _thread.start_new_thread(plan.__call__, (data, Indices()), words)
    assert done.wait(60) and alive == [True]


def test_operands_of_a_plan_are_a_tuple():
    class Pair:
        def __len__(self):
            return 2

        def __getitem__(self, k):
            return np.arange(5)

    for inputs in (Pair(), [DATA, np.array([0])]):
        with pytest.raises(TypeError):
            lg.Plan("numpy", "take", inputs, {"axis": 0}, None)
    with pytest.raises(TypeError, match="2 operands, and 3"):
        lg.Plan("numpy", "take", (DATA, DATA, DATA), {"axis": 0}, None)


def test_types_of_ones_own():
    """A type that is not numpy's own can be changed in place, and may hold anything: a plan holds none."""
    data, indices, out = np.arange(12.0), np.array([3, 1]), np.zeros(2)
    own = np.dtype("<i8", copy=True)
    viewed = indices.view(own)
    plan = lg.plan("numpy", "take", data, viewed, axis=0)
    before = sys.getrefcount(own)
    for _ in range(2):
        assert plan(data, viewed, out=out).tolist() == [3, 1]
    assert sys.getrefcount(own) == before
    own.__setstate__((3, ">", None, None, None, -1, -1, 0))
    with pytest.raises(TypeError):
        plan(data, viewed, out=out)


def test_attributes_of_a_plan_are_its_own():
    plan = lg.plan("numpy", "take", np.arange(12.0), "s64[2]", axis=0)
    plan.__reduce__()[1][3]["axis"] = 5
    assert pickle.loads(pickle.dumps(plan))(np.arange(12.0), np.array([3, 1])).tolist() == [3, 1]
