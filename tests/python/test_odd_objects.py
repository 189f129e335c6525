# SPDX-License-Identifier: Apache-2.0
"""Objects that nobody writes by accident, and what they must not bring about."""

import gc

import libgather as lg
import numpy as np
import pytest

CHANGED = "an array was changed while another argument was read"


def test_data_whose_numbers_change_the_indices():
    """Lists as data are read after the indices, where an operator has these first."""
    indices, out = np.zeros(1 << 16, np.int64), np.full((1 << 16, 1), 7.0)

    class Number(int):
        def __float__(self):
            indices.resize(1, refcheck=False)
            return 2.0

    plan = lg.plan("torch", "embedding", indices, "f64[2,1]")
    with pytest.raises(RuntimeError, match=CHANGED):
        plan(indices, [[1.5], [Number(2)]], out=out)
    for _ in range(2):  # the second time the operator is known
        indices = np.zeros(1 << 16, np.int64)
        with pytest.raises(RuntimeError, match=CHANGED):
            lg.torch.embedding(indices, [[1.5], [Number(2)]], out=out)
    assert (out == 7).all()


@pytest.mark.parametrize("name", [1, 10**2000, b"out", None])
def test_words_that_are_no_texts(name):
    plan = lg.plan("numpy", "take", "u8[3]", "s64[1]", axis=0)
    with pytest.raises(TypeError, match="strings"):
        plan.__call__(bytes(3), [0], **{name: 1})


def test_words_where_there_are_none(tmp_path):
    (tmp_path / "x.raw").write_bytes(b"x")
    operands = lg.Layout("u8[3]"), lg.Layout("s64[1]")
    for call in (
        lambda: lg._core.Plan("numpy", "take", operands, {"axis": 0}, None, fused=True),
        lambda: lg._core.File(tmp_path / "x.raw", map=True),
    ):
        with pytest.raises(TypeError, match="takes no keyword arguments"):
            call()


def test_a_long_name():
    with pytest.raises(TypeError, match=r"^a{31}\[0\] is of type float, and no integer$"):
        lg._core.call("onnx", 13, "Gather", bytes(3), [0], None, None, None, "a" * 1000, [1.5])


@pytest.mark.parametrize("partition", [lambda self, dot: [1], lambda self, dot: (), None])
def test_a_module_of_another_kind(partition):
    """What it is called is nowhere to be found, so the result is an Array."""
    source = lg.Array(bytearray(b"abcd"))

    class Producer:
        __module__ = type("Module", (), {"partition": partition})()

        def __dlpack__(self, **options):
            return source.__dlpack__(**options)

    assert lg.take(Producer(), [1, 0]).tolist() == [98, 97]


def test_elements_in_a_byte_each_need_words():
    """DLPack before version 1 has none for them."""
    ml_dtypes = pytest.importorskip("ml_dtypes")
    source = lg.Array(np.array([1, 2, 3], ml_dtypes.int4))

    class Old:
        def __dlpack__(self):
            return source.__dlpack__()

    with pytest.raises(BufferError, match="before version 1"):
        lg.Array(Old())
    packed = lg.relayout(source, "C")
    assert lg.Array(type("New", (), {"__dlpack__": lambda self, **o: packed.__dlpack__(**o)})()).tolist() == [1, 2, 3]


def test_a_command_whose_words_change():
    words = ["gather", None, "--version"]

    class Path:
        def __fspath__(self):
            words.clear()
            return "no-such-command"

    words[1] = Path()
    assert lg._core.command(words) == 2 and words == []


@pytest.fixture
def opened(tmp_path):
    np.save(tmp_path / "x.npy", np.zeros((1 << 10, 1 << 6)))
    with lg.open(tmp_path / "x.npy") as file:
        yield from file.values()


# What a call is given that is changed, and the call; where an Array is made, Python's collector may run, up to 3.11.
COLLECTED = [
    (lambda: np.zeros(1 << 19, np.int64), lambda at, _: lg.take(lg.Array(bytearray(64)), at)),
    (lambda: np.zeros(1 << 19, np.int64), lambda at, _: lg.explain(np.arange(4), at)),
    (lambda: np.zeros(1 << 19), lambda got, _: lg.explain(np.arange(4.0), np.zeros(1 << 19, np.int64), got=got)),
    (lambda: np.zeros(1 << 19), lambda x, _: lg.explain(x, np.zeros(4, np.int64), got=np.zeros(4))),
    (lambda: np.zeros(1 << 19, np.int64), lambda at, tensor: lg.take(tensor, at)),
    (lambda: np.zeros(1 << 9, np.int64), lambda at, tensor: lg.take(tensor, (at,), axis=(0,))),
    (lambda: np.zeros((1 << 9, 1 << 6)), lambda out, t: lg.take(t, np.zeros(1 << 9, int), axis=0, out=out)),
    (lambda: np.zeros((1 << 9, 1 << 6), order="F"), lambda out, t: lg.take(t, np.zeros(1 << 9, int), axis=0, out=out)),
]


@pytest.mark.parametrize("make, call", COLLECTED)
def test_what_is_collected_before_a_run(opened, make, call):
    for allocations in range(1, 12):
        given = make()

        class Cycle:
            def __init__(self):
                self.me = self

            def __del__(self, given=given):
                given.resize(1, refcheck=False)

        before = gc.get_threshold()
        gc.collect()
        gc.disable()
        Cycle()
        gc.set_threshold(gc.get_count()[0] + allocations, 1000, 1000)
        gc.enable()
        try:
            call(given, opened)
        except RuntimeError as error:
            assert str(error) == CHANGED
        except (ValueError, IndexError):  # of what it is by then
            assert given.size == 1
        finally:
            gc.set_threshold(*before)
