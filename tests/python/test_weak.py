# SPDX-License-Identifier: Apache-2.0
"""Weak references, as a cache holds: they end with what they are of, and keep nothing."""

import weakref

import libgather as lg
import pytest

MAKERS = [
    lambda: lg.Array(bytes(range(6)), "u8[2,3]"),
    lambda: lg.Layout("f32[2,3]"),
    lambda: lg.plan("onnx@13", "Gather", "u8[3,2]", "s64[2]"),
]


@pytest.mark.parametrize("make", MAKERS)
def test_weak_references(make):
    told = []
    one, other = make(), make()
    reference, kept = weakref.ref(one, told.append), weakref.ref(other, told.append)
    finalizer = weakref.finalize(one, told.append, "end")
    assert reference() is one and weakref.getweakrefcount(one) == 2 and finalizer.alive
    del one
    assert reference() is None and "end" in told and reference in told
    assert kept() is other and kept not in told
    del kept  # a reference may go first
    del other
    assert len(told) == 2


def test_by_what_they_are():
    of_layouts = weakref.WeakKeyDictionary()
    layout = lg.Layout("f32[2,3]")
    of_layouts[layout] = 1
    assert of_layouts[lg.Layout("f32[2,3]{1,0}")] == 1
    plans = weakref.WeakValueDictionary(a=lg.plan("onnx@13", "Gather", "u8[3,2]", "s64[2]"))
    assert "a" not in plans
    del layout
    assert len(of_layouts) == 0
