# SPDX-License-Identifier: Apache-2.0
"""What everything is compared with: a copy of as many bytes as the output has, by one thread and by all."""

import ctypes
import threading
from itertools import pairwise

import numpy as np

from . import memory
from .settings import Form

copy = None
SEVERAL_FROM = 1 << 20  # bytes: fewer are not worth a second thread


def load(settings):
    global copy
    copy = ctypes.CDLL(None).memcpy
    copy.argtypes, copy.restype = [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_size_t], ctypes.c_void_p
    return copy


class Copiers:
    """Threads that each copy a part, while the caller copies the first one."""

    def __init__(self, target, source, count, threads):
        cut = [count * k // threads // 4096 * 4096 for k in range(threads)] + [count]
        self.parts = [(target + begin, source + begin, end - begin) for begin, end in pairwise(cut)]
        self.starts = [threading.Semaphore(0) for _ in self.parts[1:]]
        self.done = threading.Semaphore(0)
        for start, part in zip(self.starts, self.parts[1:]):
            threading.Thread(target=self.work, args=(start, part), daemon=True).start()

    def work(self, start, part):
        while True:
            start.acquire()
            copy(*part)
            self.done.release()

    def __call__(self):
        for start in self.starts:
            start.release()
        copy(*self.parts[0])
        for _ in self.starts:
            self.done.acquire()


def forms(case, settings):
    flat = case.output.reshape(-1).view(np.uint8)
    source = memory.place(np.full(flat.size, 5, np.uint8), np.uint8, settings.pages)
    target_at, source_at, count = flat.ctypes.data, source.ctypes.data, flat.size
    yield Form("memcpy", "one thread", lambda: copy(target_at, source_at, count), kept=source)
    yield Form("memcpy", "numpy's copyto", lambda: np.copyto(flat, source))
    if settings.threads > 1 and count >= SEVERAL_FROM:
        copiers = Copiers(target_at, source_at, count, settings.threads)
        yield Form("memcpy", "all threads", copiers)
