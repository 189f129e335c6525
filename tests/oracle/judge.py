# SPDX-License-Identifier: Apache-2.0
"""judge.py [--all] [--tenth] [--seed N] [--cases N] [ORACLE[:NUMBER]...]: the library against libraries of others.

Random cases are answered by each oracle, in processes of their own, and judged by `gather test` ($GATHER, else
build/bin/gather): bit for bit, the error's class too. 20,000 cases; 1,000,000 with --all, where torch and XLA take
part. --tenth: a tenth of them. --cases: so many of each. ORACLE:NUMBER makes and judges one case alone, and leaves it
in build/oracle/. Exit 0: no difference that known_differences.py does not explain.
"""

import argparse
import concurrent.futures
import contextlib
import itertools
import json
import os
import re
import struct
import subprocess
import sys
import tempfile
import time
from collections import Counter
from importlib import metadata
from pathlib import Path

HERE = Path(__file__).resolve().parent
KEPT = Path("build/oracle")
FEW = {"numpy": 8000, "onnxruntime": 8000, "openvino": 4000}
ALL = {"numpy": 400_000, "onnxruntime": 380_000, "openvino": 100_000, "torch": 100_000, "xla": 20_000}
CHUNK = 4000
SECONDS_A_CASE = 120  # the first one loads the library
SHOWN = 10


