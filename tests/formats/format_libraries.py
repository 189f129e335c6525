# SPDX-License-Identifier: Apache-2.0
"""Files as the libraries that made the formats write and read them.

A tensor is its type, by this project's name, and the code of each element as an unsigned number: what lies in memory,
so that equal means every bit. Elements below a byte have a byte of their own here.
"""

from typing import NamedTuple

import gguf
import ml_dtypes
import numpy as np
import onnx
import openvino
from onnx import TensorProto, external_data_helper, helper, numpy_helper
from safetensors import TensorSpec, deserialize, serialize

BITS = {"bool": 8, "u2": 2, "i2": 2, "u4": 4, "i4": 4, "f4e2m1": 4, "c64": 64, "c128": 128, "bf16": 16}
BITS |= {f"{kind}{bits}": bits for kind in "ui" for bits in (8, 16, 32, 64)} | {f"f{b}": b for b in (16, 32, 64)}
BITS |= dict.fromkeys(("f8e4m3fn", "f8e4m3fnuz", "f8e5m2", "f8e5m2fnuz", "f8e8m0"), 8)

NUMPY = {"bool": np.bool_, "f16": np.float16, "f32": np.float32, "f64": np.float64}
NUMPY |= {f"u{bits}": np.dtype(f"u{bits // 8}") for bits in (8, 16, 32, 64)}
NUMPY |= {f"i{bits}": np.dtype(f"i{bits // 8}") for bits in (8, 16, 32, 64)}
NUMPY |= {"c64": np.complex64, "c128": np.complex128}

ML_DTYPES = {
    "bf16": ml_dtypes.bfloat16,
    "u2": ml_dtypes.uint2,
    "i2": ml_dtypes.int2,
    "u4": ml_dtypes.uint4,
    "i4": ml_dtypes.int4,
    "f4e2m1": ml_dtypes.float4_e2m1fn,
    "f8e4m3fn": ml_dtypes.float8_e4m3fn,
    "f8e4m3fnuz": ml_dtypes.float8_e4m3fnuz,
    "f8e5m2": ml_dtypes.float8_e5m2,
    "f8e5m2fnuz": ml_dtypes.float8_e5m2fnuz,
    "f8e8m0": ml_dtypes.float8_e8m0fnu,
}


class Tensor(NamedTuple):
    dtype: str
    codes: np.ndarray


def carrier(dtype):
    """The numpy type that a code lies in."""
    return np.dtype("V16") if BITS[dtype] == 128 else np.dtype(f"u{max(BITS[dtype], 8) // 8}")


def random_tensor(dtype, shape, generator):
    if dtype == "bool":
        return Tensor(dtype, generator.integers(0, 2, shape, dtype=np.uint8))
    width = max(BITS[dtype], 8) // 8
    codes = generator.integers(0, 256, (*shape[:-1], shape[-1] * width), dtype=np.uint8)
    if BITS[dtype] < 8:
        codes &= (1 << BITS[dtype]) - 1
    return Tensor(dtype, codes.view(carrier(dtype)).reshape(shape))


def equal(a, b):
    return a.dtype == b.dtype and a.codes.shape == b.codes.shape and a.codes.tobytes() == b.codes.tobytes()


def typed(tensor):
    """The same elements as numpy, or ml_dtypes, has them."""
    return tensor.codes.view(NUMPY.get(tensor.dtype) or ML_DTYPES[tensor.dtype])


def untyped(dtype, array):
    codes = np.ascontiguousarray(array).view(carrier(dtype)).reshape(array.shape)
    return Tensor(dtype, codes & ((1 << BITS[dtype]) - 1) if BITS[dtype] < 8 else codes)


def name_of(dtype, table):
    return next(name for name, other in table.items() if np.dtype(other) == dtype)


