# SPDX-License-Identifier: Apache-2.0
"""What is refused of indices and axes says which of them, and where."""

import array
import json
import re

import libgather as lg
import numpy as np
import pytest

# What errors say behind the attributes of an operator.
BESIDE = ", beside the library's options policy, fill_value and strict where it has them"


def test_what_is_no_index():
    x = np.arange(12).reshape(4, 3)
    for indices, place, kind in (
        ([1.0], "[0]", "float"),
        ([None], "[0]", "NoneType"),
        (([0, 1], [2, "1"]), "[1,1]", "str"),
        ([0, np.float32(1)], "[1]", "float32"),
        ([0, np.True_, {}], "[2]", "dict"),
    ):
        with pytest.raises(TypeError, match=re.escape(f"indices{place} is of type {kind}, and no integer")) as caught:
            lg.take(x, indices, axis=0)
        assert caught.value.operand == "indices" and caught.value.position == tuple(json.loads(place))
    with pytest.raises(TypeError, match=r"indices\[1\] is of type float"):
        lg.onnx.gather(x, [0, 1.5])


def test_axes_beyond_64_bits():
    x = np.arange(12).reshape(4, 3)
    for axis in (2**70, -(2**63) - 1):
        for indices, axes in (([1], axis), (([1],), (axis,))):
            with pytest.raises(lg.AxisError, match=f"axis = {axis} is outside of 64-bit integers") as caught:
                lg.take(x, indices, axis=axes)
            assert caught.value.value == axis and caught.value.low == -(2**63)
    with pytest.raises(lg.AxisError, match="axis is outside of 64-bit integers"):
        lg.take(x, [1], axis=10**5000)


def by_axis(axis):
    """Calls along an axis, each of a way of its own."""
    x = np.arange(12).reshape(4, 3)
    return (
        lambda: lg.take(x, [1], axis=axis),
        lambda: lg.take(x, ([1],), axis=(axis,)),
        lambda: lg.gather_elements(x, [[1]], axis=axis),
        lambda: lg.onnx.gather(x, [1], axis=axis),
        lambda: lg.plan("numpy", "take", x, [1], axis=axis),
        lambda: lg.plan("torch", "index_select", x, [1], dim=axis),
    )


def test_what_is_no_axis():
    for axis in ("0", True, 1.0):
        for call in by_axis(axis):
            with pytest.raises(TypeError, match=rf"(axis|dim)(\[0\])? is of type {type(axis).__name__}\b.* integer"):
                call()
    for call in by_axis(2**70):
        with pytest.raises(lg.AxisError, match=f"(axis|dim) = {2**70} is outside of 64-bit integers") as caught:
            call()
        assert caught.value.value == 2**70 and caught.value.operand in ("axis", "dim")
    with pytest.raises(ValueError, match="slice_sizes = .* is outside of 64-bit integers") as caught:
        lg.plan("xla", "dynamic_slice", "u8[4]", "s32[1]", slice_sizes=[2**64])
    assert not isinstance(caught.value, lg.AxisError)


def test_attributes_that_an_operator_does_not_have():
    for name, attributes, words in (
        ("numpy take", {"axes": 1}, f"take has no attribute 'axes'; known are mode, axis{BESIDE}"),
        ("numpy take", {"axes": "x", "mode": 5}, f"take has no attribute 'axes'; known are mode, axis{BESIDE}"),
        ("onnx GatherND", {"axis": 1}, f"GatherND has no attribute 'axis'; known are batch_dims{BESIDE}"),
        ("webnn gatherND", {"axis": 1}, f"gatherND has no attribute 'axis'; known are none{BESIDE}"),
        ("onnx@11 GatherND", {"batch_dims": 1}, "batch_dims: .*; expected an attribute .* in this version"),
    ):
        with pytest.raises(ValueError, match=f"^{words}$") as caught:
            lg.plan(*name.split(), "f32[3,4]", "s64[2,1]", **attributes)
        assert caught.value.status == "ARGUMENT" and caught.value.operand in attributes


