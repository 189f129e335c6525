# SPDX-License-Identifier: Apache-2.0
"""explain: text, mapping, picture, and whose rule an output follows."""

from xml.etree import ElementTree

import libgather as lg
import numpy as np
import pytest

DATA = np.arange(12, dtype="f4").reshape(4, 3)


def test_as_text_mapping_and_picture():
    told = lg.explain(DATA, [0, 5, -1])
    assert "indices[1] = 5 is outside -4..3 of axis 0" in str(told)
    assert set(told) and len(told) == len(list(told)) and told == dict(told)
    assert ElementTree.fromstring(told._repr_svg_()).tag.endswith("svg") and told._repr_svg_() in told._repr_html_()


def test_of_a_layout_alone():
    wanted = str(lg.explain(DATA, [0, 5, -1]))
    for data in ("f32[4,3]", lg.Layout(DATA), lg.Layout("f32[4,3]{0,1:T(2,2)}")):
        assert str(lg.explain(data, [0, 5, -1])) == wanted
        with pytest.raises(ValueError, match="a layout has none"):
            lg.explain(data, [0, 5, -1], got=DATA[:3])
    with pytest.raises(ValueError):
        lg.explain("no layout", [0])


def test_a_list_of_bools_is_no_list_of_integers():
    with pytest.raises(TypeError, match="expected integers"):
        lg.explain(DATA, [True, False])


def test_one_world():
    assert "openvino-cpu" in str(lg.explain(DATA, np.array([5, -1]), dialect="openvino-cpu"))
    with pytest.raises(ValueError, match="'nobody'; known worlds are onnx-1, .*numpy"):
        lg.explain(DATA, [0], dialect="nobody")
    for dialect in ("onnx@10,nobody", "numpy,onnx@99", "onnx@10,"):
        with pytest.raises(ValueError, match="known worlds are"):
            lg.explain(DATA, [0], dialect=dialect)
    assert "numpy" in str(lg.explain(DATA, [0], dialect="onnx@10,numpy"))
    with pytest.raises(IndexError):
        lg.explain(DATA, [0], axis=2)
    with pytest.raises(TypeError):
        lg.explain(DATA, np.array([0.5]))


def test_whose_rule_an_output_follows():
    got = DATA.T[:, [0, 3, 3]].T
    text = str(lg.explain(DATA, [0, 5, -1], got=got))
    assert "directml" in text.split("got", 1)[1]
    close = lg.explain(DATA, [0, 5, -1], got=got + np.float32(1e-6), tolerance=1e-3)
    assert "directml" in str(close).split("got", 1)[1]
    with pytest.raises(ValueError, match=r"^size of got = 3 is not 1 \(dimension 0\)"):
        lg.explain(DATA, [0], got=got)
    with pytest.raises(ValueError, match="^rank of got = 1 is not 2"):
        lg.explain(DATA, [0], got=got[0])


def test_what_is_no_axis_and_no_tolerance():
    for axis in (True, 1.0, None, "0"):
        with pytest.raises(TypeError, match=f"^axis is of type {type(axis).__name__}, and no integer$"):
            lg.explain(DATA, [0], axis=axis)
    for axis in (2, -3, 2**32, 2**40, -(2**40)):
        with pytest.raises(lg.AxisError, match=f"^axis = {axis} is outside -2..1$") as caught:
            lg.explain(DATA, [0], axis=axis)
        assert caught.value.value == axis
    assert str(lg.explain(DATA, [0], axis=np.int8(-1))) == str(lg.explain(DATA, [0], axis=1))
    for tolerance in (float("nan"), -1, -0.5, 10**400):
        with pytest.raises(ValueError, match=f"^tolerance is {tolerance}; a number from 0 on is allowed$"):
            lg.explain(DATA, [0], tolerance=tolerance)
    with pytest.raises(TypeError):
        lg.explain(DATA, [0], tolerance="x")
