# SPDX-License-Identifier: Apache-2.0
"""Rounds in which all forms of a case take turns, each verified before."""

import gc
import time
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from . import memory

clock = time.perf_counter_ns
ROUNDS, ROUNDS_SLOW, ROUNDS_MOST = 7, 3, 40
BATCH = 500_000  # nanoseconds: short calls are timed in batches of about so long
SHORT, WARM_MOST = 100_000, 5_000_000
WARM_CALLS = 3  # before each round: what others left in a cache that takes what nearer ones drop goes in the second
COLD_LEAST, COLD_MOST = 64 << 20, 512 << 20  # bytes
WAITS = 100


@dataclass
class Timed:
    form: object
    repeat: int = 1
    estimate: int = 0
    most: int = ROUNDS_MOST
    total: int = 0
    samples: list = field(default_factory=list)  # nanoseconds

    @property
    def median(self):
        return float(np.median(self.samples))

    def is_done(self, settings):
        count = len(self.samples)
        return (
            (count >= ROUNDS and self.total > settings.budget * 1e9)
            or (count >= ROUNDS_SLOW and self.total > settings.slow * 1e9)
            or count >= self.most
        )

    def run(self):
        call = self.form.call
        if self.repeat == 1:
            begin = clock()
            call()
            return clock() - begin
        begin = clock()
        for _ in range(self.repeat):
            call()
        return clock() - begin


def last_cache():
    """Bytes of the largest cache of the first processor."""
    found = [0]
    for path in Path("/sys/devices/system/cpu/cpu0/cache").glob("index*/size"):
        text = path.read_text().strip()
        found.append(int(text[:-1]) << {"K": 10, "M": 20}[text[-1]])
    return max(found)


class Emptier:
    """Copies so much that nothing of before is left in the caches."""

    def __init__(self):
        count = min(max(last_cache(), COLD_LEAST), COLD_MOST)
        self.source, self.target = (memory.allocate([count], np.uint8, "base") for _ in range(2))

    def __call__(self):
        np.copyto(self.target, self.source)


def verify(form, case):
    """What is wrong with a form's answer, or None."""
    case.output.reshape(-1).view(np.uint8)[...] = 0xA5
    answer = form.call()
    if form.peer == "memcpy":
        return None
    got = case.output if form.read is None else form.read(answer)
    if not np.asarray(got).flags.c_contiguous:  # a row says how its output lies; moving it there is part of the work
        return "an answer that lies another way"
    if case.slack is not None and form.peer != "gather" and memory.is_near(got, case.expected, case.slack):
        return None
    return None if memory.same_bytes(got, case.expected) else "a wrong answer"


def verified(candidates, case, faults):
    """The forms whose answers are right; `faults` receives (peer, form, why) of the others."""
    kept = []
    for peer, form in candidates:
        try:
            form = form() if not hasattr(form, "peer") else form
            fault = verify(form, case)
        except Exception as error:  # noqa: BLE001 - whatever a peer raises is its own
            faults.append((peer, getattr(form, "name", "?"), repr(error)[:160]))
            continue
        if fault:
            faults.append((peer, form.name, fault))
        else:
            kept.append(form)
    return kept


def prepare(forms, is_cold, settings):
    timed = []
    for form in forms:
        item = Timed(form, most=settings.cold_rounds if is_cold else ROUNDS_MOST)
        item.estimate = max(1, min(item.run(), item.run()))
        if not is_cold and item.estimate < SHORT:
            item.repeat = max(1, BATCH // item.estimate)
        timed.append(item)
    fastest = {}
    for item in timed:
        fastest[item.form.peer] = min(item.estimate, fastest.get(item.form.peer, item.estimate))
    for item in timed:  # a slow form that another one of its peer beats clearly needs no exact number
        if item.estimate > 1e8 and item.estimate > 2 * fastest[item.form.peer]:
            item.most = ROUNDS_SLOW
    return timed


def wait_for_spinning():
    """Peers' own threads spin for a while after a call, up to 50 ms: until nobody does, a core is not free."""
    for _ in range(WAITS):
        before = time.process_time_ns()
        time.sleep(0.002)
        if time.process_time_ns() - before < 200_000:
            return


def measure(forms, state, settings, emptier):
    """Times verified forms in a state."""
    timed = prepare(forms, state == "cold", settings)
    gc.collect()
    gc.disable()
    active, turn = list(timed), 0
    while active:
        first = turn % len(active)
        for item in active[first:] + active[:first]:
            if settings.threads > 1:
                wait_for_spinning()
            if state == "cold":
                emptier()
            elif item.estimate < WARM_MOST:
                for _ in range(WARM_CALLS):
                    item.form.call()
            passed = item.run()
            item.samples.append(passed / item.repeat)
            item.total += passed
        active = [item for item in active if not item.is_done(settings)]
        turn += 1
    gc.enable()
    return timed
