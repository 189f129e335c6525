# SPDX-License-Identifier: Apache-2.0
"""format_judge.py [--seed N] [--tenth]: files of the libraries that made the formats, listed, taken from and converted.

For every type that both know: a library writes a file of random bits; `gather ls` tells what is in it, `gather take`
and `gather convert` write parts of it and all of it in every format that is written here, and that format's own
library reads it back, equal in every bit. Then models (format_models.py). $GATHER is the command, else
build/bin/gather. --tenth: of a tenth of the types. Exit 0: all equal; the counts are printed.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

import format_libraries as libraries
import format_models
import numpy as np
from format_libraries import Tensor, equal, random_tensor

SHAPE = (5, 4, 6)
ROWS = (3, 0, -1)
SHOWN = 20

# what a source is called, the end of its files' names, its types, who writes it, whether it holds one tensor alone
SOURCES = (
    ("npy", "npy", libraries.NUMPY, libraries.write_npy, True),
    ("npy, Fortran order", "npy", libraries.NUMPY, libraries.write_npy_fortran, True),
    ("npy, big-endian", "npy", libraries.NUMPY, libraries.write_npy_big, True),
    ("npz", "npz", libraries.NUMPY, libraries.write_npz, False),
    ("npz, deflated", "npz", libraries.NUMPY, libraries.write_npz_deflated, False),
    ("safetensors", "safetensors", libraries.SAFETENSORS, libraries.write_safetensors, False),
    ("onnx", "onnx", libraries.ONNX, libraries.write_onnx, False),
    ("onnx, typed fields", "onnx", libraries.ONNX, libraries.write_onnx_typed, False),
    ("onnx, Constants", "onnx", libraries.ONNX, libraries.write_onnx_constants, False),
    ("onnx, external data", "onnx", libraries.ONNX, libraries.write_onnx_external, False),
    ("onnx, one tensor", "pb", libraries.ONNX, libraries.write_pb, True),
    ("gguf", "gguf", libraries.GGUF, libraries.write_gguf, False),
    ("openvino", "xml", libraries.IR, libraries.write_ir, False),
)

# what is written here: its types, and who reads it
TARGETS = {
    "npy": (libraries.NUMPY, libraries.read_npy),
    "npz": (libraries.NUMPY, libraries.read_npz),
    "safetensors": (libraries.SAFETENSORS, libraries.read_safetensors),
    "pb": (libraries.ONNX, libraries.read_pb),
}


class Judge:
    """Runs the command, counts what is equal, and keeps what is not."""

    def __init__(self, gather, folder):
        self.gather, self.folder = gather, folder
        self.counts, self.faults = {}, []

    def run(self, *words):
        return subprocess.run([self.gather, *map(str, words)], capture_output=True, text=True, check=False)

    def count(self, source, what, good, about):
        counter = self.counts.setdefault(source, Counter())
        counter[what] += bool(good)
        if not good:
            self.faults.append(f"{source}: {about}")

    # ---- one file

    def listed(self, source, path, tensors):
        done = self.run("ls", path, "--json")
        listing = json.loads(done.stdout)["tensors"] if done.returncode == 0 else []
        said = {(one["name"], one["dtype"], tuple(one["shape"])) for one in listing}
        for name, tensor in tensors.items():
            wanted = (name if path.suffix != ".npy" else "", tensor.dtype, tensor.codes.shape)
            self.count(source, "listed", wanted in said, f"{wanted} is not listed {done.stderr.strip()}")

    def read_back(self, target, path):
        (tensor,) = TARGETS[target][1](path).values()
        return tensor

    def written(self, source, what, words, tensor):
        """Runs a command that writes a tensor, in every format that knows its type."""
        for target in [name for name, (known, _) in TARGETS.items() if tensor.dtype in known]:
            path = self.folder / f"out.{target}"
            path.unlink(missing_ok=True)
            done = self.run(*words, "-o", path)
            good = done.returncode == 0 and equal(self.read_back(target, path), tensor)
            about = f"{what} {tensor.dtype} into {target}: exit {done.returncode} {done.stderr.strip()}"
            self.count(source, f"{what} and read back", good, about)

    def judge(self, source, path, tensors):
        self.listed(source, path, tensors)
        for name, tensor in tensors.items():
            file = path if len(tensors) == 1 else f"{path}:{name}"
            part = Tensor(tensor.dtype, np.take(tensor.codes, ROWS, axis=0))
            self.written(source, "taken", ("take", file, "-i", ",".join(map(str, ROWS))), part)
            self.written(source, "converted", ("convert", file), tensor)

    def judge_source(self, source, end, known, write, alone, generator):
        tensors = {f"t.{dtype}": random_tensor(dtype, SHAPE, generator) for dtype in known}
        if write is libraries.write_onnx_typed:
            tensors = {name: libraries.as_typed(tensor) for name, tensor in tensors.items()}
        for number, part in enumerate([{name: tensors[name]} for name in tensors] if alone else [tensors]):
            path = self.folder / f"made{number}.{end}"
            write(path, part)
            self.judge(source, path, part)

    # ---- rows of blocks

    def judge_blocks(self, generator):
        """They are moved as bytes, a row at a time."""
        path, out = self.folder / "blocks.gguf", self.folder / "out.raw"
        made = libraries.write_gguf_blocks(path, generator, (6, 512))
        listing = json.loads(self.run("ls", path, "--json").stdout)["tensors"]
        said = {one["name"]: one["dtype"] for one in listing}
        for name, rows in made.items():
            self.count("gguf, blocks", "listed", said.get(name) == name, f"{name} is listed as {said.get(name)}")
            done = self.run("take", f"{path}:{name}", "-i", ",".join(map(str, ROWS)), "-o", out)
            good = done.returncode == 0 and out.read_bytes() == np.take(rows, ROWS, axis=0).tobytes()
            self.count("gguf, blocks", "taken and read back", good, f"taken {name}: {done.stderr.strip()}")
            done = self.run("convert", f"{path}:{name}", "-o", out)
            good = done.returncode == 0 and out.read_bytes() == rows.tobytes()
            self.count("gguf, blocks", "converted and read back", good, f"converted {name}: {done.stderr.strip()}")


def _report(judge):
    for source, counter in judge.counts.items():
        print(f"{source}: " + ", ".join(f"{number} {what}" for what, number in counter.items()))
    for fault in judge.faults[:SHOWN]:
        print(f"  NOT SO {fault}")
    if len(judge.faults) > SHOWN:
        print(f"  .. and {len(judge.faults) - SHOWN} more")
    equal_ones = sum(sum(counter.values()) for counter in judge.counts.values())
    print(f"{equal_ones} comparisons equal, {len(judge.faults)} not")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seed", type=int, default=int(os.environ.get("GATHER_TEST_SEED", 20240229)))
    parser.add_argument("--tenth", action="store_true")
    options = parser.parse_args()
    gather = Path(os.environ.get("GATHER", "build/bin/gather")).resolve()
    if not os.access(gather, os.X_OK):
        parser.error(f"there is no command at {gather}: ./dev build makes it")
    print(f"formats: GATHER_TEST_SEED={options.seed}", flush=True)
    generator = np.random.default_rng(options.seed)
    with tempfile.TemporaryDirectory(prefix="gather-formats-") as folder:
        judge = Judge(gather, Path(folder))
        for source, end, known, write, alone in SOURCES:
            some = list(known)[:: 10 if options.tenth else 1]
            judge.judge_source(source, end, some, write, alone, generator)
        judge.judge_blocks(generator)
        format_models.judge_models(judge, generator)
        _report(judge)
    return 1 if judge.faults else 0


if __name__ == "__main__":
    sys.exit(main())
