# SPDX-License-Identifier: Apache-2.0
"""ONNX Runtime on the CPU: Gather, GatherElements, GatherND. A session a group, with sizes left open."""

import ctypes

import numpy as np
import onnx
import onnxruntime
from onnx import helper

import element_types
from calls import Operator
from oracle import Oracle, refusal

DATA_TYPES = ("bool", "u8", "u16", "u32", "u64", "i8", "i16", "i32", "i64", "f16", "bf16", "f32", "f64")
OPERATORS = (
    # Opset 1 means version 1, 11 and 12 version 11, then 13: 7 is the oldest that the runtime takes.
    Operator("onnx", "Gather", "take", (7, 10, 11, 12, 13, 18, 23, 26), data_types=DATA_TYPES),
    Operator("onnx", "GatherElements", "along", (11, 12, 13, 18, 23), data_types=DATA_TYPES, sizes="smaller"),
    Operator("onnx", "GatherND", "tuple", (11, 12, 13, 18, 23), "", DATA_TYPES, ("i64",), batch=True),
)
TYPES = {
    "bool": "BOOL",
    "f16": "FLOAT16",
    "bf16": "BFLOAT16",
    "f32": "FLOAT",
    "f64": "DOUBLE",
    **{sign + size: name + size for sign, name in (("i", "INT"), ("u", "UINT")) for size in ("8", "16", "32", "64")},
}
ERRORS = (
    (r"axis must be in|axis .* (?:is not|must be) in (?:valid )?range|not in valid range", "AXIS", "axis"),
    (r"indices element out of data bounds|invalid index found", "INDEX_RANGE", "indices"),
    (r"GatherElements op: (?:Out of range value|Value in indices)", "INDEX_RANGE", "indices"),
    (r"gather_elements\.cc:\d+ .*core_impl", "INDEX_RANGE", "indices"),
    (r"'indices' shape should have values within bounds", "SHAPE", "indices"),
)


class OnnxRuntimeOracle(Oracle):
    name = "onnxruntime"
    operators = OPERATORS

    def prepare(self, group):
        node = helper.make_node(group.operator.name, ["data", "indices"], ["out"], **group.attributes())
        inputs = [
            _value("data", group.data_type, group.data_rank),
            _value("indices", group.index_type, group.index_rank),
        ]
        graph = helper.make_graph([node], "gather", inputs, [helper.make_empty_tensor_value_info("out")])
        model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", group.version)], ir_version=8)
        options = onnxruntime.SessionOptions()
        options.log_severity_level = 4
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL
        try:
            return onnxruntime.InferenceSession(model.SerializeToString(), options, providers=["CPUExecutionProvider"])
        except Exception as error:  # the runtime's own exceptions have no common parent
            raise refusal(str(error), ERRORS) or error from None

    def answer(self, prepared, call, data, indices):
        group = call.group
        inputs = {"data": _to_value(group.data_type, data), "indices": _to_value(group.index_type, indices)}
        try:
            (output,) = prepared.run_with_ort_values(None, inputs)
        except Exception as error:  # as above
            raise refusal(str(error), ERRORS) or error from None
        return _from_value(group.data_type, output)


def _type(dtype):
    return getattr(onnx.TensorProto, TYPES[dtype])


def _value(name, dtype, rank):
    return helper.make_tensor_value_info(name, _type(dtype), [f"{name}_{d}" for d in range(rank)])


def _to_value(dtype, array):
    array = np.asarray(array, order="C")
    if dtype != "bf16":
        return onnxruntime.OrtValue.ortvalue_from_numpy(array)
    return onnxruntime.OrtValue.ortvalue_from_numpy_with_onnx_type(array.view("uint16"), _type(dtype))


def _from_value(dtype, value):
    """numpy has no bf16 of its own, so its bytes are copied."""
    if dtype != "bf16":
        return value.numpy()
    shape = tuple(value.shape())
    count = int(np.prod(shape, dtype=np.int64))
    data = ctypes.string_at(value.data_ptr(), 2 * count) if count else b""
    return np.frombuffer(data, dtype=element_types.numpy_type(dtype)).reshape(shape)


oracle = OnnxRuntimeOracle
