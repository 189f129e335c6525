# SPDX-License-Identifier: Apache-2.0
"""Models: ONNX's own tests of gathers, as its library writes them and as Debian has them, under `gather test`; and
graphs that OpenVINO and ONNX saved, which `gather run` runs as they do themselves.
"""

import itertools
import re
import warnings
from collections import Counter
from pathlib import Path

import format_libraries as libraries
import numpy as np
import onnx
import onnxruntime
import openvino
from onnx import helper, numpy_helper
from onnx.reference import ReferenceEvaluator

DEBIANS = Path("/usr/share/libonnx-testdata/data/node")  # the package libonnx-testdata
TESTED = ("test_gather", "test_identity", "test_shape", "test_constant")
TYPES = ("u8", "i8", "i32", "i64", "f16", "f32", "f64", "bool")

# ---- ONNX's own tests


def _write_tensors(folder, kind, values, names):
    for number, (value, name) in enumerate(zip(values, names, strict=True)):
        proto = value if isinstance(value, onnx.TensorProto) else numpy_helper.from_array(np.asarray(value), name)
        onnx.save_tensor(proto, str(folder / f"{kind}_{number}.pb"))


def _is_tensors(case):
    values = list(case.model.graph.input) + list(case.model.graph.output)
    return all(value.type.HasField("tensor_type") for value in values)


