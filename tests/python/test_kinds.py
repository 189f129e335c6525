# SPDX-License-Identifier: Apache-2.0
"""What docs/python.md says of numpy's subclasses, foreign order, masks, and relayouts onto their own data."""

import warnings

import libgather as lg
import numpy as np
import pytest

TABLE = np.arange(12, dtype="f4").reshape(4, 3)
MASK = np.array([True, False, True, False])


class Named(np.ndarray):
    """A subclass that numpy knows nothing of."""


def subclasses(folder):
    mapped = np.memmap(folder / "table.bin", "f4", "w+", shape=TABLE.shape)
    mapped[:] = TABLE
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", PendingDeprecationWarning)
        return (np.matrix(TABLE), mapped, TABLE.view(np.recarray), TABLE.view(Named))


def test_results_of_subclasses_are_plain(tmp_path):
    for data in subclasses(tmp_path):
        results = (
            lg.take(data, [2, 0], axis=0),
            lg.onnx.gather(data, [2, 0]),
            lg.take(data, ([2, 0], range(3)), axis=(0, 1)),
            lg.plan("numpy", "take", data, "s64[2]", axis=0)(data, [2, 0]),
        )
        for result in results:
            assert type(result) is np.ndarray and (result == TABLE[[2, 0]]).all()
        assert not np.shares_memory(results[0], data)
        assert lg.take(data, [5, 7]).shape == (2,)
        out = np.empty((2, 3), "f4").view(type(data))
        assert type(out) is type(data) and lg.take(TABLE, [2, 0], axis=0, out=out) is out
        assert out.tolist() == TABLE[[2, 0]].tolist()


@pytest.mark.parametrize("mapped", [False, True])
def test_a_file_in_foreign_order_is_turned(tmp_path, mapped):
    np.save(tmp_path / "big.npy", TABLE.astype(">f4"))
    with lg.open(tmp_path / "big.npy", map=mapped) as file:
        (tensor,) = file.values()
        assert tensor.dtype == np.dtype("f4").name
        for result in (tensor.read(), lg.take(tensor, range(4), axis=0), tensor[:]):
            assert np.asarray(result).dtype == "f4" and result.tolist() == TABLE.tolist()


def test_masks_to_take_are_numbers():
    for mask in (MASK, MASK.tolist(), lg.Array(MASK)):
        assert (lg.take(TABLE, mask, axis=0) == np.take(TABLE, MASK, axis=0)).all()
        assert (lg.numpy.take(TABLE, mask, 0) == np.take(TABLE, MASK, axis=0)).all()
    assert (lg.take(TABLE, np.flatnonzero(MASK), axis=0) == TABLE[MASK]).all()
    assert (lg.take(TABLE, np.flatnonzero(TABLE > 5)) == TABLE[TABLE > 5]).all()


@pytest.mark.parametrize(
    "call",
    [
        lambda mask: lg.onnx.gather(TABLE, mask),
        lambda mask: lg.openvino.gather(TABLE, mask, 0),
        lambda mask: lg.webnn.gather(TABLE, mask),
        lambda mask: lg.directml.gather(TABLE, mask[None], 0, 1),
        lambda mask: lg.xla.torch_index_select(TABLE, mask, 0),
        lambda mask: lg.torch.index_select(TABLE, 0, mask),
        lambda mask: lg.numpy.getitem(TABLE, mask),
        lambda mask: lg.take_along_axis(TABLE, mask[:, None], 1),
        lambda mask: lg.gather_elements(TABLE, mask[:, None], 1),
        lambda mask: lg.gather_nd(TABLE, mask[:, None]),
        lambda mask: lg.plan("onnx@13", "Gather", TABLE, mask),
    ],
)
def test_masks_elsewhere_are_refused(call):
    words = r"^type of indices = bool is not allowed here; expected .*; of a mask give numpy\.flatnonzero\(mask\)$"
    with pytest.raises(TypeError, match=words) as caught:
        call(MASK)
    assert caught.value.dtype == "bool" and caught.value.operand == "indices"


@pytest.mark.parametrize(
    ("call", "place"),
    [
        (lambda one: lg.onnx.gather(TABLE, [one, 1]), "0"),
        (lambda one: lg.onnx.gather(TABLE, [[0, 1], [1, one]]), "1,1"),
        (lambda one: lg.onnx.gather(TABLE, [0, np.array(one)]), "1"),
        (lambda one: lg.onnx.gather(TABLE, [np.array([one]), [1]]), "0,0"),
        (lambda one: lg.openvino.gather(TABLE, (0, one), 0), "1"),
        (lambda one: lg.torch.embedding([one, 1], TABLE), "0"),
        (lambda one: lg.numpy.getitem(TABLE, [one, 1]), "0"),
        (lambda one: lg.take_along_axis(TABLE, [[one], [1], [1], [1]]), "0,0"),
        (lambda one: lg.gather_elements(TABLE, [[one], [1]]), "0,0"),
        (lambda one: lg.gather_nd(TABLE, [[1], [one]]), "1,0"),
        (lambda one: lg.openvino.embedding_bag_packed(TABLE, [[0, one]]), "0,1"),
        (lambda one: lg.plan("onnx@13", "Gather", TABLE, [one, 1]), "0"),
        (lambda one: lg.plan("onnx@13", "Gather", TABLE, "s64[2]")(TABLE, [one, 1]), "0"),
        (lambda one: lg.explain(TABLE, [one, 1]), "0"),
    ],
)
def test_bools_beside_integers_are_refused(call, place):
    call(1)
    for one in (True, np.False_):
        with pytest.raises(TypeError, match=rf"^indices\[{place}\] is of type bool, and no integer$"):
            call(one)


def test_bools_beside_integers_to_take():
    """They are numbers, as numpy makes of such a list."""
    wanted = TABLE[[1, 2, 0]]
    for mixed in ([True, 2, False], [np.True_, 2, 0]):
        plan = lg.plan("numpy", "take", TABLE, "s64[3]", axis=0)
        for got in (lg.take(TABLE, mixed, 0), lg.numpy.take(TABLE, mixed, 0), plan(TABLE, mixed)):
            assert got.tolist() == wanted.tolist()
        assert lg.take(TABLE, (mixed,), axis=(0,)).tolist() == wanted.tolist()
        assert lg.take(TABLE, mixed, axis=0, allow_fill=True).tolist() == wanted.tolist()


def test_relayout_onto_itself_moves_nothing():
    tiled = lg.relayout(TABLE, "{1,0:T(2,2)}")
    data = TABLE.copy()
    for out in (data, data[:], data.view()):
        assert lg.relayout(data, out=out) is out and (data == TABLE).all()
    assert lg.relayout(tiled, out=tiled) is tiled and tiled.tolist() == TABLE.tolist()
    row = np.arange(8)
    assert lg.relayout(row[::2], out=row[1::2]).tolist() == [0, 2, 4, 6]
    assert lg.relayout(data[:2], out=data[2:]).tolist() == TABLE[:2].tolist()


def test_relayout_over_its_data_is_refused():
    data = np.arange(16.0).reshape(4, 4)
    shifted = ((data[1:], data[:-1]), (data[:2], data[1:3]), (data[::2], data[1::2]))
    for x, out in ((data, data.T), (data, data[::-1]), *shifted):
        with pytest.raises(ValueError, match="^out shares memory with data: give an out of its own, or a copy of"):
            lg.relayout(x, out=out)
    assert (data == np.arange(16.0).reshape(4, 4)).all()
    assert lg.relayout(data.copy(), out=data.T) is not None
    assert (data == np.arange(16.0).reshape(4, 4).T).all()
