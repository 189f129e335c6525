#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Times rows out of a large file, whose pages are not in memory, or are: libgather, the command, numpy's memmap.

An .npy and a .safetensors of 4 GiB are made in a folder of their own, and removed afterwards. Before each cold
measurement the file's pages are dropped (posix_fadvise), and the system is asked whether they are gone (mincore);
before a warm one they are read. Each measurement is a process of its own; those of a round take turns, and their
results must be equal. `./dev bench cold` runs this in an environment that has numpy.

The figures are medians: microseconds of the call alone (for the command: from its start to its end, with the output
written and brought to the disk), and the most memory that the process ever held, in which the system counts what is
mapped of a file.

The library's ways: it reads (library); takes from a map that nobody has touched (mapped), and once more (again); and
takes from memory, the whole table being there, once more too (memory), which is the most that can be had.
"""

import argparse
import ctypes
import json
import mmap
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
from functools import partial
from pathlib import Path

import numpy as np

PLACE = Path(__file__).resolve().parent / "cold"
CHUNK = 1 << 24


def read_arguments():
    parser = argparse.ArgumentParser(prog="./dev bench cold", description=__doc__.split("\n\n")[0])
    parser.add_argument("--gib", type=float, default=4, help="size of each file; 4")
    parser.add_argument("--rows", type=int, default=16384, help="how many are taken; 16384")
    parser.add_argument("--row-bytes", type=int, default=1024, help="bytes of each; 1024")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--folder", help="where the files are made; the user's cache folder if not said")
    parser.add_argument("--json", action="store_true", help="one JSON object on stdout, the table on stderr")
    parser.add_argument("--command", default="build/bin/gather", help=argparse.SUPPRESS)
    parser.add_argument("--launch", required=True, help=argparse.SUPPRESS)
    parser.add_argument("--library", required=True, help=argparse.SUPPRESS)
    given = parser.parse_args()
    given.table_rows = int(given.gib * (1 << 30)) // max(given.row_bytes, 1)
    if given.rows < 1 or given.rounds < 1 or given.table_rows < 1:
        parser.error("there is no less than one row, and no less than one round")
    return given


# ---- files -------------------------------------------------------------------------------------------


def head_of(kind, rows, width):
    if kind == "npy":
        text = f"{{'descr': '|u1', 'fortran_order': False, 'shape': ({rows}, {width}), }}".encode()
        text += b" " * (-(len(text) + 11) % 64) + b"\n"
        return b"\x93NUMPY\x01\x00" + len(text).to_bytes(2, "little") + text
    tensor = {"dtype": "U8", "shape": [rows, width], "data_offsets": [0, rows * width]}
    text = json.dumps({"table": tensor}).encode()
    text += b" " * (-len(text) % 8)
    return len(text).to_bytes(8, "little") + text


def make_file(path, kind, rows, width):
    """Numbers that differ from place to place. Returns: where the table begins."""
    head = head_of(kind, rows, width)
    noise = np.random.default_rng(1).integers(0, 256, CHUNK, dtype=np.uint8)
    left = rows * width
    with open(path, "wb") as file:
        file.write(head)
        while left > 0:
            noise += np.uint8(1)
            file.write(memoryview(noise)[: min(left, CHUNK)])
            left -= CHUNK
        file.flush()
        os.fsync(file.fileno())
    return len(head)


def resident_share(path):
    """How much of a file is in memory, by mincore: 0 to 1."""
    libc = ctypes.CDLL(None, use_errno=True)
    with open(path, "rb") as file, mmap.mmap(file.fileno(), 0, prot=mmap.PROT_READ) as mapped:
        view = np.frombuffer(mapped, dtype=np.uint8)
        pages = -(-len(mapped) // mmap.PAGESIZE)
        found = (ctypes.c_ubyte * pages)()
        address, length = ctypes.c_void_p(view.ctypes.data), ctypes.c_size_t(len(mapped))
        refused = libc.mincore(address, length, found)
        del view
        if refused:
            raise OSError(ctypes.get_errno(), "mincore")
        return float((np.frombuffer(found, dtype=np.uint8) & 1).mean())


def make_cold(path):
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.posix_fadvise(descriptor, 0, 0, os.POSIX_FADV_DONTNEED)
    finally:
        os.close(descriptor)
    if resident_share(path) > 0.001:
        sys.exit("bench: the system keeps the file in memory; --folder names a place on a disk")


def make_warm(path):
    for _ in range(3):
        with open(path, "rb", buffering=0) as file:
            while file.read(CHUNK):
                pass
        if resident_share(path) > 0.999:
            return
    sys.exit("bench: the file does not stay in memory; --gib makes it smaller")


# ---- measurements ------------------------------------------------------------------------------------


def run(given, words):
    """Runs a process. Returns: what it wrote, microseconds, the most memory it held."""
    words = [str(word) for word in (given.launch, *words)]
    child = subprocess.run(words, capture_output=True, text=True, check=False)
    if child.returncode != 0:
        sys.exit(f"bench: {' '.join(words)} failed\n{child.stderr}")
    took, memory = child.stderr.splitlines()[-1].split()
    return child.stdout, float(took), int(memory)


class Measuring:
    def __init__(self, given, folder, kind):
        self.given, self.kind = given, kind
        self.path = folder / f"table.{kind}"
        self.ids = folder / "ids.npy"
        self.output = folder / "rows.npy"
        self.offset = make_file(self.path, kind, given.table_rows, given.row_bytes)
        self.sums = set()

    def run_summed(self, words):
        written, _, memory = run(self.given, words)
        took, checksum = written.split()
        self.sums.add(checksum)
        return float(took), memory

    def by_library(self, way="file"):
        return self.run_summed([self.given.library, way, self.path, self.ids])

    def by_command(self):
        words = [self.given.command, "take", self.path, "-i", self.ids, "-o", self.output]
        return run(self.given, words)[1:]

    def by_numpy(self):
        shape = [str(number) for number in (self.offset, self.given.table_rows, self.given.row_bytes)]
        return self.run_summed([sys.executable, PLACE / "numpy_take.py", self.path, *shape, self.ids])

    def rounds(self, state, ways):
        """Rows of the result: the ways take turns."""
        found = {name: [] for name in ways}
        for _ in range(self.given.rounds):
            for name, way in ways.items():
                make_cold(self.path) if state == "cold" else make_warm(self.path)
                found[name].append(way())
        if len(self.sums) != 1:
            sys.exit("bench: the results differ")
        return [
            {
                "file": self.kind,
                "state": state,
                "way": name,
                "microseconds": statistics.median(took for took, _ in pairs),
                "least": min(took for took, _ in pairs),
                "most": max(took for took, _ in pairs),
                "memory": max(memory for _, memory in pairs),
            }
            for name, pairs in found.items()
        ]


def measure(given, folder):
    generator = np.random.default_rng(7)
    np.save(folder / "ids.npy", generator.integers(0, given.table_rows, given.rows, dtype=np.int64))
    rows = []
    for kind in ("npy", "safetensors"):
        print(f"bench: {kind}, {given.table_rows} rows of {given.row_bytes} bytes", file=sys.stderr)
        measuring = Measuring(given, folder, kind)
        mapped = partial(measuring.by_library, "map")
        ways = {
            "library": measuring.by_library,
            "mapped": mapped,
            "command": measuring.by_command,
            "numpy": measuring.by_numpy,
        }
        warm_ways = {**ways, "again": partial(measuring.by_library, "again")}
        rows += measuring.rounds("cold", ways)
        rows += measuring.rounds("warm", {**warm_ways, "memory": partial(measuring.by_library, "memory")})
        measuring.path.unlink()
    return rows


# ---- telling -----------------------------------------------------------------------------------------


def add_ratios(rows):
    """How many times as long numpy takes; and the library from memory, which is the most that can be had."""
    for row in rows:
        for other in rows:
            if (other["file"], other["state"]) == (row["file"], row["state"]) and other["way"] != row["way"]:
                if other["way"] in ("numpy", "memory"):
                    row[f"{other['way']}_ratio"] = other["microseconds"] / row["microseconds"]


def print_table(rows, to):
    columns = ("file", "state", "way", "ms", "least", "most", "MiB", "numpy/this", "memory/this")
    lines = [columns]
    for row in rows:
        times = [f"{row[key] / 1000:.1f}" for key in ("microseconds", "least", "most")]
        ratios = [f"{row[key]:.2f}" if key in row else "" for key in ("numpy_ratio", "memory_ratio")]
        lines.append((row["file"], row["state"], row["way"], *times, f"{row['memory'] / (1 << 20):.0f}", *ratios))
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    for line in lines:
        left = [text.ljust(width) for text, width in zip(line[:3], widths[:3], strict=True)]
        right = [text.rjust(width) for text, width in zip(line[3:], widths[3:], strict=True)]
        print("  ".join(left + right).rstrip(), file=to)


def main():
    given = read_arguments()
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "libgather"
    base = Path(given.folder) if given.folder else cache
    base.mkdir(parents=True, exist_ok=True)
    folder = Path(tempfile.mkdtemp(prefix="cold-", dir=base))
    try:
        rows = measure(given, folder)
    finally:
        shutil.rmtree(folder)
    add_ratios(rows)
    print_table(rows, sys.stderr if given.json else sys.stdout)
    if given.json:
        sizes = {"rows": given.rows, "row_bytes": given.row_bytes, "table_rows": given.table_rows}
        print(json.dumps({"schema": "gather.bench.cold/1", **sizes, "rounds": given.rounds, "results": rows}))


if __name__ == "__main__":
    main()