def write_tests(folder):
    """Returns: how many."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of arithmetic in cases that are not written
        from onnx.backend.test.case.node import collect_testcases

        cases = [case for case in collect_testcases(None) if case.name.startswith(TESTED) and _is_tensors(case)]
    for case in cases:
        place = folder / case.name
        place.mkdir(parents=True)
        onnx.save(case.model, place / "model.onnx")
        for number, (inputs, outputs) in enumerate(case.data_sets):
            data_set = place / f"test_data_set_{number}"
            data_set.mkdir()
            _write_tensors(data_set, "input", inputs, [value.name for value in case.model.graph.input])
            _write_tensors(data_set, "output", outputs, [value.name for value in case.model.graph.output])
    return len(cases)


def judge_tests(judge, source, folder):
    done = judge.run("test", folder, *(word for start in TESTED for word in ("--only", f"{start}*")))
    summary = re.search(r"^(\d+) passed, (\d+) failed, (\d+) skipped$", done.stdout, re.M)
    gathers = len(re.findall(r"^passed test_gather", done.stdout, re.M))
    good = done.returncode == 0 and summary is not None and gathers >= 10
    if not good:
        judge.faults.append(f"{source}: exit {done.returncode}\n{done.stdout}{done.stderr}")
    passed, skipped = (int(summary[1]), int(summary[3])) if summary else (0, 0)
    judge.counts[source] = Counter({"tests passed": passed})
    print(f"{source}: of {passed} tests {gathers} are of gathers; {skipped} of other operators skipped")


# ---- graphs


def _input(name, tensor, is_open=True):
    """is_open: of any sizes."""
    array = libraries.typed(tensor)
    shape = [-1] * array.ndim if is_open else array.shape
    return openvino.opset13.parameter(shape, openvino.Type(array.dtype), name=name)


def openvino_graphs(generator):
    """(what it is, model, inputs): each gather, with indices of both types, constants and inputs in turn."""
    ops = openvino.opset13
    for number, dtype in enumerate(TYPES):
        numbers = generator.integers(0, 100, (5, 3, 2))  # that survive the types in which it computes
        data = libraries.untyped(dtype, numbers.astype(libraries.NUMPY[dtype]))
        rows = np.array([[4, 0], [-1, 7]], np.int64 if number % 2 else np.int32)
        places = np.tile(np.array([[0], [2], [1], [1]], rows.dtype), (5, 1, 2))
        tuples = np.array([[0, 2], [4, 1]], rows.dtype)
        given = {"data": data}
        node = _input("data", data)
        yield f"Gather {dtype}", ops.gather(node, ops.constant(rows), ops.constant(np.int64(0))), [node], given
        node = _input("data", data)
        yield f"GatherElements {dtype}", ops.gather_elements(node, ops.constant(places), 1), [node], given
        node = _input("data", data)
        yield f"GatherND {dtype}", ops.gather_nd(node, ops.constant(tuples), 0), [node], given
        held = libraries.constant("held", data)
        index = openvino.opset13.parameter([-1], openvino.Type(rows.dtype), name="index")
        ids = libraries.untyped(f"i{8 * rows.itemsize}", np.array([1, 0, -1], rows.dtype))
        last = ops.shape_of(ops.gather(held, index, ops.constant(np.int32(-3))))
        yield f"ShapeOf {dtype}", last, [index], {"index": ids}


def computed_graphs(generator):
    """Likewise: embedding bags, of numbers whose sums no order of adding changes, none of them -0, and a tree of beams."""
    ops = openvino.opset15
    table = libraries.untyped("f32", generator.integers(-9, 9, (6, 4)).astype(np.float32))
    for dtype in ("i32", "i64"):
        ids = libraries.untyped(dtype, generator.integers(0, 6, 7).astype(libraries.NUMPY[dtype]))
        offsets = libraries.untyped(dtype, np.array([0, 3, 3, 5], libraries.NUMPY[dtype]))
        pairs = libraries.untyped(dtype, generator.integers(0, 6, (3, 2)).astype(libraries.NUMPY[dtype]))
        weights = libraries.untyped("f32", generator.integers(1, 4, 7).astype(np.float32))
        default = ops.constant(np.array(4, libraries.NUMPY[dtype]))
        held = libraries.constant("held", table)
        index, begin, weight, pair = (
            _input(*one, is_open=False)
            for one in (("index", ids), ("begin", offsets), ("weight", weights), ("pair", pairs))
        )
        given = {"index": ids, "begin": offsets}
        yield f"offsets {dtype}", ops.embedding_bag_offsets(held, index, begin, reduction="mean"), [index, begin], given
        sums = ops.embedding_bag_offsets_sum(held, index, begin, default, weight)
        yield f"offsets, sum {dtype}", sums, [index, begin, weight], {**given, "weight": weights}
        yield f"packed {dtype}", ops.embedding_bag_packed(held, pair), [pair], {"pair": pairs}
        yield f"packed, sum {dtype}", ops.embedding_bag_packed_sum(held, pair), [pair], {"pair": pairs}
    steps = libraries.untyped("i32", generator.integers(0, 9, (4, 2, 3)).astype(np.int32))
    parents = libraries.untyped("i32", generator.integers(0, 3, (4, 2, 3)).astype(np.int32))
    step, parent = _input("step", steps), _input("parent", parents)
    tree = ops.gather_tree(step, parent, ops.constant(np.array([4, 2], np.int32)), ops.constant(np.array(5, np.int32)))
    yield "tree", tree, [step, parent], {"step": steps, "parent": parents}


def judge_openvino(judge, generator):
    core = openvino.Core()
    core.set_property("CPU", {"INFERENCE_PRECISION_HINT": "f32"})
    for what, last, parameters, given in itertools.chain(openvino_graphs(generator), computed_graphs(generator)):
        model = openvino.Model([openvino.opset13.result(last)], parameters)
        path = judge.folder / "saved.xml"
        openvino.save_model(model, path, compress_to_fp16=False)
        compiled = core.compile_model(model, "CPU")
        expected = compiled([libraries.typed(tensor) for tensor in given.values()])[0]
        judge_run(judge, "openvino, saved graphs", what, path, given, expected)


def onnx_graphs():
    """A graph of several nodes, in opsets that differ in what is allowed."""
    for opset in (11, 12, 13, 18, 25):
        values = np.arange(24, dtype=np.float32).reshape(4, 3, 2)
        nodes = [
            helper.make_node("Constant", [], ["rows"], value=numpy_helper.from_array(np.array([3, -1, 0]))),
            helper.make_node("Gather", ["table", "rows"], ["some"], axis=0),
            helper.make_node("Identity", ["some"], ["same"]),
            helper.make_node("GatherND", ["same", "ids"], ["picked"]),
            helper.make_node("Shape", ["picked"], ["shape"]),
            helper.make_node("GatherElements", ["picked", "places"], ["result"], axis=1),
        ]
        inputs = [helper.make_tensor_value_info(name, onnx.TensorProto.INT64, ["n", "m"]) for name in ("ids", "places")]
        outputs = [
            helper.make_tensor_value_info("result", onnx.TensorProto.FLOAT, ["n", "m"]),
            helper.make_tensor_value_info("shape", onnx.TensorProto.INT64, [2]),
        ]
        graph = helper.make_graph(nodes, "g", inputs, outputs, [numpy_helper.from_array(values, "table")])
        model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", opset)])
        onnx.checker.check_model(model, full_check=True)
        yield opset, model, {"ids": np.array([[1, 2], [-1, 0]]), "places": np.array([[1, -1, 0], [0, 0, 1]])}


def judge_onnx(judge):
    for opset, model, given in onnx_graphs():
        path = judge.folder / "saved.onnx"
        onnx.save(model, path)
        tensors = {name: libraries.untyped("i64", array) for name, array in given.items()}
        for name, expected in zip(("result", "shape"), ReferenceEvaluator(model).run(None, given), strict=True):
            judge_run(judge, "onnx, saved graphs", f"{name}, opset {opset}", path, tensors, expected, name)


def quantised_graph(generator, kind, bits, scale, has_zeros):
    """50 rows of 48 numbers, a scale for every 16 of them."""
    rows, numbers, blocks = 50, 48, 3
    stored = 8 if kind == onnx.TensorProto.UINT8 else bits  # of an element, which may hold several numbers
    tensors = []
    for name, each in {"table": numbers, "zeros": blocks}.items() if has_zeros else [("table", numbers)]:
        shape = [rows, -(-each * bits // stored)]
        tensors.append(helper.make_tensor(name, kind, shape, generator.bytes(rows * shape[1] * stored // 8), raw=True))
    tensors.append(numpy_helper.from_array(generator.standard_normal((rows, blocks)).astype(scale), "scales"))
    inputs = ["table", "ids", "scales", "zeros" if has_zeros else ""]
    node = helper.make_node(
        "GatherBlockQuantized", inputs, ["rows"], domain="com.microsoft", block_size=numbers // blocks, bits=bits
    )
    ids = helper.make_tensor_value_info("ids", onnx.TensorProto.INT64, ["n", "m"])
    result = helper.make_tensor_value_info("rows", helper.np_dtype_to_tensor_dtype(np.dtype(scale)), None)
    sets = [helper.make_opsetid("", 21), helper.make_opsetid("com.microsoft", 1)]
    return helper.make_model(
        helper.make_graph([node], "g", [ids], [result], tensors), opset_imports=sets, ir_version=10
    )


def quantised_graphs(generator):
    """Every way to store numbers, with zero points and without; ids that name few of the rows, and many."""
    kinds = onnx.TensorProto
    stored = ((kinds.UINT4, 4), (kinds.INT4, 4), (kinds.UINT8, 4), (kinds.UINT8, 8))
    for (kind, bits), scale, has_zeros in itertools.product(stored, (np.float32, np.float16), (False, True)):
        model = quantised_graph(generator, kind, bits, scale, has_zeros)
        for count in (5, 100):
            what = f"type {kind}, {bits} bits, zero points: {has_zeros}, {count} ids"
            yield what, model, generator.integers(-50, 50, (2, count))


def judge_quantised(judge, generator):
    for what, model, ids in quantised_graphs(generator):
        path = judge.folder / "quantised.onnx"
        onnx.save(model, path)
        expected = onnxruntime.InferenceSession(str(path)).run(None, {"ids": ids})[0]
        judge_run(judge, "onnxruntime, quantised graphs", what, path, {"ids": libraries.untyped("i64", ids)}, expected)


def judge_run(judge, source, what, path, given, expected, output=None):
    words = ["run", path]
    for name, tensor in given.items():
        libraries.write_npy(judge.folder / f"{name}.npy", {name: tensor})
        words += ["-i", f"{name}={judge.folder}/{name}.npy"]
    out = judge.folder / "result.npy"
    out.unlink(missing_ok=True)
    done = judge.run(*words, "-o", f"{output}={out}" if output else out)
    good = done.returncode == 0
    if good:
        got = np.load(out)
        good = got.dtype == expected.dtype and got.shape == expected.shape and got.tobytes() == expected.tobytes()
    judge.count(source, "run, with equal results", good, f"{what}: exit {done.returncode} {done.stderr.strip()}")


def judge_models(judge, generator):
    folder = judge.folder / "onnx"
    write_tests(folder)
    judge_tests(judge, "onnx, its own tests", folder)
    if DEBIANS.is_dir():
        judge_tests(judge, "onnx, its own tests in Debian", DEBIANS)
    else:
        print(f"Debian's tests of ONNX are not installed: {DEBIANS}")
    judge_onnx(judge)
    judge_quantised(judge, generator)
    judge_openvino(judge, generator)
