#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""numpy_take.py FILE OFFSET ROWS BYTES IDS: rows of a memmap by fancy indexing, timed in a process of its own.

Prints microseconds of the indexing alone, and the sum of the output's bytes that take_cold.c prints.
"""

import sys
import time

import numpy as np


def main():
    path, offset, rows, width, ids_path = sys.argv[1], *map(int, sys.argv[2:5]), sys.argv[5]
    ids = np.load(ids_path)
    table = np.memmap(path, dtype=np.uint8, mode="r", offset=offset, shape=(rows, width))
    start = time.perf_counter()
    taken = table[ids]
    took = time.perf_counter() - start
    flat = taken.reshape(-1)
    weights = np.resize(np.arange(1, 252, dtype=np.uint64), flat.size)
    print(f"{took * 1e6:.1f} {int((flat * weights).sum(dtype=np.uint64))}")


if __name__ == "__main__":
    main()
