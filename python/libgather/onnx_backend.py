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
    "Gather": operators.gather,
    "GatherElements": operators.gather_elements,
    "GatherND": operators.gather_nd,
}


class Prepared(onnx.backend.base.BackendRep):
    """A model that is ready to run: its nodes one after the other, each by the opset that the model names."""

    def __init__(self, model):
        self.graph = model.graph
        self.opset = max(row.version for row in model.opset_import if row.domain in ("", "ai.onnx"))
        self.constants = {row.name: numpy_helper.to_array(row) for row in model.graph.initializer}

    def run(self, inputs, **options):
        names = [row.name for row in self.graph.input if row.name not in self.constants]
        known = {**self.constants, **dict(zip(names, inputs, strict=True))}
        for node in self.graph.node:
            known[node.output[0]] = run(node, [known[name] for name in node.input], self.opset)
        return tuple(known[row.name] for row in self.graph.output)


def run(node, inputs, opset):
    """The output of a node."""
    attributes = {row.name: helper.get_attribute_value(row) for row in node.attribute}
    return OPERATORS[node.op_type](*map(numpy.asarray, inputs), opset=opset, **attributes)


class Backend(onnx.backend.base.Backend):
    """What onnx's runner asks: models with any other operator are none of its business."""

    @classmethod
    def is_compatible(cls, model, device="CPU", **options):
        return all(node.op_type in OPERATORS and node.domain in ("", "ai.onnx") for node in model.graph.node)

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
        super().run_node(node, inputs, device=device, outputs_info=outputs_info, **options)
        return (run(node, inputs, options.get("opset_version", onnx.defs.onnx_opset_version())),)