class Chunk:
    """Cases first .. first + count - 1 of an oracle: made, judged, forgotten but for what went wrong."""

    def __init__(self, options, oracle, first, count):
        self.options, self.oracle, self.first, self.count = options, oracle, first, count
        self.made = self.passed = self.empty = 0
        self.left_out, self.faults, self.notes = Counter(), [], []

    def run(self):
        with tempfile.TemporaryDirectory(prefix="gather-oracle-") as folder:
            path = Path(folder, "cases.jsonl")
            path.touch()
            first, end = self.first, self.first + self.count
            while first < end:
                stopped_at = self.make(path, first, end - first)
                if stopped_at is None:
                    break
                self._retry(path, stopped_at)
                first = stopped_at + 1
            self.judge(path)
        return self

    def _retry(self, path, number):
        """What ended its process among others is tried alone."""
        if self.make(path, number, 1) is None:
            self.notes.append(f"{self.oracle}_{number} ended its oracle, and did not when tried alone")
        else:
            self.faults.append(f"{self.oracle}_{number} ends its oracle, alone too")

    def make(self, path, first, count):
        """Returns: None, or the number of the case by which the worker ended."""
        progress = Path(path.parent, "progress")
        progress.write_bytes(struct.pack("<q", first))
        arguments = [self.oracle, self.options.seed, first, count, path, progress]
        worker = subprocess.Popen(
            [sys.executable, HERE / "worker.py", *map(str, arguments)],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        stopped = _watch(worker, progress)
        output, errors = worker.communicate()
        self._hear(output, whole=not stopped and worker.returncode == 0)
        if stopped or worker.returncode != 0:
            number = struct.unpack("<q", progress.read_bytes())[0]
            if number < 0 or worker.returncode == 1:  # not the library's end, but this program's
                raise RuntimeError(f"the worker of {self.oracle} failed:\n{errors}")
            return number
        return None

    def _hear(self, output, whole):
        lines = output.splitlines()
        if whole:
            summary = json.loads(lines.pop())
            self.empty += summary["empty"]
            self.left_out.update(summary["left_out"])
        self.faults += lines

    def judge(self, path):
        lines = path.read_text().splitlines(keepends=True)
        self.made = len(lines)
        done = subprocess.run([self.options.gather, "test", path], capture_output=True, text=True, check=False)
        summary = re.search(r"(\d+) passed, (\d+) failed, (\d+) skipped\n$", done.stdout)
        if summary is None or done.returncode not in (0, 1):
            KEPT.mkdir(parents=True, exist_ok=True)
            Path(KEPT, "last.jsonl").write_text("".join(lines))
            raise RuntimeError(
                f"gather test: exit {done.returncode}; the cases are in {KEPT}/last.jsonl\n{done.stderr[-2000:]}"
            )
        self.passed = int(summary[1])
        failed = re.findall(r"^FAIL .*?:(\d+) (.*)$", done.stdout, re.M)
        self.faults += [message for _, message in failed]
        if int(summary[3]) or self.passed + len(failed) != self.made:
            self.faults.append(f"of {self.made} cases, {summary[0].strip()}")
        if failed:
            _keep(lines[int(number) - 1] for number, _ in failed)


def _watch(worker, progress):
    """Waits for a worker. Returns: whether it stood still for too long and was stopped."""
    seen, since = None, time.monotonic()
    while worker.poll() is None:
        now = progress.read_bytes()
        if now != seen:
            seen, since = now, time.monotonic()
        if time.monotonic() - since > SECONDS_A_CASE:
            worker.kill()
            return True
        with contextlib.suppress(subprocess.TimeoutExpired):
            worker.wait(0.2)
    return False


def _keep(lines):
    KEPT.mkdir(parents=True, exist_ok=True)
    with open(KEPT / "failed.jsonl", "a") as file:
        file.writelines(lines)


def _chunks(options):
    counts = ALL if options.all else FEW
    for name, count in counts.items():
        if options.oracles and name not in options.oracles:
            continue
        count = options.cases or count // (10 if options.tenth else 1)
        for first in range(0, count, CHUNK):
            yield Chunk(options, name, first, min(CHUNK, count - first))


def _judge_one(options, name):
    """One case, by its name: it stays in the folder."""
    oracle, number = name.split(":")
    chunk = Chunk(options, oracle, int(number), 1)
    KEPT.mkdir(parents=True, exist_ok=True)
    path = KEPT / "one.jsonl"
    path.write_text("")
    chunk.make(path, int(number), 1)
    (KEPT / "progress").unlink()
    chunk.judge(path)
    print(f"{path}: {chunk.passed} passed", *chunk.faults, sep="\n")
    return 1 if chunk.faults else 0


def _report(name, chunks):
    """The counts of an oracle, and what went wrong. Returns: how much did."""
    made, passed = sum(chunk.made for chunk in chunks), sum(chunk.passed for chunk in chunks)
    left_out = sum((chunk.left_out for chunk in chunks), Counter())
    faults = [fault for chunk in chunks for fault in chunk.faults]
    version = metadata.version("jax" if name == "xla" else name)
    print(
        f"{name} {version}: {made} cases, {passed} agree; {sum(left_out.values())} draws left out as known differences"
    )
    for reason, count in left_out.most_common():
        print(f"    {count:8} {reason}")
    for note in [note for chunk in chunks for note in chunk.notes][:SHOWN]:
        print(f"    {note}")
    for fault in faults[:SHOWN]:
        print(f"  NOT SO {fault}")
    if len(faults) > SHOWN:
        print(f"  .. and {len(faults) - SHOWN} more")
    sys.stdout.flush()
    return len(faults)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--all", action="store_true", default=bool(os.environ.get("GATHER_TEST_ALL")))
    parser.add_argument("--tenth", action="store_true")
    parser.add_argument("--seed", type=int, default=int(os.environ.get("GATHER_TEST_SEED", 20240229)))
    parser.add_argument("--cases", type=int, default=0)
    parser.add_argument("oracles", nargs="*")
    options = parser.parse_args()
    options.gather = os.environ.get("GATHER", "build/bin/gather")
    if not os.access(options.gather, os.X_OK):
        parser.error(f"there is no command at {options.gather}: ./dev build makes it")
    print(f"oracle: GATHER_TEST_SEED={options.seed}", flush=True)
    if options.oracles and ":" in options.oracles[0]:
        return max(_judge_one(options, name) for name in options.oracles)
    (KEPT / "failed.jsonl").unlink(missing_ok=True)
    cases = faults = 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        done = pool.map(Chunk.run, _chunks(options))
        for name, group in itertools.groupby(done, key=lambda chunk: chunk.oracle):
            chunks = list(group)
            cases += sum(chunk.made for chunk in chunks)
            faults += _report(name, chunks)
    print(f"{cases} cases, {faults} unexplained" + (f"; see {KEPT}/failed.jsonl" if faults else ""))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
