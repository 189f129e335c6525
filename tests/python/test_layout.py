# SPDX-License-Identifier: Apache-2.0
"""Layouts: text, numbers, pictures."""

from xml.etree import ElementTree

import libgather as lg
import numpy as np
import pytest


def test_spellings():
    layout = lg.Layout("f32[3,5]{0,1}")
    assert layout.to("strides") == "f32[3,5]:(1,3)" and layout.to("xla") == "f32[3,5]{0,1}"
    assert layout.spellings()["memref"] == "memref<3x5xf32, strided<[1, 3]>>"
    assert str(layout) == "f32[3,5]{0,1}" and repr(layout) == "Layout('f32[3,5]{0,1}')"
    with pytest.raises(NotImplementedError):
        lg.Layout("f32[3,5]{0,1:T(2,2)}").to("strides")
    for bad in ("klingon", "", "\ud800"):
        with pytest.raises(ValueError):
            layout.to(bad)
    with pytest.raises(TypeError):
        layout.to(5)


def test_numbers():
    layout = lg.Layout("f32[3,5]{1,0:T(2,2)}")
    assert (layout.shape, layout.dtype, layout.elements, layout.cells, layout.nbytes) == ((3, 5), "float32", 15, 24, 96)
    assert layout.strides is None and lg.Layout("f32[3,5]{0,1}").strides == (1, 3)
    assert layout.cell((2, 3)) == 17 and layout.index(17) == (2, 3)
    assert layout.offsets().tolist()[2][3] == 17 and layout.offsets().shape == (3, 5)
    assert lg.Layout("f32[0,5]").offsets().tolist() == []
    with pytest.raises(IndexError):
        layout.cell((3, 0))
    with pytest.raises(ValueError):
        layout.cell((1,))
    with pytest.raises(IndexError):
        layout.index(999)
    with pytest.raises(TypeError, match="index is of type int; expected a tuple of integers, one for each of 2 dim"):
        layout.cell(5)
    with pytest.raises(ValueError, match="99 numbers"):
        layout.cell(range(99))


def test_of_an_array():
    data = np.zeros((3, 5), "f4")
    assert lg.Layout(data).strides == (5, 1) and lg.Layout(data.T).strides == (1, 5)
    assert lg.Layout(data[::-1]).strides == (-5, 1)
    for other, name in ((5, "int"), (None, "NoneType")):
        with pytest.raises(TypeError, match=f"^text_or_array is of type {name}, neither .* a layout's text, as 'f"):
            lg.Layout(other)
    assert lg.Layout(np.float32(5)) == lg.Layout("f32[]")


def test_as_a_value():
    one, same, other = lg.Layout("f32[2,2]"), lg.Layout(" f32[2,2]{1,0}"), lg.Layout("f32[2,2]{0,1}")
    assert one == same and hash(one) == hash(same) and one != other and one != "f32[2,2]"
    with pytest.raises(TypeError):
        one < other  # noqa: B015


def test_as_memory():
    """Two notations of one memory are not written alike, and are one in the other as they lie."""
    lies = lg.Layout("f32[3,4]:(1,3)")
    for other, answer in (
        ("f32[3,4]{0,1}", True),
        ("f32[4,3]", False),
        ("f32[3,4]", False),
        ("s32[3,4]{0,1}", False),
        ("f32[3,4]{0,1:T(2,2)}", False),
    ):
        assert lies != lg.Layout(other)
        assert lies.is_bitcast(other) is answer and lg.Layout(other).is_bitcast(lies) is answer
    assert lg.Layout("f32[3,4]").is_bitcast("f32[2,6]")
    for other in (3, np.zeros(3)):
        with pytest.raises(TypeError, match="a layout is a libgather.Layout or its text"):
            lies.is_bitcast(other)


@pytest.mark.parametrize("text", ["f32[3,5", "f32[2]{}", "q7[2]", "f32[99999999999999999999]", "f32[2]{0:T(0)}", ""])
def test_bad_texts(text):
    with pytest.raises((ValueError, NotImplementedError)):
        lg.Layout(text)


def test_where_a_text_goes_wrong():
    with pytest.raises(ValueError) as caught:
        lg.Layout("f32[3,5]{0,1:T(2,2}")
    assert caught.value.at == 18


def test_pictures():
    layout = lg.Layout("f32[2,3]{0,1:pad(3,5)=zero}")
    root = ElementTree.fromstring(layout._repr_svg_())
    assert root.tag.endswith("svg") and layout._repr_svg_() in layout._repr_html_()
    assert "elements" in layout.draw() and "memory" in layout.draw()
