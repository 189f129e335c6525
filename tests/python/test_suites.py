# SPDX-License-Identifier: Apache-2.0
"""The tests of others: numpy's and onnx's own, as they are installed, and the array API's, written anew from its text.

And our own that others can be judged by: the cases, and the oracles', through the module.
"""

import os
import re
import subprocess
import sys
from pathlib import Path

import libgather as lg
import numpy as np
import pytest

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]


@pytest.fixture
def backend(tmp_path):
    """The module, as a program that answers cases."""
    path = tmp_path / "backend"
    path.write_text(f"#!/bin/sh\nexec '{sys.executable}' '{HERE}/module_backend.py'\n")
    path.chmod(0o755)
    return path


def test_cases(backend):
    words = ["test", "--limit", "60", "--backend", backend, *sorted((ROOT / "tests/cases").glob("*.jsonl"))]
    done = subprocess.run([sys.executable, "-m", "libgather", *words], capture_output=True, text=True, check=False)
    print(done.stdout[-4000:], done.stderr[-4000:])
    passed, failed = re.search(r"(\d+) passed, (\d+) failed", done.stdout).groups()
    assert done.returncode == 0 and int(passed) >= 700 and int(failed) == 0


def test_oracles(backend, tmp_path):
    """What numpy, onnxruntime and openvino answer: 600 cases, 102,000 with GATHER_TEST_ALL.

    A sanitizer's library is loaded where the module is, and not where the others are: it does not bear with them.
    """
    command = tmp_path / "gather"
    preload = os.environ.get("LD_PRELOAD", "")
    command.write_text(
        f"#!/bin/sh\nshift\nLD_PRELOAD='{preload}' exec '{sys.executable}' -m libgather test --limit 60 "
        f"--backend '{backend}' \"$@\"\n"
    )
    command.chmod(0o755)
    cases = "34000" if os.environ.get("GATHER_TEST_ALL") else "200"
    words = [ROOT / "tests/oracle/judge.py", "--cases", cases, "numpy", "onnxruntime", "openvino"]
    done = subprocess.run(
        [sys.executable, *words],
        capture_output=True,
        text=True,
        check=False,
        cwd=tmp_path,
        env={**os.environ, "GATHER": str(command), "LD_PRELOAD": ""},
    )
    print(done.stdout[-4000:], done.stderr[-4000:])
    assert done.returncode == 0 and " 0 unexplained" in done.stdout


def test_numpys_own():
    done = subprocess.run([sys.executable, HERE / "numpy_suite.py"], capture_output=True, text=True, check=False)
    print(done.stdout, done.stderr)
    assert done.returncode == 0
    passed, failed, skipped = (int(part.split()[0]) for part in done.stdout.splitlines()[-1].split(","))
    assert passed >= 14 and failed == 0 and skipped <= 5


def test_onnxs_own():
    code = (
        "import unittest, onnx.backend.test, libgather.onnx_backend\n"
        "tests = onnx.backend.test.BackendTest(libgather.onnx_backend.Backend, __name__)\n"
        "tests.include('test_gather')\n"
        "globals().update(tests.test_cases)\n"
        "unittest.main(verbosity=2)\n"
    )
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", code], capture_output=True, text=True, check=False, cwd=HERE
    )
    print(done.stderr[-4000:])
    assert done.returncode == 0
    ran = [line for line in done.stderr.splitlines() if line.startswith("test_gather")]
    assert sum(line.endswith("ok") for line in ran) >= 10
    skips = [line for line in ran if "skipped" in line]
    assert all("_cuda" in line for line in skips), skips


# ---- the array API's take and take_along_axis (2024.12): x of any type, integers, negative ones too, one axis ----

TYPES = "bool int8 int16 int32 int64 uint8 uint16 uint32 uint64 float32 float64 complex64 complex128".split()


