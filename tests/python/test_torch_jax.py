# SPDX-License-Identifier: Apache-2.0
"""torch in, torch out; jax in, jax out. They are here with GATHER_TEST_ALL."""

import warnings

import libgather as lg
import numpy as np
import pytest
from meddler import Meddler

KINDS = "bool uint8 int8 int16 int32 int64 float16 bfloat16 float32 float64 complex64 complex128".split()


@pytest.fixture
def torch():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return pytest.importorskip("torch")


@pytest.fixture
def jax():
    return pytest.importorskip("jax")


def test_jax_takes_arrays(jax, tmp_path):
    """jax asks numpy what the type is, which from 2.4 on asks the array."""
    data = np.arange(6, dtype="f4").reshape(2, 3)
    np.save(tmp_path / "a.npy", data)
    with lg.open(tmp_path / "a.npy") as file:
        for given in (lg.Array(data), lg.Array(data).T, next(iter(file.values()))):
            assert np.result_type(given) == "f4"
            assert jax.numpy.asarray(given).tolist() == np.asarray(given).tolist()


@pytest.mark.parametrize("kind", KINDS)
def test_torch(torch, kind):
    data = torch.arange(12).reshape(3, 4).to(getattr(torch, kind))
    for view in (data, data.T, data[:, ::2], data[1:]):
        indices = torch.tensor([1, 0])
        taken = lg.take(view, indices, axis=0)
        assert type(taken) is torch.Tensor and taken.dtype == view.dtype
        assert torch.equal(taken, torch.index_select(view, 0, indices))


def test_torch_functions(torch):
    data, order = torch.rand(3, 4), torch.argsort(torch.rand(3, 4), 1)
    assert torch.equal(lg.torch.gather(data, 1, order), torch.gather(data, 1, order))
    assert torch.equal(lg.torch.take_along_dim(data, order, 1), torch.take_along_dim(data, order, 1))
    words = torch.tensor([[2, 0], [1, 1]])
    assert torch.equal(lg.torch.embedding(words, data), torch.nn.functional.embedding(words, data))
    out = torch.zeros(2, 4)
    assert lg.take(data, [2, 0], axis=0, out=out) is out and torch.equal(out, data[[2, 0]])


def test_torch_scalars_fill(torch):
    for kind in KINDS:
        dtype = getattr(torch, kind)
        value = torch.tensor(1 + 2j if dtype.is_complex else 1).to(dtype)
        filled = lg.take(torch.zeros(2, dtype=dtype), [5], mode="fill", fill_value=value)
        assert torch.equal(filled, value.reshape(1))
    assert lg.take(np.zeros(2, "?"), [5], mode="fill", fill_value=torch.tensor(True)).tolist() == [True]
    with pytest.raises(ValueError, match="no element"):
        lg.take(np.zeros(2, "f4"), [5], mode="fill", fill_value=torch.tensor(1j))


def test_torch_parameters(torch):
    frozen = torch.nn.Parameter(torch.tensor([1.0, 2.0]), requires_grad=False)
    assert lg.take(frozen, torch.tensor([1])).tolist() == [2]
    learnt = torch.nn.Parameter(torch.zeros(2))
    with pytest.raises(BufferError, match="^data: .*gradient"):
        lg.take(learnt, [0])
    with pytest.raises(BufferError, match="^out: .*gradient"):
        lg.take(torch.zeros(2), [0], out=learnt)


def test_torch_memory_outlives_its_name(torch):
    held = lg.Array(torch.arange(1 << 20))
    torch.zeros(1 << 20)
    assert held.tolist() == list(range(1 << 20))


MEDDLING = {
    "set_": lambda torch, x: x.set_(torch.zeros(1)),
    "resize_": lambda torch, x: x.resize_(1 << 22),
    "storage": lambda torch, x: x.untyped_storage().resize_(0),
    "sizes": lambda torch, x: x.resize_(2, 2),
    "strides": lambda torch, x: x.t_(),
    "data": lambda torch, x: setattr(x, "data", torch.zeros(300, 300)),
}


@pytest.mark.parametrize("meddling", MEDDLING)
def test_torch_memory_that_an_index_moves(torch, meddling):
    def calls(x, indices):
        yield lambda: lg.take(x, indices, axis=0)
        yield lambda: lg.take(x, (indices, [0, 1]), axis=(0, 1))
        yield lambda: lg.onnx.gather(x, indices)
        yield lambda: lg.take(x, indices, axis=0, out=torch.zeros(2, 300))

    for which in range(4):
        x = torch.ones(300, 300)
        call = list(calls(x, [Meddler(lambda x=x: MEDDLING[meddling](torch, x)), 1]))[which]
        with pytest.raises(RuntimeError, match="changed"):
            call()


