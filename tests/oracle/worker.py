# SPDX-License-Identifier: Apache-2.0
"""worker.py ORACLE SEED FIRST COUNT CASES PROGRESS: makes cases of one oracle, by number, into the file CASES.

Before each case its number is written to the file PROGRESS: an oracle that crashes or hangs takes this process along,
and the parent knows by which case. What comes out of a library that no rule explains is told on stdout, a line a case.
"""

import json
import mmap
import struct
import sys
import warnings

import cases
import oracle


def main(name, seed, first, count, path, progress_path):
    warnings.simplefilter("ignore")  # the oracles' own remarks on overflow and deprecation
    maker = cases.Maker(oracle.load(name), int(seed))
    unexplained = empty = 0
    with open(progress_path, "r+b") as file, mmap.mmap(file.fileno(), 8) as progress, open(path, "a") as out:
        for number in range(int(first), int(first) + int(count)):
            progress[:] = struct.pack("<q", number)
            try:
                line = maker.make(number)
            except Exception as error:  # whatever a library of others may raise
                unexplained += 1
                print(f"{name}_{number}: {type(error).__name__}: {str(error)[:600]!r}", flush=True)
                continue
            if line is None:
                empty += 1
                continue
            out.write(line + "\n")
            out.flush()
        progress[:] = struct.pack("<q", -1)
    print(json.dumps({"unexplained": unexplained, "empty": empty, "left_out": maker.left_out}), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
