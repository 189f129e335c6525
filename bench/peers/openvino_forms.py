# SPDX-License-Identifier: Apache-2.0
"""
openvino: a compiled model with its tensors on the memory of the case. Its CPU plugin keeps f32, bf16, i32 and u8 as
they are and converts the others, whole tables too: those are given to it as types of the same width that it keeps.
"""

import numpy as np

from . import memory
from .settings import Form

ov = operations = core = None
KEPT = ("f32", "bf16", "i32", "u8")


def load(settings):
    global ov, operations, core
    import openvino
    import openvino.opset8

    ov, operations, core = openvino, openvino.opset8, openvino.Core()
    return ov


def as_kept(array):
    """(array, element type) of a type that the plugin keeps: 8 bytes become two elements of 4."""
    if array.itemsize == 8:
        return array.view(np.int32).reshape(array.shape + (2,)), ov.Type.i32
    if array.itemsize == 4:
        return (array, ov.Type.f32) if array.dtype == np.float32 else (array.view(np.int32), ov.Type.i32)
    return array, ov.Type.bf16 if array.itemsize == 2 else ov.Type.u8


def tensor(array, element):
    if element == ov.Type.bf16:
        return ov.Tensor(array, list(array.shape), element)
    return ov.Tensor(array, shared_memory=True)


class Model:
    def __init__(self, case, is_native, index_type, pages):
        self.case, self.is_native, self.index_type, self.pages = case, is_native, index_type, pages
        self.parameters, self.tensors, self.results, self.outputs = [], [], [], []

    def parameter(self, array, element):
        made = operations.parameter(list(array.shape), element)
        self.parameters.append(made)
        self.tensors.append(tensor(array, element))
        return made

    def typed(self, array):
        return (array, getattr(ov.Type, self.case.kind)) if self.is_native else as_kept(array)

    def data(self, array):
        return self.parameter(*self.typed(array))

    def indices(self, array):
        if array.itemsize < 4:
            element = ov.Type.u8 if array.itemsize == 1 else ov.Type.i16
            return operations.convert(self.parameter(array, element), "i32")
        if array.dtype != self.index_type:
            array = memory.place(array, self.index_type, self.pages)
        return self.parameter(array, ov.Type.i64 if array.itemsize == 8 else ov.Type.i32)

    def result(self, node, output):
        self.results.append(node)
        self.outputs.append(self.typed(output)[0])

    def compile(self, settings):
        """What runs the model, once."""
        options = {
            "PERFORMANCE_HINT": "LATENCY",
            "INFERENCE_NUM_THREADS": settings.threads,
            "INFERENCE_PRECISION_HINT": "f32",
        }
        compiled = core.compile_model(ov.Model(self.results, self.parameters, "gather"), "CPU", options)
        request = compiled.create_infer_request()
        for k, given in enumerate(self.tensors):
            request.set_input_tensor(k, given)
        for k, output in enumerate(self.outputs):
            request.set_output_tensor(k, tensor(output, compiled.output(k).element_type))
        request.infer(share_outputs=True)
        return lambda: request.infer(share_outputs=True)


def number(value):
    return operations.constant(np.int64(value))


def scaled_floats(model, case):
    """Gathered first: of weights that are decompressed the plugin makes a table of f32, when it compiles."""
    numbers = operations.parameter(list(case.data.shape), ov.Type.f8e4m3)
    model.parameters.append(numbers)
    model.tensors.append(ov.Tensor(case.data, list(case.data.shape), ov.Type.f8e4m3))
    chosen = model.indices(case.indices)
    scales = operations.gather(operations.constant(case.scales), chosen, number(0))
    return operations.multiply(operations.convert(operations.gather(numbers, chosen, number(0)), "f32"), scales)


def scaled(model, case):
    """Weights that are decompressed, which the plugin fuses with their gather; those of 4 bits as rows of blocks."""
    is_whole, scales = case.row["bits"] == 8, case.scales
    shape = list(case.data.shape) if is_whole else [*scales.shape, case.row["block"]]
    stored = ov.op.Constant(ov.Tensor(case.data, shape, ov.Type.u8 if is_whole else ov.Type.u4))
    if not is_whole:
        scales = scales[:, :, None]
    zero = operations.constant(np.full((1,) * scales.ndim, case.zero, np.uint8))
    weights = operations.subtract(operations.convert(stored, "f32"), operations.convert(zero, "f32"))
    weights = operations.multiply(weights, operations.constant(scales))
    if scales.ndim == 3:
        flat = operations.constant(np.array([case.data.shape[0], case.output.shape[1]], np.int64))
        weights = operations.reshape(weights, flat, False)
    return operations.gather(weights, model.indices(case.indices), number(0))


def fill(model, case):
    if case.family == "tables":
        for table, chosen, output in zip(case.data, case.indices, case.outputs):
            model.result(operations.gather(model.data(table), model.indices(chosen), number(0)), output)
        return
    if case.family == "scaled":
        model.result((scaled_floats if case.is_float else scaled)(model, case), case.output)
        return
    data = model.data(case.base)
    if case.family == "relayout":
        node = operations.transpose(data, operations.constant(np.array(case.order, np.int64)))
    elif case.family == "twice":
        first, second = map(model.indices, case.indices)
        between = operations.gather(data, first, number(case.axis))
        node = operations.gather(between, second, number(case.axis + 1))
    elif case.is_transposed:
        turned = operations.transpose(data, operations.constant(np.array([1, 0], np.int64)))
        node = operations.gather(turned, model.indices(case.indices), number(1))
    elif case.family == "elements":
        node = operations.gather_elements(data, model.indices(case.indices), case.axis)
    elif case.family == "tuples":
        node = operations.gather_nd(data, model.indices(case.indices), case.batch_dims)
    else:
        node = operations.gather(data, model.indices(case.indices), number(case.axis), case.batch_dims)
    model.result(node, case.output)


def build(case, settings, is_native, index_type, name):
    model = Model(case, is_native, index_type, settings.pages)
    fill(model, case)
    return Form("openvino", name, model.compile(settings), kept=model)


def forms(case, settings):
    arrays = case.indices if isinstance(case.indices, (list, tuple)) else [case.indices]
    is_wide = arrays[0] is not None and arrays[0].dtype == np.int64
    is_kept = case.kind in KEPT
    can_view = not (case.family in ("elements", "relayout") and case.output.itemsize == 8)
    own, prefix = (np.int64 if is_wide else np.int32), "" if is_kept else "as another type, "
    if case.family == "scaled":
        name = "Gather, Convert, Multiply" if case.is_float else "Convert, Subtract, Multiply, Gather"
        yield lambda: build(case, settings, False, own, name)
        yield lambda: build(case, settings, False, np.int32, "the same, indices of 32 bits, made before")
        return
    if is_kept or can_view:
        yield lambda: build(case, settings, is_kept, own, prefix + "indices as they are")
        if is_wide:
            yield lambda: build(case, settings, is_kept, np.int32, prefix + "indices of 32 bits, made before")
    if not is_kept:
        yield lambda: build(case, settings, True, own, "its own type, converted by the plugin")
