# SPDX-License-Identifier: Apache-2.0
"""The wheel: built as `pip install .` builds it, but without a network, and tried in a fresh environment."""

import json
import os
import re
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
# In bytes: kernels for three kinds of processors, the command, and three libraries for formats. Of these, expat alone
# differs by 6 KB from one version of Debian's to the next.
LIMIT = 764 * 1024

pytestmark = pytest.mark.skipif("LD_PRELOAD" in os.environ, reason="a sanitizer changes nothing about it")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    folder = tmp_path_factory.mktemp("wheel")
    words = ["wheel", "--no-build-isolation", "--no-deps", "--no-index", "--quiet", "--wheel-dir", folder, ROOT]
    subprocess.run([sys.executable, "-m", "pip", *words], check=True)
    (path,) = folder.glob("*.whl")
    return path


def test_what_is_in_it(wheel):
    assert re.fullmatch(r"libgather-[0-9.]+-cp311-abi3-linux_\w+\.whl", wheel.name)
    names = zipfile.ZipFile(wheel).namelist()
    assert {"libgather/_core.abi3.so", "libgather/_core.pyi", "libgather/py.typed"} <= set(names)
    assert not [name for name in names if not name.startswith("libgather")]
    print(f"{wheel.name}: {wheel.stat().st_size} bytes")
    assert wheel.stat().st_size < LIMIT


def test_what_it_links(wheel, tmp_path):
    module = zipfile.ZipFile(wheel).extract("libgather/_core.abi3.so", tmp_path)
    needed = subprocess.run(["readelf", "-d", module], check=True, capture_output=True, text=True).stdout
    assert set(re.findall(r"NEEDED.*\[(.*)\]", needed)) <= {"libc.so.6", "ld-linux-x86-64.so.2"}
    names = subprocess.run(["nm", "-D", "--defined-only", module], check=True, capture_output=True, text=True).stdout
    assert re.findall(r" T (\w+)", names) == ["PyInit__core"]


def test_what_it_takes_of_cpython(wheel):
    """The stable interface of 3.11 alone."""
    command = [sys.executable, "-m", "abi3audit", "--strict", "--report", wheel]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    (report,) = json.loads(done.stdout)["specs"].values()
    (module,) = report["wheel"]
    print(f"abi3audit: {module['result']}")
    assert module["result"]["is_abi3_baseline_compatible"] and module["result"]["computed"] == "3.11"


def test_a_fresh_environment(wheel, tmp_path):
    venv.create(tmp_path / "venv", with_pip=True)
    tools = tmp_path / "venv/bin"
    clean = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    subprocess.run([tools / "pip", "install", "--no-index", "--quiet", wheel], check=True, env=clean)
    code = (
        "import libgather as lg\n"
        "assert lg.take(b'abc', [2]).tolist() == [99]\n"
        "assert lg.Layout('f32[2,2]')._repr_svg_()\n"
        "print(lg.__file__)"
    )
    done = subprocess.run([tools / "python", "-c", code], check=True, env=clean, capture_output=True, text=True)
    assert str(tmp_path) in done.stdout
    version = subprocess.run([tools / "gather", "--version"], check=True, env=clean, capture_output=True, text=True)
    formats = {"npy", "npz", "safetensors", "gguf", "onnx", "pb", "ir"}
    assert formats <= set(version.stdout.split("formats:")[1].split())
