# SPDX-License-Identifier: Apache-2.0
"""onnxruntime: a graph of one or two nodes, with its inputs and its output bound to the memory of the case."""

import numpy as np

from .settings import Form

ort = onnx = None
MICROSOFT = "com.microsoft"
TYPES = {
    "bf16": "BFLOAT16",
    "f16": "FLOAT16",
    "f32": "FLOAT",
    "f64": "DOUBLE",
    "f8e4m3fn": "FLOAT8E4M3FN",
    "i16": "INT16",
    "i32": "INT32",
    "i64": "INT64",
    "u8": "UINT8",
    "u16": "UINT16",
    "u32": "UINT32",
    "u64": "UINT64",
}
INDEX_TYPES = {
    np.dtype(np.uint8): "UINT8",
    np.dtype(np.int16): "INT16",
    np.dtype(np.int32): "INT32",
    np.dtype(np.int64): "INT64",
}


def load(settings):
    global ort, onnx
    import onnx as imported_onnx
    import onnx.helper
    import onnxruntime

    ort, onnx = onnxruntime, imported_onnx
    ort.set_default_logger_severity(4)
    return ort


class Graph:
    """Tensors of a graph by name: (element type, array); and its nodes."""

    def __init__(self, case):
        self.kind = getattr(onnx.TensorProto, TYPES[case.kind])
        self.inputs, self.outputs, self.nodes = {}, {}, []

    def data(self, name, array):
        self.inputs[name] = (self.kind, array)
        return name

    def scales(self, name, array):
        self.inputs[name] = (onnx.TensorProto.FLOAT, array)
        return name

    def indices(self, name, array):
        """ONNX takes indices of 32 and 64 bits; others are converted, which is timed."""
        self.inputs[name] = (getattr(onnx.TensorProto, INDEX_TYPES[array.dtype]), array)
        if array.dtype.itemsize >= 4:
            return name
        self.node("Cast", [name], name + "_wide", to=onnx.TensorProto.INT32)
        return name + "_wide"

    def node(self, operator, inputs, output, **attributes):
        self.nodes.append(onnx.helper.make_node(operator, inputs, [output], **attributes))
        return output

    def output(self, name, array, kind=None):
        self.outputs[name] = (self.kind if kind is None else kind, array)

    def bind(self, settings):
        """What runs the graph, once."""

        def described(tensors):
            return [
                onnx.helper.make_tensor_value_info(name, kind, list(array.shape))
                for name, (kind, array) in tensors.items()
            ]

        graph = onnx.helper.make_graph(self.nodes, "gather", described(self.inputs), described(self.outputs))
        versions = [onnx.helper.make_opsetid("", 17), onnx.helper.make_opsetid(MICROSOFT, 1)]
        model = onnx.helper.make_model(graph, opset_imports=versions)
        model.ir_version = 10
        options = ort.SessionOptions()
        options.intra_op_num_threads, options.inter_op_num_threads = settings.threads, 1
        options.log_severity_level = 4
        session = ort.InferenceSession(model.SerializeToString(), options, providers=["CPUExecutionProvider"])
        binding = session.io_binding()
        for name, (kind, array) in self.inputs.items():
            binding.bind_input(name, "cpu", 0, kind, list(array.shape), array.ctypes.data)
        for name, (kind, array) in self.outputs.items():
            binding.bind_output(name, "cpu", 0, kind, list(array.shape), array.ctypes.data)
        # What the binding's own methods call, without their price.
        run, bound, how = session._sess.run_with_iobinding, binding._iobinding, ort.RunOptions()
        return lambda: run(bound, how)


def build_scaled(case, graph):
    operator, row = "GatherBlockQuantized", case.row
    bits = {} if case.is_float else {"bits": row["bits"]}
    graph.output("y", case.output, onnx.TensorProto.FLOAT)
    inputs = [graph.data("x", case.base), graph.indices("i", case.indices), graph.scales("s", case.scales)]
    words = {"gather_axis": 0, "quantize_axis": 1, "block_size": row["block"], **bits}
    graph.node(operator, inputs, "y", domain=MICROSOFT, **words)
    return operator, graph


def build(case):
    """(what the graph is, the graph)"""
    graph = Graph(case)
    if case.family == "tables":
        for k, (table, chosen, output) in enumerate(zip(case.data, case.indices, case.outputs)):
            names = [graph.data(f"x{k}", table), graph.indices(f"i{k}", chosen)]
            graph.node("Gather", names, f"y{k}", axis=0)
            graph.output(f"y{k}", output)
        return "26 Gather nodes", graph
    if case.family == "scaled":
        return build_scaled(case, graph)
    graph.output("y", case.output)
    data = graph.data("x", case.base)
    if case.family == "relayout":
        graph.node("Transpose", [data], "y", perm=list(case.order))
        return "Transpose", graph
    if case.family == "twice":
        first, second = graph.indices("i", case.indices[0]), graph.indices("j", case.indices[1])
        graph.node("Gather", [data, first], "between", axis=case.axis)
        graph.node("Gather", ["between", second], "y", axis=case.axis + 1)
        return "Gather, Gather", graph
    if case.is_transposed:
        graph.node("Transpose", [data], "turned", perm=[1, 0])
        graph.node("Gather", ["turned", graph.indices("i", case.indices)], "y", axis=1)
        return "Transpose, Gather", graph
    is_batch = case.family == "take" and case.batch_dims
    chosen = graph.indices("i", case.indices[..., None] if is_batch else case.indices)
    if is_batch or case.family == "tuples":
        graph.node("GatherND", [data, chosen], "y", batch_dims=case.batch_dims)
        return "GatherND", graph
    operator = "GatherElements" if case.family == "elements" else "Gather"
    graph.node(operator, [data, chosen], "y", axis=case.axis)
    return operator, graph


def forms(case, settings):
    name, graph = build(case)
    yield Form("onnxruntime", name + ", bound", graph.bind(settings))