def test_torch_strides_of_nothing_that_an_index_changes(torch):
    """A dimension that was expanded has a stride, 0, as well as any other."""
    x = torch.ones(1200)

    def lay(*strides):
        x.set_(x.untyped_storage(), 0, (4, 300), strides)

    lay(0, 1)
    with pytest.raises(RuntimeError, match="changed"):
        lg.take(x, [Meddler(lambda: lay(300, 1)), 3], axis=0)


def test_torch_memory_that_nobody_moves(torch):
    """An index that runs code is no reason to refuse anything else, whatever the tensor's strides."""
    for x in (torch.arange(6.0), torch.ones(1).expand(6), torch.arange(12.0)[::2], torch.zeros(6, 0)):
        assert torch.equal(lg.take(x, [Meddler(lambda: None), 3], axis=0), x[[0, 3]])


def test_torch_references(torch):
    import gc
    import sys

    data, indices, out = torch.arange(8.0), torch.tensor([1, 0]), torch.zeros(2)
    gc.collect()
    counts = [sys.getrefcount(each) for each in (data, indices, out, lg.Array, torch.Tensor)]
    for _ in range(1000):
        lg.take(data, indices)
        lg.take(data, indices, axis=0, out=out)
    gc.collect()
    assert [sys.getrefcount(each) for each in (data, indices, out, lg.Array, torch.Tensor)] == counts


def test_torch_shares_memory(torch):
    data = torch.zeros(4)
    held = lg.Array(data)
    data[2] = 7
    assert held.tolist() == [0, 0, 7, 0]
    back = torch.from_dlpack(held)
    back[0] = 5
    assert data[0] == 5


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind not in ("bool", "complex64", "complex128")])
def test_torch_negatives(torch, kind):
    """Every type but bool can be negative by a bit."""
    negative = torch._neg_view(torch.tensor([1, 2, 3]).to(getattr(torch, kind)))
    for ask in (
        lambda: lg.Array(negative),
        lambda: lg.take(negative, [0], axis=0),
        lambda: lg.take(torch.arange(4), negative),
        lambda: lg.take(negative.resolve_neg(), [0, 1, 2], out=negative),
    ):
        with pytest.raises((BufferError, TypeError), match="resolve_neg|integer"):
            ask()
    assert torch.equal(lg.take(negative.resolve_neg(), [0], axis=0), negative[:1])


def test_torch_that_is_refused(torch):
    with pytest.raises(BufferError, match="gradient"):
        lg.take(torch.zeros(3, requires_grad=True), [0])
    turned = torch.tensor([1 + 2j, 3 + 4j]).conj()
    with pytest.raises(BufferError, match="conjugate"):
        lg.take(turned, [0])
    for ask in (lambda: lg.take(turned.imag, [0]), lambda: lg.Array(turned.imag)):
        with pytest.raises(BufferError, match="resolve_neg"):
            ask()
    assert lg.take(turned.resolve_conj(), [0]).tolist() == [1 - 2j]
    assert lg.take(turned.imag.resolve_neg(), [1]).tolist() == [-4]
    with pytest.raises(BufferError, match="negative"):
        lg.take(torch.zeros(3), [0], out=turned.imag[:1])
    with pytest.raises((BufferError, RuntimeError, TypeError, ValueError)):
        lg.take(torch.zeros(3).to_sparse(), [0])
    with pytest.raises((BufferError, RuntimeError, TypeError, ValueError)):
        lg.take(torch.zeros(3, device="meta"), [0])
    with pytest.raises(TypeError):
        lg.take(torch.zeros(3), torch.zeros(1))


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind not in ("int64", "float64", "complex128")])
def test_jax(jax, kind):
    data = jax.numpy.arange(12).reshape(3, 4).astype(kind)
    taken = lg.take(data, jax.numpy.array([2, 0]), axis=0)
    assert isinstance(taken, jax.Array) and taken.dtype == data.dtype
    assert np.array_equal(np.asarray(taken), np.asarray(data)[[2, 0]])
    with pytest.raises(ValueError):
        lg.take(data, [2, 0], axis=0, out=data[:2])  # jax's arrays are read-only
