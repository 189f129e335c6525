# SPDX-License-Identifier: Apache-2.0
"""Each world's operators by their own names and rules: a few of each here, as the cases have them all."""

import inspect
import re

import libgather as lg
import numpy as np
import pytest

DATA = np.arange(12, dtype="f4").reshape(3, 4)


def test_onnx():
    assert lg.onnx.gather(DATA, np.array([2, -1]), 1).tolist() == DATA[:, [2, -1]].tolist()
    with pytest.raises(IndexError):
        lg.onnx.gather(DATA, np.array([-1]), opset=1)
    with pytest.raises(TypeError):
        lg.onnx.gather(DATA, np.array([1], "u1"))
    assert lg.onnx.gather(DATA, np.array([1], "u1"), strict=False).tolist() == DATA[[1]].tolist()
    assert lg.onnx.gather(DATA, [9], policy="zero").tolist() == [[0, 0, 0, 0]]
    assert lg.onnx.gather(DATA, [9], policy="fill", fill_value=2.5).tolist() == [[2.5] * 4]
    assert lg.onnx.gather_elements(DATA, np.array([[2, 1, 0, -1]])).tolist() == [[8, 5, 2, 11]]
    assert lg.onnx.gather_nd(DATA, np.array([[2, 1], [0, -1]])).tolist() == [9, 3]
    assert lg.onnx.gather_nd(DATA, np.array([[1], [0], [3]]), batch_dims=1).tolist() == [1, 4, 11]
    with pytest.raises(ValueError):
        lg.onnx.gather_nd(DATA, np.array([[1], [0], [3]]), batch_dims=1, opset=11)
    with pytest.raises(NotImplementedError):
        lg.onnx.gather(DATA, [0], opset=99)
    with pytest.raises(TypeError):
        lg.onnx.gather(DATA, [0], axes=1)


def test_openvino():
    taken = lg.openvino.gather(DATA, np.array([[1], [0], [9]]), 1, batch_dims=1)
    assert taken.tolist() == [[1], [4], [0]]
    assert lg.openvino.gather_elements(DATA, np.array([[0, 1, 2, 0]]), 0).tolist() == [[0, 5, 10, 3]]
    assert lg.openvino.gather_nd(DATA, np.array([[2]])).tolist() == [DATA[2].tolist()]
    assert lg.openvino.gather(DATA, np.array([1]), 0, opset=1).tolist() == [DATA[1].tolist()]


def test_directml():
    u4 = np.array([[2, 7]], "u4")
    assert lg.directml.gather(DATA, u4, 0, 1).tolist() == DATA[[2, 2]].tolist()
    assert lg.directml.gather_elements(DATA, np.array([[1, 1, 1, 9]], "u4"), 0).tolist() == [[4, 5, 6, 11]]
    assert lg.directml.gather_nd(DATA, np.array([[2, 3]], "u4"), 2, 2).tolist() == [[11]]
    assert lg.directml.gather_nd1(DATA, np.array([[1], [0], [3]], "u4"), 2, 2, 1).shape == (1, 3)
    with pytest.raises(ValueError):
        lg.directml.gather_nd1(DATA, np.array([[1], [0], [3]], "u4"), 2, 2, level="2.0")


def test_webnn():
    assert lg.webnn.gather(DATA, [9], 0).tolist() == [DATA[2].tolist()]
    with pytest.raises(IndexError):
        lg.webnn.gather(DATA, [9], 0, strict=True)
    assert lg.webnn.gather_elements(DATA, [[1, 1, 1, 1]], 0).tolist() == [DATA[1].tolist()]
    assert lg.webnn.gather_nd(DATA, [[2, 1]]).tolist() == [9]


def refusal(call, *arguments, **named):
    """What a call is refused by: the status and the operand."""
    with pytest.raises(Exception, match=".") as caught:
        call(*arguments, **named)
    return caught.value.status, caught.value.operand


# Operators with an attribute that is wrong, or too few of them, on data and indices of these ranks; and what comes first.
FIRST = [
    (("webnn", None, "gather"), {"nope": 1}, (0, 1), ("RANK", "data")),
    (("webnn", None, "gather"), {"axis": "x"}, (0, 1), ("RANK", "data")),
    (("webnn", None, "gather"), {"nope": 1}, (1, 0), ("ARGUMENT", "nope")),
    (("webnn", None, "gatherND"), {"nope": 1}, (1, 0), ("RANK", "indices")),
    (("webnn", None, "gatherND"), {"nope": 1, "policy": "nope"}, (1, 0), ("ARGUMENT", "policy")),
    (("directml", "6.4", "GATHER"), {}, (0, 1), ("RANK", "data")),
    (("directml", "6.4", "GATHER"), {"Nope": 1}, (1, 9), ("RANK", "indices")),
    (("directml", "1.1", "GATHER"), {"Nope": 1}, (1, 9), ("ARGUMENT", "version")),
    (("directml", "6.4", "GATHER"), {"Nope": 1}, (1, 8), ("ARGUMENT", "Axis")),
    (("onnx", 13, "Gather"), {"nope": 1}, (0, 1), ("ARGUMENT", "nope")),
    (("openvino", 8, "Gather"), {"nope": 1}, (0, 1), ("ARGUMENT", "nope")),
    (("torch", None, "embedding"), {"nope": 1}, (1, 1), ("ARGUMENT", "nope")),
]


