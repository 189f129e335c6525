# SPDX-License-Identifier: Apache-2.0
"""OpenVINO: Gather by its own evaluation ("core"), and all operators on the CPU plugin. A model a group, with sizes
left open but for the tuple's.
"""

import numpy as np
import openvino
from openvino import opset1, opset5, opset6, opset7, opset8

import element_types
from calls import Operator
from oracle import Oracle, refusal

CORE_TYPES = ("bool", "i8", "u8", "i32", "i64", "u32", "u64", "f16", "bf16", "f32")
TYPES = (*CORE_TYPES, "i16", "u16", "f64")
INDEX_TYPES = ("i32", "i64", "i32", "i64", "i8", "i16", "u8", "u16", "u32", "u64")
OPERATORS = (
    Operator("openvino", "Gather", "take", (1, 6, 7, 8, 17), data_types=CORE_TYPES, batch=True, way="core"),
    Operator("openvino", "Gather", "take", (1, 7, 8), "axis", TYPES, INDEX_TYPES, batch=True, way="plugin"),
    Operator("openvino", "GatherND", "tuple", (5, 8, 12), "", TYPES, INDEX_TYPES, batch=True, way="plugin"),
    Operator("openvino", "GatherElements", "along", (6, 11), data_types=TYPES, way="plugin"),
)
TYPE_NAMES = {"bool": "boolean"}
ERRORS = (
    (r"is_axis_valid", "AXIS", "axis"),
    (r"gather_elements_shape_inference", "SHAPE", "indices"),
)
SETTINGS = {"INFERENCE_PRECISION_HINT": "f32", "NUM_STREAMS": 1, "INFERENCE_NUM_THREADS": 1}


class OpenVinoOracle(Oracle):
    name = "openvino"
    operators = OPERATORS
    calls_of_group = 100

    def __init__(self):
        self.plugins = openvino.Core()

    def prepare(self, group):
        try:
            model = _model(group)
            if group.operator.way == "core":
                return model
            return self.plugins.compile_model(model, "CPU", SETTINGS).create_infer_request()
        except RuntimeError as error:
            raise refusal(str(error), ERRORS) or error from None

    def answer(self, prepared, call, data, indices):
        dtype = call.group.data_type
        inputs = [_tensor(dtype, data), _tensor(call.group.index_type, indices)]
        try:
            if call.group.operator.way == "core":
                output = openvino.Tensor(_type(dtype), openvino.Shape([0]))
                if not prepared.evaluate([output], inputs):
                    raise RuntimeError("not evaluated")
            else:
                prepared.infer(inputs)
                output = prepared.get_output_tensor(0)
        except RuntimeError as error:
            raise refusal(str(error), ERRORS) or error from None
        return _array(dtype, output)


def _model(group):
    data = opset8.parameter(openvino.PartialShape([-1] * group.data_rank), _type(group.data_type))
    sizes = [-1] * group.index_rank
    if group.operator.family == "tuple":
        sizes[-1] = group.tuple_size
    indices = opset8.parameter(openvino.PartialShape(sizes), _type(group.index_type))
    return openvino.Model([_node(group, data, indices)], [data, indices])


def _node(group, data, indices):
    if group.operator.name == "GatherND":
        return (opset5 if group.version < 8 else opset8).gather_nd(data, indices, group.batch)
    if group.operator.name == "GatherElements":
        return opset6.gather_elements(data, indices, group.axis)
    axis = opset8.constant(np.array(group.axis, dtype=np.int64))
    if group.version < 7:
        return opset1.gather(data, indices, axis)
    return (opset7 if group.version == 7 else opset8).gather(data, indices, axis, group.batch)


def _type(dtype):
    return getattr(openvino.Type, TYPE_NAMES.get(dtype, dtype))


def _tensor(dtype, array):
    array = np.asarray(array, order="C")  # unlike ascontiguousarray, this keeps rank 0
    if dtype != "bf16":
        return openvino.Tensor(array)
    return openvino.Tensor(array.view(np.uint16), openvino.Shape(array.shape), openvino.Type.bf16)


def _array(dtype, tensor):
    shape = tuple(tensor.shape)
    if dtype != "bf16" or 0 in shape:
        return np.array(tensor.data, dtype=element_types.numpy_type(dtype)).reshape(shape)
    return np.frombuffer(tensor.data.tobytes(), dtype=np.uint16).view(element_types.numpy_type(dtype)).reshape(shape)


oracle = OpenVinoOracle