def test_values_of_attributes():
    for attributes, error, words in (
        ({"axis": 1.0}, TypeError, "axis is of type float; expected an integer"),
        ({"axis": "x"}, TypeError, "axis is of type str; expected an integer"),
        ({"axis": None}, TypeError, "axis is of type NoneType; expected an integer"),
        ({"axis": 1j}, TypeError, "axis is of type complex; expected an integer"),
        ({"policy": "x"}, ValueError, "policy is 'x'; expected error, zero, fill, clamp, wrap or skip"),
        ({"policy": "clip\0"}, ValueError, r"policy is 'clip\\x00'; expected error, .*"),
        ({"strict": "no"}, ValueError, "strict is 'no'; expected true or false"),
    ):
        for call in (
            lambda a=attributes: lg.plan("onnx@13", "Gather", "f32[3,4]", "s64[2]", **a),
            lambda a=attributes: lg.onnx.gather(np.zeros((3, 4), "f4"), [0, 1], **a),
        ):
            with pytest.raises(error, match=f"^{words}$"):
                call()
    with pytest.raises(TypeError, match=r"^slice_sizes\[1\] is of type float, and no integer$"):
        lg.xla.dynamic_slice(np.zeros((3, 4)), [0, 0], [1, 2.0])


def test_axes_and_lists_of_them():
    x = np.arange(12).reshape(4, 3)
    for indices, axis, error, words in (
        ((), (), ValueError, "axis is an empty tuple; one axis or more is wanted, with a list of indices for each"),
        ([0], 1.0, TypeError, "axis is of type float; an integer, a tuple of integers and None are allowed"),
        ([0], [0], TypeError, "axis is of type list; an integer, a tuple of integers and None are allowed"),
        (([0], [1]), (0, None), TypeError, r"axis\[1\] is of type NoneType, and no integer"),
        (5, (0,), TypeError, "indices is one integer, and a tuple of axes wants one list of indices for each axis, .*"),
        (([0],), (0, 1), ValueError, "axis has 2 numbers and indices 1 lists; .*"),
    ):
        with pytest.raises(error, match=f"^{words}$"):
            lg.take(x, indices, axis=axis)


def test_names_of_arguments():
    with pytest.raises(TypeError, match="'axes'; known are axis, mode, out, fill_value, allow_fill, threads$"):
        lg.take([1], [0], axes=0)
    with pytest.raises(TypeError, match="'to'; known are layout, out, threads$"):
        lg.relayout([1], to="C")


def test_out_that_overlaps():
    """Itself, or an input: which of them."""
    x, indices = np.arange(6).reshape(2, 3), np.array([0, 1])
    broadcast = np.broadcast_to(np.zeros(3, int), (2, 3)).view()
    broadcast.flags.writeable = True
    calls = (
        lambda out: lg.take(x, indices, axis=0, out=out),
        lambda out: lg.take(x, (indices,), axis=(0,), out=out),
        lambda out: lg.plan("numpy", "take", x, indices, axis=0, out=out)(x, indices, out=out),
    )
    for call in (*calls, lambda out: lg.relayout(x, out=out)):
        with pytest.raises(ValueError, match="^out overlaps itself: .*; give an out whose elements have a place each$"):
            call(broadcast)
    for call in calls:
        with pytest.raises(ValueError, match="^out shares memory with data: give"):
            call(x)
        with pytest.raises(ValueError, match="^out shares memory with indices: give"):
            call(np.lib.stride_tricks.as_strided(indices[:1], (2, 3), (24, 8)))


def test_an_index_into_data_read_flat():
    """The size is that of all elements, and the sentence says so; data of one dimension has its axis."""
    x, at = np.arange(12).reshape(4, 3), np.array([2, -13])
    calls = (
        (lambda x: lg.take(x, at), "-12..11"),
        (lambda x: lg.take(x, [2, 12], allow_fill=True, fill_value=0), "-1..11"),
        (lambda x: lg.numpy.take_along_axis(x, at, None), "-12..11"),
        (lambda x: lg.torch.take_along_dim(x, at), "0..11"),
    )
    for call, allowed in calls:
        for data, axis in ((x, "axis 0 of data read flat has size 12"), (x.ravel(), "axis 0 of data has size 12")):
            with pytest.raises(lg.IndexRangeError) as caught:
                call(data)
            assert f" is outside {allowed} ({axis})" in str(caught.value)
            assert (caught.value.axis, caught.value.position) == (0, (1,))


