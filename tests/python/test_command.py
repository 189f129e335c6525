# SPDX-License-Identifier: Apache-2.0
"""python -m libgather is the command."""

import os
import subprocess
import sys

import pytest


def run(*words, **options):
    return subprocess.run([sys.executable, "-m", "libgather", *words], capture_output=True, check=False, **options)


def test_version_and_exit_codes(tmp_path):
    import libgather

    assert run("--version").stdout.startswith(f"gather {libgather.__version__}\n".encode())
    (tmp_path / "rows.raw").write_bytes(bytes(range(6)))
    done = run("take", f"{tmp_path}/rows.raw@u8[3,2]", "-i", "2,0")
    assert (done.returncode, done.stdout) == (0, b"u8[2,2]\n[[4, 5],\n [0, 1]]\n")
    done = run("take", f"{tmp_path}/rows.raw@u8[3,2]", "-i", "2,7")
    assert done.returncode != 0 and b"indices[1] = 7 is outside" in done.stderr
    assert run("nosuch").returncode == 2 and run().returncode == 2


def test_stdin():
    assert run("layout", "-", input=b"f32[2,2]{0,1}\n").stdout


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs pipes")
def test_a_reader_that_goes_away_is_no_traceback():
    script = f"'{sys.executable}' -m libgather explain --help | head -c 1"
    done = subprocess.run(["sh", "-c", script], capture_output=True, check=True)
    assert done.stderr == b""