@pytest.mark.parametrize("names, attributes, ranks, first", FIRST)
def test_what_comes_before_attributes(names, attributes, ranks, first):
    """Ranks where a page wants them first (DML-90, WEBNN-15), attributes where it doesn't (ONNX-10, OV-5)."""
    data, indices = np.zeros((1,) * ranks[0], "f4"), np.zeros((1,) * ranks[1], "u4" if names[0] == "directml" else "i4")
    words = [word for pair in attributes.items() for word in pair]
    dialect = names[0] if names[1] is None else f"{names[0]}@{names[1]}"
    operands = (lg.Array(data), lg.Array(indices))
    layouts = tuple(operand.layout for operand in operands)
    for _ in range(2):
        assert refusal(lg._core.call, *names, data, indices, None, None, None, *words) == first
        assert refusal(lg._core.call, *names, *operands, None, None, None, *words) == first
        assert refusal(lg._core.Plan, dialect, names[2], (data, indices), attributes, None) == first
        assert refusal(lg._core.Plan, dialect, names[2], layouts, attributes, None) == first


def test_an_out_beside_wrong_attributes():
    """DML-90: what is wrong with an out comes before them too; what is wrong with it alone is told as everywhere."""
    data, indices, out = np.zeros((1, 4), "f4"), np.zeros((1, 2), "u4"), np.zeros((1,) * 9, "f4")
    assert refusal(lg.directml.gather, data, indices, "x", 1, out=out) == ("RANK", "output")
    assert refusal(lg.directml.gather, data, indices, "x", 1, out=out[0]) == ("ARGUMENT", "Axis")
    for k in range(2):
        with pytest.raises(ValueError, match=r"^out is f32\[1,1,1,1,1,1,1,1,1\]; the result is f32\[1,2\]$"):
            lg.directml.gather(data, indices, 1, 1, out=out)
        assert lg.directml.gather(data, indices, 1, 1).shape == (1, 2), k


def test_xla():
    numbers = {"offset_dims": [1], "collapsed_slice_dims": [0], "start_index_map": [0], "index_vector_dim": 1}
    assert lg.xla.gather(DATA, np.array([2, 0, 9]), slice_sizes=[1, 4], **numbers).tolist() == DATA[[2, 0, 2]].tolist()
    for promise in (True, False):
        taken = lg.xla.gather(DATA, np.array([2, 0]), slice_sizes=[1, 4], indices_are_sorted=promise, **numbers)
        assert taken.tolist() == DATA[[2, 0]].tolist()
    assert lg.xla.dynamic_slice(DATA, np.array([2, 9]), (2, 2)).tolist() == DATA[1:3, 2:4].tolist()
    assert lg.xla.torch_index_select(DATA, np.array([1]), 0).tolist() == [DATA[1].tolist()]
    with pytest.raises(ValueError):
        lg.xla.gather(DATA, np.array([2]), slice_sizes=[1, 4])
    with pytest.raises(ValueError, match="offset_dims"):  # the 17th number is judged too
        lg.xla.gather(DATA, np.array([2]), slice_sizes=[1, 4], offset_dims=[*range(16), 15])
    with pytest.raises(ValueError, match="data"):
        lg.xla.gather(DATA, np.array([2]), slice_sizes=[1, 4], offset_dims=list(range(1000)))


def test_torch():
    assert lg.torch.index_select(DATA, 1, np.array([3, 0])).tolist() == DATA[:, [3, 0]].tolist()
    with pytest.raises(IndexError) as caught:
        lg.torch.index_select(DATA, 0, np.array([-1]))
    assert (caught.value.low, caught.value.high) == (0, 2)
    assert lg.torch.gather(DATA, 0, np.array([[2, 1]])).tolist() == [[8, 5]]
    assert lg.torch.take_along_dim(DATA, np.array([5, 0])).tolist() == [5, 0]
    assert lg.torch.take_along_dim(DATA, np.array([[5]]), 1).tolist() == [[1], [5], [9]]
    words = lg.torch.embedding(np.array([[2, 0]]), DATA, padding_idx=0)
    assert type(words) is np.ndarray and words.tolist() == [[DATA[2].tolist(), DATA[0].tolist()]]


def test_torch_words_without_effect():
    index, words = np.array([[2, 1]]), np.array([[2, 0]])
    assert lg.torch.gather(DATA, 0, index, sparse_grad=True).tolist() == [[8, 5]]
    with pytest.raises(TypeError, match="sparse_grad"):
        lg.torch.gather(DATA, 0, index, sparse_grad=1)
    wanted = DATA[words].tolist()
    assert lg.torch.embedding(words, DATA, 0, None, 2.0, False, False).tolist() == wanted
    told = {"max_norm": None, "norm_type": 1, "scale_grad_by_freq": True, "sparse": True}
    assert lg.torch.embedding(words, DATA, **told).tolist() == wanted
    for wrong, error in (({"max_norm": 1.0}, NotImplementedError), ({"sparse": 1}, TypeError)):
        with pytest.raises(error, match=next(iter(wrong))):
            lg.torch.embedding(words, DATA, **wrong)