@pytest.mark.parametrize("dtype", TYPES)
def test_array_api_take(dtype):
    x = np.arange(24).reshape(2, 3, 4).astype(dtype)
    for axis in range(-3, 3):
        size = x.shape[axis]
        for indices in ([0], [size - 1, -size], list(range(size)), []):
            given = np.array(indices, "i8")
            out = lg.take(x, given, axis=axis)
            at = axis % 3
            assert out.dtype == x.dtype and out.shape == x.shape[:at] + (len(indices),) + x.shape[at + 1 :]
            for place, index in enumerate(indices):
                here, there = (slice(None),) * at + (place,), (slice(None),) * at + (index,)
                assert (out[here] == x[there]).all()


@pytest.mark.parametrize("dtype", TYPES)
def test_array_api_take_of_one_dimension_needs_no_axis(dtype):
    x = np.arange(5).astype(dtype)
    assert (lg.take(x, np.array([4, -5])) == x[[4, 0]]).all()


@pytest.mark.parametrize("dtype", TYPES)
def test_array_api_take_along_axis(dtype):
    x = np.arange(24).reshape(2, 3, 4).astype(dtype)
    generator = np.random.default_rng(3)
    for axis in range(-3, 3):
        shape = list(x.shape)
        shape[axis] = 5
        indices = generator.integers(-x.shape[axis], x.shape[axis], shape)
        out = lg.take_along_axis(x, indices, axis=axis)
        assert out.dtype == x.dtype and out.shape == tuple(shape)
        for at in np.ndindex(*shape):
            there = list(at)
            there[axis] = indices[at]
            assert out[at] == x[tuple(there)]
    assert (lg.take_along_axis(x, np.zeros((2, 3, 1), int)) == x[..., :1]).all()  # the axis is the last one


def test_models_of_quantised_tables():
    """onnx's backend protocol, with the operator that is onnxruntime's; a zero point that is left out, and one of int4."""
    import ml_dtypes
    import onnx
    from libgather.onnx_backend import Backend
    from onnx import TensorProto, helper

    table = np.arange(96, dtype="i1").reshape(3, 32).astype(ml_dtypes.int4)
    operands = {"t": table, "s": np.full((3, 2), 0.5, "f4"), "z": np.ones((3, 2)).astype(ml_dtypes.int4)}
    constants = [
        helper.make_tensor("t", TensorProto.INT4, table.shape, table.astype("i1").ravel()),
        helper.make_tensor("z", TensorProto.INT4, (3, 2), [1] * 6),
        onnx.numpy_helper.from_array(operands["s"], "s"),
    ]
    for last in ([], [""], ["z"]):
        nodes = [
            helper.make_node("Gather", ["r", "i"], ["j"]),
            helper.make_node(
                "GatherBlockQuantized", ["t", "j", "s", *last], ["y"], domain="com.microsoft", block_size=16
            ),
        ]
        given = [helper.make_tensor_value_info(name, TensorProto.INT64, [None]) for name in "ri"]
        made = [helper.make_tensor_value_info("y", TensorProto.FLOAT, [None, 32])]
        imports = [helper.make_opsetid("", 21), helper.make_opsetid("com.microsoft", 1)]
        graph = helper.make_graph(nodes, "g", given, made, constants)
        model = helper.make_model(graph, opset_imports=imports)
        assert Backend.is_compatible(model)
        (got,) = Backend.run_model(model, [np.array([2, 0, 9]), np.array([1, 2, 0])])
        named = {"block_size": 16}
        zeros = operands["z"] if last == ["z"] else None
        wanted = lg.onnx.gather_block_quantized(table, [0, 9, 2], operands["s"], zeros, **named)
        assert got.dtype == "f4" and np.array_equal(got, wanted) and got.any() and not got[1].any()
        inputs = [table, np.array([0, 9, 2]), operands["s"]] + [operands["z"]] * (zeros is not None)
        assert np.array_equal(Backend.run_node(nodes[1], inputs)[0], wanted)
