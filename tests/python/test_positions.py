# SPDX-License-Identifier: Apache-2.0
"""Arguments without a name: each function takes those that its world's own does, in the same order."""

import inspect

import libgather as lg
import numpy as np
import pytest

X = np.arange(12, dtype="f4").reshape(4, 3)
ALONG = np.array([[0, 2], [1, 1]])


def places(function):
    """The names of the arguments that need none."""
    parameters = inspect.signature(function).parameters.values()
    return [one.name for one in parameters if one.kind in (one.POSITIONAL_ONLY, one.POSITIONAL_OR_KEYWORD)]


def test_an_axis_behind_the_indices():
    for axis in (0, 1, -1):
        elements = np.take_along_axis(X[:2, :2], ALONG % 2, axis)
        assert (lg.take(X, [2, 0], axis) == np.take(X, [2, 0], axis)).all()
        assert (lg.take_along_axis(X[:2, :2], ALONG % 2, axis) == elements).all()
        assert (lg.gather_elements(X[:2, :2], ALONG % 2, axis) == elements).all()
        assert (lg.gather_elements(X[:2, :2], ALONG % 2, axis=axis) == elements).all()
    assert lg.take(X, [5, 0], None).tolist() == [5, 0]
    assert lg.take(X, ([2], [1, 0]), (0, 1)).tolist() == [[7, 6]]
    assert lg.gather_nd(X, [[0], [1], [2], [0]], 1).tolist() == [0, 4, 8, 9]


def test_of_a_file(tmp_path):
    np.save(tmp_path / "x.npy", X)
    with lg.open(tmp_path / "x.npy") as file:
        (tensor,) = file.values()
        assert tensor.take([2, 0], 1).tolist() == X[:, [2, 0]].tolist()
        assert tensor.take([2, 0]).tolist() == X[[2, 0]].tolist()


def test_take_has_three():
    for count in (0, 1, 4, 5):
        with pytest.raises(TypeError, match=f"2 or 3 arguments without a name, .* and got {count}.* mode='clip'"):
            lg.take(*(X, [0], 0, None, None)[:count])
    for axis in (0, None):
        with pytest.raises(TypeError, match="two axes"):
            lg.take(X, [0], 0, axis=axis)


@pytest.mark.parametrize("name", ["take", "take_along_axis"])
def test_numpys_order(name):
    assert places(getattr(lg.numpy, name)) == places(getattr(np, name))


def test_numpys_out_and_mode():
    out, theirs = np.empty((2, 3), "f4"), np.empty((2, 3), "f4")
    assert lg.numpy.take(X, [9, 0], 0, out, "clip") is out
    assert (out == np.take(X, [9, 0], 0, theirs, "clip")).all()
    with pytest.raises(TypeError, match="out"):
        lg.numpy.take(X, [0], 0, "clip")


@pytest.mark.parametrize(
    ("opset", "names"),
    [
        ("opset8", ["gather", "gather_elements", "gather_nd"]),
        ("opset8", ["embedding_bag_offsets_sum", "embedding_bag_packed_sum"]),
        ("opset15", ["embedding_bag_offsets", "embedding_bag_packed"]),
    ],
)
def test_openvinos_order(opset, names):
    """Theirs end with a name for the node."""
    theirs = pytest.importorskip(f"openvino.{opset}")
    for name in names:
        *wanted, last = places(getattr(theirs, name))
        assert last == "name" and places(getattr(lg.openvino, name))[: len(wanted)] == wanted


def test_openvinos_defaults():
    assert lg.openvino.gather_elements(X, np.array([[3, 0, 1]])).tolist() == [[9, 1, 5]]
    mean = lg.openvino.embedding_bag_offsets(X, [0, 2], [0], None, None, "mean")
    assert mean.tolist() == lg.openvino.embedding_bag_packed(X, [[0, 2]], None, "mean").tolist() == [[3, 4, 5]]


def test_torchs_order():
    assert places(lg.torch.index_select) == places(lg.torch.gather) == ["input", "dim", "index"]
    assert places(lg.torch.take_along_dim) == ["input", "indices", "dim"]
    assert places(lg.torch.embedding)[:3] == ["input", "weight", "padding_idx"]
    assert lg.torch.gather(X, 1, np.array([[2]])).tolist() == [[2]]
    assert lg.torch.index_select(X, 1, np.array([2])).tolist() == X[:, 2:].tolist()