def test_arrays_in_lists():
    """They are what they are in an array that numpy makes of all, or something is wrong with an element of theirs."""
    x, one, two = np.arange(12).reshape(4, 3), np.array([1, 2]), array.array("h", [0, 1])
    for indices in (
        [one, one - 3],
        ([one, [0, 1]], [[3, 3], one.astype("u1")]),
        [[0, 1], two, range(2), memoryview(one), lg.Array(one)],
        [np.array([[0, -1]] * 20), [one] * 20],
        [np.array(3), np.int8(1), one[0]],
        [np.zeros(0, "i8"), []],
    ):
        wanted = np.take(x, [np.asarray(row) for row in indices], axis=0)
        got = lg.take(x, indices, axis=0)
        assert got.shape == wanted.shape and (got == wanted).all()
    assert lg.take(x, (one, [two[0], two[1]]), axis=(0, 1)).tolist() == [[3, 4], [6, 7]]
    assert lg.onnx.gather(x, [np.array([-1])]).tolist() == [[[9, 10, 11]]]
    for indices, error, words in (
        ([one, one[:1]], ValueError, "unequal lengths"),
        ([one, 1], ValueError, "unequal lengths"),
        ([1, one], ValueError, "unequal lengths"),
        ([one, [1.5, 2]], TypeError, r"indices\[1,0\] is of type float, and no integer"),
        ([one, np.array([1, 2.5])], TypeError, r"indices\[1,0\] is of type float, and no integer"),
        ([one, np.ma.array([1, 2], mask=[0, 1])], TypeError, r"indices\[1,1\] is of type NoneType, and no integer"),
        ([np.array([1, 2**63], "u8")], IndexError, r"indices\[0,1\] = 9223372036854775808 is outside"),
        ([[np.zeros((1,) * 63, int)]], ValueError, "nested more than"),
    ):
        with pytest.raises(error, match=words):
            lg.take(x, indices, axis=0)


@pytest.mark.parametrize(
    ("shape", "strides"),
    [((3,), (2**62,)), ((2, 2), (2**62, 2**62)), ((2,), (-(2**63),)), ((3,), (-(2**62),)), ((9, 9), (2**59, 2**59))],
)
def test_arrays_of_memory_that_nobody_has(shape, strides):
    x = np.lib.stride_tricks.as_strided(np.zeros(4, np.uint8), shape, strides)
    with pytest.raises(ValueError, match="beyond all memory"):
        lg.take(x, [0], axis=0)


def test_clamp_is_clip():
    data = np.arange(4.0)
    for axis in (None, 0):
        assert lg.take(data, [9, -9, -1], axis=axis, mode="clamp").tolist() == [3, 0, 0]
    assert lg.take(data, ([9],), axis=(0,), mode="clamp").tolist() == [3]
    for word in ("error", "zero", "skip", "", "clamp\0"):
        with pytest.raises(ValueError, match="raise, wrap, clip, clamp and fill are allowed"):
            lg.take(data, [0], mode=word)


def test_foreign_order_and_the_way_out():
    swapped = np.array([1, 2], ">i4")
    for role, call in (("data", lambda x: lg.take(x, [1])), ("indices", lambda x: lg.take(b"abc", x))):
        with pytest.raises(TypeError, match=f"^{role} is .* foreign order: give a copy, ") as caught:
            call(swapped)
        copy = eval(str(caught.value).split("a copy, ")[1], {"x": swapped})
        assert copy.tolist() == [1, 2] and len(call(copy)) > 0
    with pytest.raises(TypeError, match="format '>i', .* foreign order: give a copy in this machine's"):
        lg.take(memoryview(swapped), [1])
    with pytest.raises(TypeError, match="out is .* foreign order$"):
        lg.take(copy, [1, 0], out=swapped)