def packed(tensor):
    """The bytes of the elements, one after the other, the first in the low bits."""
    bits = BITS[tensor.dtype]
    if bits >= 8:
        return tensor.codes.tobytes()
    each = 8 // bits
    flat = tensor.codes.ravel()
    flat = np.concatenate([flat, np.zeros(-len(flat) % each, np.uint8)]).reshape(-1, each)
    return np.bitwise_or.reduce(flat << np.arange(0, 8, bits, dtype=np.uint8), axis=1).astype(np.uint8).tobytes()


def unpacked(dtype, data, shape):
    bits = BITS[dtype]
    if bits >= 8:
        return Tensor(dtype, np.frombuffer(data, carrier(dtype)).reshape(shape))
    each = np.frombuffer(data, np.uint8)[:, None] >> np.arange(0, 8, bits, dtype=np.uint8)
    return Tensor(dtype, (each & ((1 << bits) - 1)).ravel()[: np.prod(shape, dtype=int)].reshape(shape))


# ---- numpy


def write_npy(path, tensors):
    ((_, tensor),) = tensors.items()
    np.save(path, typed(tensor))


def write_npy_fortran(path, tensors):
    ((_, tensor),) = tensors.items()
    np.save(path, np.asfortranarray(typed(tensor)))


def write_npy_big(path, tensors):
    ((_, tensor),) = tensors.items()
    np.save(path, typed(tensor).astype(typed(tensor).dtype.newbyteorder(">")))


def write_npz(path, tensors):
    np.savez(path, **{name: typed(tensor) for name, tensor in tensors.items()})


def write_npz_deflated(path, tensors):
    np.savez_compressed(path, **{name: typed(tensor) for name, tensor in tensors.items()})


def read_npy(path):
    array = np.load(path)
    return {"": untyped(name_of(array.dtype, NUMPY), array)}


def read_npz(path):
    with np.load(path) as archive:
        return {name: untyped(name_of(array.dtype, NUMPY), array) for name, array in archive.items()}


# ---- safetensors

SAFETENSORS = {
    name: np.dtype(other).name for name, other in (NUMPY | ML_DTYPES).items() if BITS[name] >= 8 and name != "c128"
}
SAFETENSORS_SAID = {"bool": "BOOL", "f8e4m3fn": "F8_E4M3", "f8e4m3fnuz": "F8_E4M3FNUZ", "f8e5m2": "F8_E5M2"}
SAFETENSORS_SAID |= {"f8e5m2fnuz": "F8_E5M2FNUZ", "f8e8m0": "F8_E8M0", "f4e2m1": "F4"}
SAFETENSORS["f4e2m1"] = "float4_e2m1fn_x2"  # of which the shape counts pairs


def write_safetensors(path, tensors):
    kept = {name: np.frombuffer(packed(tensor), np.uint8) for name, tensor in tensors.items()}
    specs = {}
    for name, tensor in tensors.items():
        *rows, last = tensor.codes.shape
        specs[name] = TensorSpec(
            dtype=SAFETENSORS[tensor.dtype],
            shape=(*rows, last // 2) if tensor.dtype == "f4e2m1" else (*rows, last),
            data_ptr=kept[name].ctypes.data,
            data_len=kept[name].nbytes,
        )
    path.write_bytes(serialize(specs, {"made": "by the library"}))


def read_safetensors(path):
    said = {SAFETENSORS_SAID.get(name, name.upper()): name for name in SAFETENSORS}
    return {
        name: unpacked(said[view["dtype"]], view["data"], view["shape"])
        for name, view in deserialize(path.read_bytes())
    }


# ---- ONNX

ONNX = NUMPY | ML_DTYPES


def _proto(name, tensor):
    proto = numpy_helper.from_array(typed(tensor), name)
    assert onnx.helper.tensor_dtype_to_np_dtype(proto.data_type) == typed(tensor).dtype
    return proto


def _typed_proto(name, tensor):
    """Its numbers in the fields of their types, as `make_tensor` puts them there."""
    kind = helper.np_dtype_to_tensor_dtype(typed(tensor).dtype)
    return helper.make_tensor(name, kind, tensor.codes.shape, typed(tensor).ravel())


def as_typed(tensor):
    """What the library holds of a tensor that went through these fields: of a type's NaNs it keeps one."""
    return untyped(tensor.dtype, numpy_helper.to_array(_typed_proto("", tensor)))


def _model(protos):
    graph = helper.make_graph([], "g", [], [], protos)
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 25)])