def test_numpy():
    assert lg.numpy.take(DATA, [11, 12], mode="wrap").tolist() == [11, 0]
    assert lg.numpy.take_along_axis(DATA, DATA.argmax(1)[:, None]).tolist() == [[3], [7], [11]]
    assert lg.numpy.getitem(DATA, [1], 1).tolist() == DATA[:, [1]].tolist()


def test_without_a_world():
    order = np.argsort(-DATA, axis=1)
    assert lg.take_along_axis(DATA, order, axis=1).tolist() == np.take_along_axis(DATA, order, axis=1).tolist()
    assert lg.take_along_axis(DATA, [5, 1], axis=None).tolist() == [5, 1]
    assert lg.gather_nd(DATA, np.array([[2, -1]], "i1")).tolist() == [11]
    assert lg.gather_elements(DATA, np.array([[1, 0]], "u2"), axis=0).tolist() == [[4, 1]]
    out = np.zeros((1, 2), "f4")
    assert lg.gather_elements(DATA, np.array([[1, 0]]), out=out) is out and out.tolist() == [[4, 1]]


def test_relayout():
    tiled = lg.relayout(DATA, "f32[3,4]{0,1:T(2,2)}")
    assert tiled.tolist() == DATA.tolist() and tiled.layout == lg.Layout("f32[3,4]{0,1:T(2,2)}")
    assert lg.relayout(tiled, "C").tolist() == DATA.tolist()
    columns = np.asarray(lg.relayout(DATA.T, "{1,0}"))
    assert columns.tolist() == DATA.T.tolist() and columns.flags.c_contiguous
    padded = lg.relayout(DATA, "{1,0:pad(4,5)=one}")
    assert np.asarray(lg.Array(padded, "f32[20]")).sum() == DATA.sum() + 8
    for bad in ("f32[4,3]", "s32[3,4]", "{1}", "nonsense"):
        with pytest.raises((ValueError, TypeError)):
            lg.relayout(DATA, bad)


def test_an_operator_that_is_none():
    for dialect, name, known in (
        ("numpy", "put", "numpy has no operator 'put'; known are take"),
        ("nobody@3", "take", "there is no dialect 'nobody'; known are onnx, openvino"),
        ("", "take", "there is no dialect ''; known"),
        ("ONX", "Gather", "there is no dialect 'ONX' (did you mean 'onnx'?); known are onnx, "),
        ("onnx", "gather", "onnx has no operator 'gather' (did you mean 'Gather'?); known are Gather, "),
        ("onnx", "GatherNd", "(did you mean 'GatherND'?)"),
        ("torch", "embeding", "(did you mean 'embedding'?)"),
    ):
        with pytest.raises(ValueError, match=re.escape(known)):
            lg.plan(dialect, name, DATA, [0])
    with pytest.raises(ValueError, match="no dialect 'nnn"):
        lg.plan("n" * 100, "take", DATA, [0])
    with pytest.raises(ValueError, match=r"no operator 'EmbeddingBag' \(.*'\?\); known are Gather,.* GatherTree"):
        lg.plan("openvino", "EmbeddingBag", DATA, [0])


def test_a_version_that_is_none():
    """One that is known and not supported is a NotImplementedError; what is no version at all a ValueError."""
    for version in (0, 99):
        with pytest.raises(NotImplementedError, match=f"version = {version} is outside 1..28"):
            lg.onnx.gather(DATA, [0], opset=version)
    for dialect, words in (
        ("onnx@new", "^version is 'new'; expected an opset's number$"),
        ("numpy@2", "^version is '2'; expected no version$"),
    ):
        with pytest.raises(ValueError, match=words):
            lg.plan(dialect, "take" if "numpy" in dialect else "Gather", DATA, [0], axis=0)


def functions_with_options():
    for world in (lg.onnx, lg.openvino, lg.directml, lg.webnn, lg.xla, lg.torch, lg.numpy):
        for name, function in vars(world).items():
            if not name.startswith("_") and getattr(function, "__module__", None) == world.__name__:
                yield pytest.param(function, id=f"{world.__name__}.{name}")


@pytest.mark.parametrize("function", list(functions_with_options()))
def test_an_argument_that_a_function_does_not_have(function):
    """The error lists those that it has, of every function."""
    parameters = inspect.signature(function).parameters.values()
    known = [one.name for one in parameters if one.kind != one.VAR_KEYWORD]
    needed = [one for one in parameters if one.kind != one.VAR_KEYWORD and one.default is one.empty]
    values = {one.name: (1,) if "Iterable" in str(one.annotation) else 0 for one in needed}
    words = f"got an unexpected keyword argument 'axs'; known are {', '.join(known)}, beside .* policy, fill_value and"
    with pytest.raises(TypeError, match=words):
        function(**values, axs=1)
