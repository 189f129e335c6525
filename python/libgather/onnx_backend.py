# SPDX-License-Identifier: Apache-2.0
"""A backend for onnx's own test runner: models of gather operators alone.

    import onnx.backend.test, libgather.onnx_backend
    tests = onnx.backend.test.BackendTest(libgather.onnx_backend.Backend, __name__)
    tests.include("test_gather")

Needs the package onnx, which nothing else here does.
"""

import numpy
import onnx.backend.base
from onnx import helper, numpy_helper
from onnx.backend.test.runner import BackendIsNotSupposedToImplementIt

from libgather import onnx as operators

OPERATORS = {
    ("", "Gather"): operators.gather,
    ("", "GatherElements"): operators.gather_elements,
    ("", "GatherND"): operators.gather_nd,
    ("com.microsoft", "GatherBlockQuantized"): operators.gather_block_quantized,
}


class Prepared(onnx.backend.base.BackendRep):
    """A model that is ready to run: its nodes one after the other, each by the opset that the model names."""

    def __init__(self, model):
        self.graph = model.graph
        self.opset = max((row.version for row in model.opset_import if row.domain in ("", "ai.onnx")), default=1)
        self.constants = {row.name: numpy_helper.to_array(row) for row in model.graph.initializer}

    def run(self, inputs, **options):
        names = [row.name for row in self.graph.input if row.name not in self.constants]
        known = {"": None, **self.constants, **dict(zip(names, inputs, strict=True))}
        for node in self.graph.node:
            known[node.output[0]] = run(node, [known[name] for name in node.input], self.opset)
        return tuple(known[row.name] for row in self.graph.output)


def key(node):
    """The operator of a node, as it is known here."""
    return ("" if node.domain == "ai.onnx" else node.domain), node.op_type


def run(node, inputs, opset):
    """The output of a node. An input that is left out is None."""
    attributes = {row.name: helper.get_attribute_value(row) for row in node.attribute}
    if node.domain != "com.microsoft":
        attributes["opset"] = opset
    return OPERATORS[key(node)](*(None if one is None else numpy.asarray(one) for one in inputs), **attributes)


class Backend(onnx.backend.base.Backend):
    """What onnx's runner asks: models with any other operator are none of its business."""

    @classmethod
    def is_compatible(cls, model, device="CPU", **options):
        return all(key(node) in OPERATORS for node in model.graph.node)

    @classmethod
    def supports_device(cls, device):
        return device == "CPU"

    @classmethod
    def prepare(cls, model, device="CPU", **options):
        if not cls.is_compatible(model, device):
            raise BackendIsNotSupposedToImplementIt("an operator that is no gather")
        super().prepare(model, device, **options)
        return Prepared(model)

    @classmethod
    def run_model(cls, model, inputs, device="CPU", **options):
        return cls.prepare(model, device, **options).run(inputs)

    @classmethod
    def run_node(cls, node, inputs, device="CPU", outputs_info=None, **options):
        if node.domain != "com.microsoft":  # of which onnx's checker knows no schema
            super().run_node(node, inputs, device=device, outputs_info=outputs_info, **options)
        return (run(node, inputs, options.get("opset_version", onnx.defs.onnx_opset_version())),)
