# SPDX-License-Identifier: Apache-2.0
"""Tensors by their type's table of C functions, whole or not."""

import ctypes

import libgather as lg
import numpy as np
import pytest
from dlpack_structs import DELETER, Exchange, Tensor, capsule_of


def lend(lender, place):
    """Fills a tensor with two floats that are lent."""
    lent = lender.lent
    sizes = ctypes.cast(lent.ctypes.shape, ctypes.POINTER(ctypes.c_int64))
    place[0] = Tensor(lent.ctypes.data, 1, 0, 1, *lender.type, 1, sizes)
    return 0


TABLE, TABLE_NAME = Exchange(major=1, lend_tensor=Exchange.LEND(lend)), b"dlpack_exchange_api"


class Lender:
    """Of a type with a table, which lends other numbers than __dlpack__ gives."""

    __dlpack_c_exchange_api__ = capsule_of(TABLE, TABLE_NAME)

    def __init__(self, is_neg):
        self.is_neg, self.requires_grad, self.type = is_neg, False, (2, 32)
        self.lent, self.given = np.array([1, 2], "f4"), np.array([3, 4], "f4")

    def __dlpack__(self, **options):
        return self.given.__dlpack__(**options)


def test_dlpack_by_a_table(capsys):
    """Who can't be asked whether it is negative is asked for a capsule, without another call on the way."""
    assert lg.Array(Lender(lambda: False)).tolist() == [1, 2]
    with pytest.raises(BufferError, match="resolve_neg"):
        lg.Array(Lender(lambda: True))
    for no_answer in (None, lambda: 1 // 0):
        assert lg.Array(Lender(no_answer)).tolist() == [3, 4]
    assert capsys.readouterr().err == ""  # ctypes prints what goes wrong in calls with an exception set


def test_floats_of_a_byte_have_gradients():
    """Who has them is asked for a capsule, which a framework refuses."""
    lender = Lender(lambda: False)
    lender.type, lender.requires_grad = (10, 8), True  # float8_e4m3fn
    lender.lent, lender.given = np.zeros(2, "u1"), np.array([3, 4], "f4")
    assert lg.Array(lender).tolist() == [3, 4]
    lender.requires_grad = False
    assert lg.Array(lender).tolist() == [0, 0]


def test_an_interrupt_while_a_tensor_is_asked():
    def interrupt():
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        lg.take(Lender(interrupt), [1])


def refuse(tensor, made):
    """Takes the tensor over, makes nothing of it, and says so without an exception."""
    DELETER(tensor[0].deleter)(ctypes.addressof(tensor[0]))
    return -1


def make_nothing(tensor, made):
    DELETER(tensor[0].deleter)(ctypes.addressof(tensor[0]))
    return 0


@pytest.mark.parametrize("lends", [True, False])
@pytest.mark.parametrize("make", [None, refuse, make_nothing])
def test_a_table_that_makes_no_object(make, lends):
    """The result goes by from_dlpack then, or is an Array where there is none."""
    table = Exchange(major=1)
    if make is not None:
        table.make_object = Exchange.MAKE(make)
    if lends:
        table.lend_tensor = Exchange.LEND(lend)

    class Made(Lender):
        __dlpack_c_exchange_api__ = capsule_of(table, TABLE_NAME)

    lender = Made(lambda: False)
    wanted = [2.0, 1.0] if lends else [4.0, 3.0]
    result = lg.take(lender, [1, 0])
    assert type(result) is lg.Array and result.tolist() == wanted
    lender.__class__ = type("Named", (Made,), {"__array_namespace__": lambda self: np})
    result = lg.take(lender, [1, 0])
    assert type(result) is np.ndarray and result.tolist() == wanted