def test_words_with_an_end_inside():
    x = np.arange(12, dtype="f4").reshape(3, 4)
    for call, words in (
        (lambda: lg.numpy.take(x, [99], mode="clip\0x"), r"mode is 'clip\x00x'; expected raise"),
        (lambda: lg.plan("numpy", "take", x, "s64[1]", mode="clip\0"), r"mode is 'clip\x00'; expected raise"),
        (lambda: lg.openvino.embedding_bag_packed(x, [[1]], reduction="sum\0"), r"reduction is 'sum\x00'; expected"),
        (lambda: lg.onnx.gather(x, [1], policy="clip\0"), r"policy is 'clip\x00'; expected error"),
        (lambda: lg.plan("onnx@13", "Gather", x, "s64[1]", **{"axis\0zzz": 1}), "embedded null character"),
        (lambda: lg.plan("onnx@13\0", "Gather", x, "s64[1]"), "embedded null character"),
        (lambda: lg.onnx.gather(x, [1], opset="13\0"), "embedded null character"),
    ):
        with pytest.raises(ValueError, match=f"^{re.escape(words)}"):
            call()


def test_what_is_no_name():
    x = np.zeros((3, 4))
    of_plans = r"^a Plan is made by libgather\.plan\(dialect, name, data, indices, \.\.\), of which"
    for arguments, words in (
        (("onnx@13", "Gather", (x, "s64[1]"), {1: 2}, None), "^a name is a text, and <class 'int'> was given$"),
        ((), of_plans),
        ((1, "Gather", (x, "s64[1]"), {}, None), of_plans),
        (("onnx", "Gather", [x, "s64[1]"], {}, None), of_plans),
    ):
        with pytest.raises(TypeError, match=words):
            lg.Plan(*arguments)
    for words in (3, ("take",), "take"):
        with pytest.raises(TypeError, match="^a command is a list of words, and "):
            lg._core.command(words)


def test_batch_dims_of_any_type():
    x = np.arange(12).reshape(3, 4)
    for call in (
        lambda dims, opset=13: lg.onnx.gather_nd(x, [[0]], dims, opset),
        lambda dims, opset=8: lg.openvino.gather(x, [0], 0, dims, opset),
    ):
        for dims in (0.0, 1.0, False, True, "0", None):
            words = f"^batch_dims is of type {type(dims).__name__}; expected an integer$"
            with pytest.raises(TypeError, match=words):
                call(dims)
        with pytest.raises(TypeError, match="^batch_dims: only integer scalar arrays"):
            call(np.zeros(2, int))
        for dims in (0, np.int64(0), np.array(0)):
            assert call(dims).tolist() == x[[0]].tolist()
    for dims in (0, np.int8(0)):  # of which these opsets know nothing
        assert lg.onnx.gather_nd(x, [[0]], dims, 11).tolist() == x[[0]].tolist()
        assert lg.openvino.gather(x, [0], 0, dims, 1).tolist() == x[[0]].tolist()


def test_arguments_have_the_names_that_callers_know():
    x = np.arange(12, dtype="i4").reshape(3, 4)
    for options, why in (
        ({"policy": "fill"}, "^fill_value: missing; expected a value, for the policy is to fill$"),
        ({"policy": "zero", "fill_value": 3}, "^fill_value: .* no value, for the policy is not to fill$"),
        ({"fill_value": 3}, "^fill_value: .* no value, for the policy is not to fill$"),
    ):
        with pytest.raises(ValueError, match=why) as caught:
            lg.onnx.gather(x, [9], **options)
        assert caught.value.operand == "fill_value"
    with pytest.raises(ValueError, match="^fill_value is 1.5, and no element") as caught:
        lg.onnx.gather(x, [9], policy="fill", fill_value=1.5)
    assert caught.value.operand == "fill_value"
    with pytest.raises(ValueError, match="Gather has no attribute 'fill'; known are"):
        lg.plan("onnx", "Gather", x, "s64[1]", fill=3)
    for call, name in (
        (lambda: lg.explain(x, [0], got="x"), "got"),
        (lambda: lg.Layout(3), "text_or_array"),
        (lambda: lg.Array(3), "object"),
    ):
        with pytest.raises(TypeError, match=f"^{name} is of type (str|int), neither an array nor"):
            call()
