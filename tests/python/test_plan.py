# SPDX-License-Identifier: Apache-2.0
"""Plans: made once, called on many arrays of the same layouts."""

import pickle
import re
import threading

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
    with pytest.raises(ValueError, match=r"the plan is for an out of f32\[2,4\]\{1,0\}, and was given"):
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
