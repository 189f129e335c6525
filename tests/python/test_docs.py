# SPDX-License-Identifier: Apache-2.0
"""Docstrings, pages and stubs say what is so."""

import ast
import doctest
import importlib
import inspect
import os
import pkgutil
import re
import subprocess
import sys
from pathlib import Path

import libgather as lg
import ml_dtypes
import numpy as np
import pytest
from libgather import _core

ROOT = Path(__file__).resolve().parents[2]
MODULES = [f"libgather.{row.name}" for row in pkgutil.iter_modules(lg.__path__) if row.name not in ("__main__",)]
PAGES = ["docs/python.md"]


@pytest.mark.parametrize("name", ["libgather", *MODULES])
def test_docstrings(name):
    results = doctest.testmod(importlib.import_module(name))
    assert results.failed == 0


def members():
    for name, member in vars(_core).items():
        yield name, member
        if inspect.isclass(member):
            for inner, method in vars(member).items():
                yield f"{name}.{inner}", method


def test_docstrings_in_c():
    parser, runner, tried = doctest.DocTestParser(), doctest.DocTestRunner(), 0
    for name, member in members():
        test = parser.get_doctest(inspect.getdoc(member) or "", {}, name, None, 0)
        tried += len(test.examples)
        assert runner.run(test).failed == 0
    assert tried >= 15


def test_everything_public_has_a_docstring():
    for name in lg.__all__:
        if not name.startswith("__"):
            assert inspect.getdoc(getattr(lg, name)), name
    for name, member in members():
        if callable(member) and not name.rpartition(".")[2].startswith("_"):
            assert inspect.getdoc(member), name


@pytest.mark.parametrize("page", PAGES)
def test_pages(page, tmp_path, monkeypatch):
    """The blocks of a page run one after the other, in an empty folder."""
    monkeypatch.chdir(tmp_path)
    text = (ROOT / page).read_text(encoding="utf-8")
    names, tried = {}, 0
    for block in re.findall(r"^```python\n(.*?)^```", text, re.M | re.S):
        test = doctest.DocTestParser().get_doctest(block, names, page, page, 0)
        runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS)
        runner.run(test, clear_globs=False)
        assert runner.failures == 0
        names, tried = test.globs, tried + len(test.examples)
    assert tried


@pytest.mark.parametrize("page", ["README.md", "python/README.md"])
def test_lines_of_the_readme(page):
    text = (ROOT / page).read_text(encoding="utf-8")
    blocks = re.findall(r"^```python\n(.*?)^```", text, re.M | re.S)
    assert blocks
    for block in blocks:
        assert doctest.DocTestRunner().run(doctest.DocTestParser().get_doctest(block, {}, page, None, 0)).failed == 0


# ---- stubs ----


def stub_of(module):
    path = Path(lg.__file__).parent / f"{module}.pyi"
    return ast.parse(path.read_text(encoding="utf-8"))


def parameters(node):
    arguments = node.args
    names = [row.arg for row in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)]
    return [name for name in names if name != "self"]


def test_stub_of_the_extension():
    """Every name of the extension stands in its stub, and every name there exists; with the same parameters."""
    stub = {node.name: node for node in stub_of("_core").body if isinstance(node, (ast.FunctionDef, ast.ClassDef))}
    public = {name for name, member in vars(_core).items() if callable(member) and not name.startswith("_")}
    assert public == set(stub)
    for name, node in stub.items():
        if isinstance(node, ast.ClassDef):
            inner = {row.name for row in node.body if isinstance(row, ast.FunctionDef)}
            inner |= {row.target.id for row in node.body if isinstance(row, ast.AnnAssign)}
            real = {row for row in vars(getattr(_core, name)) if not row.startswith("__")}
            assert real <= inner, (name, real - inner)
        elif getattr(_core, name).__text_signature__:
            real = [row for row in inspect.signature(getattr(_core, name)).parameters]
            assert real == parameters(node), name


@pytest.mark.skipif("LD_PRELOAD" in os.environ, reason="a sanitizer changes nothing about it")
def test_stub_by_mypy(tmp_path):
    """mypy's own comparison: kinds of functions, parameters, defaults, what is final, what is there on either side."""
    search = os.pathsep.join([str(Path(lg.__path__[0]).parent), os.environ.get("PYTHONPATH", "")])
    allowed = tmp_path / "allowed"
    allowed.write_text("libgather._core.Array.__buffer__\n")  # checkers know it of all versions, Python from 3.12 on
    words = [sys.executable, "-m", "mypy.stubtest", "--concise", "libgather._core"]
    words += ["--allowlist", str(allowed), "--ignore-unused-allowlist"]
    told = subprocess.run(words, cwd=tmp_path, env={**os.environ, "PYTHONPATH": search}, capture_output=True, text=True)
    assert told.returncode == 0, told.stdout + told.stderr


@pytest.mark.skipif("LD_PRELOAD" in os.environ, reason="a sanitizer changes nothing about it")
def test_typical_uses_by_mypy(tmp_path):
    """Calls that run are those that mypy lets pass in its strict mode, which leaves no function without types."""
    for words in (["-m", "mypy", "--strict", "--cache-dir", tmp_path], []):
        told = subprocess.run(
            [sys.executable, *words, Path(__file__).with_name("typed_uses.py")],
            cwd=tmp_path,
            capture_output=True,
            text=True,
        )
        assert told.returncode == 0, told.stdout + told.stderr


def test_the_page_names_types_that_are_refused():
    page = (ROOT / "docs/python.md").read_text(encoding="utf-8")
    (refused,) = re.findall("Refused by name: (.*)", page)
    for name in dir(ml_dtypes):
        dtype = getattr(ml_dtypes, name)
        if not inspect.isclass(dtype) or not issubclass(dtype, np.generic):
            continue
        try:
            lg.take(np.zeros(2, dtype), [0])
            is_taken = True
        except TypeError:
            is_taken = False
        assert is_taken != bool(re.search(rf"\b{name}\b", refused)), name