def write_onnx(path, tensors):
    onnx.save(_model([_proto(*item) for item in tensors.items()]), path)


def write_onnx_typed(path, tensors):
    onnx.save(_model([_typed_proto(*item) for item in tensors.items()]), path)


def write_onnx_constants(path, tensors):
    nodes = [helper.make_node("Constant", [], [name], value=_proto(name, tensor)) for name, tensor in tensors.items()]
    onnx.save(helper.make_model(helper.make_graph(nodes, "g", [], [])), path)


def write_onnx_external(path, tensors):
    model = _model([_proto(*item) for item in tensors.items()])
    external_data_helper.convert_model_to_external_data(model, True, path.name + ".data", size_threshold=0)
    onnx.save(model, path)


def write_pb(path, tensors):
    ((name, tensor),) = tensors.items()
    onnx.save_tensor(_proto(name, tensor), str(path))


def read_pb(path):
    proto = TensorProto()
    proto.ParseFromString(path.read_bytes())
    array = numpy_helper.to_array(proto)
    return {proto.name: untyped(name_of(array.dtype, ONNX), array)}


# ---- GGUF

GGUF = {"f16": "F16", "bf16": "BF16", "f32": "F32", "f64": "F64", "i8": "I8", "i16": "I16", "i32": "I32", "i64": "I64"}


def _gguf_file(path, add):
    writer = gguf.GGUFWriter(path, "none")
    add(writer)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


def write_gguf(path, tensors):
    def add(writer):
        for name, tensor in tensors.items():
            if tensor.dtype == "bf16":
                kind = gguf.GGMLQuantizationType.BF16
                rows = tensor.codes.view(np.uint8)  # the shape counts bytes, as of any type that numpy has not
                writer.add_tensor(name, rows, raw_shape=rows.shape, raw_dtype=kind)
            else:
                writer.add_tensor(name, typed(tensor))

    _gguf_file(path, add)


def write_gguf_blocks(path, generator, shape):
    """Every type of blocks that the library can make. Returns: the bytes of each, row for row, by its name."""
    made = {}
    values = generator.standard_normal(shape, dtype=np.float32)
    for kind in gguf.GGMLQuantizationType:
        try:
            if gguf.GGML_QUANT_SIZES[kind][0] > 1:
                made[kind.name] = gguf.quants.quantize(values, kind)
        except NotImplementedError:
            continue
    _gguf_file(
        path,
        lambda writer: [
            writer.add_tensor(name, rows, raw_dtype=gguf.GGMLQuantizationType[name]) for name, rows in made.items()
        ],
    )
    read = {tensor.name: tensor.data for tensor in gguf.GGUFReader(path).tensors}
    assert all(np.array_equal(read[name], rows) for name, rows in made.items())
    return made


# ---- OpenVINO

IR = {name: name for name in BITS if name[0] in "ui" and name not in ("i2",)}
IR |= {"bool": "boolean", "f16": "f16", "bf16": "bf16", "f32": "f32", "f64": "f64", "f4e2m1": "f4e2m1"}
IR |= {"f8e5m2": "f8e5m2", "f8e8m0": "f8e8m0"}
IR |= {"f8e4m3fn": "f8e4m3"}


def constant(name, tensor):
    kind = getattr(openvino.Type, IR[tensor.dtype])
    made = openvino.Tensor(kind, list(tensor.codes.shape))
    np.copyto(made.data.reshape(-1).view(np.uint8), np.frombuffer(packed(tensor), np.uint8))
    node = openvino.op.Constant(made)
    node.set_friendly_name(name)
    return node


def write_ir(path, tensors):
    results = [openvino.opset13.result(constant(name, tensor)) for name, tensor in tensors.items()]
    openvino.save_model(openvino.Model(results, []), path, compress_to_fp16=False)
