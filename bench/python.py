#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Times the Python module beside numpy and torch, as a user of Python has them: on the grid of docs/goals.md, on the
smallest calls, and by the memory that a call takes.

Each library's functions and, of ours, prepared plans, in one process, on the same arrays, in turns; each form, with an
output where it takes one, is verified first. Of each library the two forms that look fastest are timed; a ratio is
the median time of its best over that of ours, above 1 we are faster. Memory is what a process of its own grows by.
`./dev bench python` runs this against a module that is built as `pip install .` builds it. The grid takes ten minutes;
with --keep it can be measured in pieces, a few minutes at a time, or a case anew after a change.
"""

import argparse
import gc
import importlib
import json
import math
import sys
import time
import traceback
from pathlib import Path

from peers import memory_taken
from peers import settings as settings_module
from peers.settings import Settings

PEERS = ("numpy", "torch")
FORMS_KEPT, FORMS_FAIR = 2, 1.5
LEAST_BUDGET, MOST_BUDGET, SLOW, COLD_ROUNDS = 0.01, 0.2, 0.6, 9  # of the grid: seconds, and rounds
BUDGET_SMALL = 0.4
FAIR = 0.97  # of a peer's speed: what is within the noise
NANOSECOND = 1e-9


def read_arguments():
    parser = argparse.ArgumentParser(prog="./dev bench python", description=__doc__.split("\n\n")[0])
    parser.add_argument("--cases", default="", help="1,3,10i32: a number is all cases of it, R the relayouts")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--scale", choices=("full", "small"), default="full")
    parser.add_argument("--minutes", type=float, default=9.0, help="about how long the whole may take; 9")
    parser.add_argument("--keep", metavar="FILE", help="JSON: what stands there is not measured anew, the rest added")
    parser.add_argument("--json", action="store_true", help="one JSON object on stdout, the tables on stderr")
    parser.add_argument("--page", metavar="FILE", help="write what was measured into this page: docs/python.md")
    parser.add_argument("--random", type=float, metavar="SECONDS", help="random calls instead, each against numpy's")
    parser.add_argument("--seed", type=int, default=1, help="of the random calls; 1")
    parser.add_argument("--command", default="gather", help=argparse.SUPPRESS)
    parser.add_argument("--memory", nargs=2, metavar=("LIBRARY", "SOURCE"), help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.threads < 1 or given.minutes <= 0:
        parser.error("there is no less than one thread, and no time below 0")
    if given.page and not Path(given.page).is_file():
        parser.error(f"there is no page {given.page}")
    return given


def load_modules(settings):
    modules = {name: importlib.import_module(f"peers.{name}_forms") for name in ("libgather", *PEERS)}
    for name, module in modules.items():
        settings.versions[name] = module.load(settings).__version__
    return modules


# ---- the grid


def likely(forms):
    """The forms of a library that look fastest, by one call each."""
    from peers import timing

    timed = []
    for form in forms:
        begin = timing.clock()
        form.call()
        timed.append((timing.clock() - begin, form))
    timed.sort(key=lambda pair: pair[0])
    return [form for passed, form in timed[:FORMS_KEPT] if passed <= FORMS_FAIR * timed[0][0]]


def forms_of(case, modules, settings, say):
    """What is timed: verified forms, few of each library. One of ours that fails is an error."""
    from peers import timing

    kept = []
    for name, module in modules.items():
        faults = []
        try:
            candidates = [(name, form) for form in module.forms(case, settings)]
        except Exception as error:  # noqa: BLE001 - whatever a peer raises is its own
            candidates, faults = [], [(name, "-", repr(error)[:160])]
        kept += likely(timing.verified(candidates, case, faults))
        if name == "libgather" and faults:
            raise RuntimeError(f"{case.row['row']}: {faults[0][1]}: {faults[0][2]}")
        for _, form, why in faults:
            say(f"# {case.row['row']}: {name} {form}: {why}")
    return kept


def row_of(case, state, timed):
    """The best form of each library."""
    best = {}
    for item in timed:
        peer = item.form.peer
        if peer not in best or item.median < best[peer].median:
            best[peer] = item
    ours = best["libgather"].median
    row = {"case": case.row["row"], "name": case.row["name"], "state": state, "ours_s": ours * NANOSECOND}
    row["form"] = best["libgather"].form.name
    for peer in PEERS:
        if peer in best:
            row[peer] = round(best[peer].median / ours, 4)
            row[f"{peer}_form"] = best[peer].form.name
    return row


def measure_grid(modules, settings, rows, keep, deadline, tell, say):
    """Adds to `rows` what is not there yet; keep(rows) after each case. Returns: whether one failed, and what
    there was no time for."""
    from peers import cases, timing

    emptier, failed = timing.Emptier(), False
    settings.slow, settings.cold_rounds = SLOW, COLD_ROUNDS
    listed = [row for row in cases.rows(settings) if row["row"] not in {kept["case"] for kept in rows}]
    for place, row in enumerate(listed):
        share = (deadline - time.monotonic()) / (len(listed) - place)
        if share <= 0:
            return failed, [left["row"] for left in listed[place:]]
        try:
            case = cases.make(row, settings)
            forms = forms_of(case, modules, settings, say)
            states = row["states"] if any(form.peer in PEERS for form in forms) else ()
            settings.budget = min(max(share / 2 / (len(forms) * len(row["states"])), LEAST_BUDGET), MOST_BUDGET)
            measured = [row_of(case, state, timing.measure(forms, state, settings, emptier)) for state in states]
            rows += measured
            keep(rows)
            for each in measured:
                tell(line(each))
        except Exception:  # noqa: BLE001 - the other cases go on
            failed = True
            traceback.print_exc()
        case = forms = None
        gc.enable()
        gc.collect()
    return failed, []


def geometric_mean(ratios):
    ratios = list(ratios)
    return round(math.exp(sum(map(math.log, ratios)) / len(ratios)), 4) if ratios else None


def summary(rows):
    told = {}
    for peer in PEERS:
        ratios = [row[peer] for row in rows if peer in row]
        slower = [f"{row['case']} {row['state']}" for row in rows if row.get(peer, 1) < FAIR]
        told[peer] = {"rows": len(ratios), "geomean": geometric_mean(ratios), "slower": slower}
    return told


# ---- small calls


def small_forms():
    """8 elements of an array of float32: function by function, and a plan's calls."""
    import libgather as lg
    import numpy as np
    import torch
    from peers.settings import Form

    data, indices = np.arange(100, dtype="f4"), np.array([3, 99, 0, 7, 50, 21, 4, 98])
    output = np.empty(8, "f4")
    tensor, chosen = torch.from_numpy(data), torch.from_numpy(indices)
    plan = lg.plan("numpy", "take", data, indices, axis=0)
    into = lg.plan("numpy", "take", data, indices, out=output, axis=0)
    return [
        Form("libgather", "lg.take(x, i)", lambda: lg.take(data, indices)),
        Form("libgather", "lg.take(x, i, axis=0, out=out)", lambda: lg.take(data, indices, axis=0, out=output)),
        Form("libgather", "plan(x, i)", lambda: plan(data, indices)),
        Form("libgather", "plan(x, i, out=out)", lambda: into(data, indices, out=output)),
        Form("numpy", "np.take(x, i)", lambda: np.take(data, indices)),
        Form("numpy", "x.take(i)", lambda: data.take(indices)),
        Form("numpy", "x.take(i, 0, out, 'clip')", lambda: data.take(indices, 0, output, "clip")),
        Form("numpy", "x[i]", lambda: data[indices]),
        Form("torch", "torch.index_select(x, 0, i)", lambda: torch.index_select(tensor, 0, chosen)),
        Form("torch", "x[i]", lambda: tensor[chosen]),
        Form("libgather", "lg.take of tensors", lambda: lg.take(tensor, chosen)),
    ]


def measure_small(settings):
    from peers import timing

    settings.budget = BUDGET_SMALL
    empty = settings_module.Form("", "lambda: None", lambda: None)
    timed = timing.measure([empty, *small_forms()], "warm", settings, None)
    called = timed[0].median  # what a call of nothing costs, which is no library's
    return [
        {"library": item.form.peer, "call": item.form.name, "ns": round(item.median - called, 1)} for item in timed[1:]
    ]


# ---- what is told


def duration(seconds):
    for unit, name in ((1, "s"), (1e-3, "ms"), (1e-6, "us"), (1e-9, "ns")):
        if seconds >= unit:
            break
    return f"{seconds / unit:.3g} {name}"


HEAD = f"{'case':12} {'':25} {'state':5} {'ours':>9} {'numpy':>6} {'torch':>6}  our form; numpy's; torch's"


def line(row):
    ratios = " ".join(f"{row[peer]:6.2f}" if peer in row else f"{'-':>6}" for peer in PEERS)
    forms = "; ".join(row.get(key, "-") for key in ("form", "numpy_form", "torch_form"))
    return f"{row['case']:12} {row['name'][:25]:25} {row['state']:5} {duration(row['ours_s']):>9} {ratios}  {forms}"


def tell_all(document, tell):
    if "small" not in document:
        tell(f"# no time for {', '.join(document['left'])}, for small calls: --minutes, and --keep")
    for peer, told in document["summary"].items():
        slower = ", ".join(told["slower"]) or "none"
        tell(f"{peer}: {told['geomean']} in the geometric mean of {told['rows']} rows; slower on: {slower}")
    if "small" in document:
        tell("\n8 elements of float32, ns a call")
    for row in document.get("small", ()):
        tell(f"{row['ns']:8.0f}  {row['library']:10} {row['call']}")
    size = memory_taken.SIZE >> 20
    tell(f"\nmemory that a take of {memory_taken.ROWS} rows grows the process by, of a source of {size} MiB")
    for row in document["memory"]:
        grown = f"{row['bytes'] / 2**20:8.1f} MiB" if row["bytes"] is not None else f"{'not taken':>12}"
        tell(f"{grown}  {row['library']:10} {row['source']}")


def kept_of(path):
    return json.loads(Path(path).read_text(encoding="utf-8")) if path and Path(path).is_file() else {}


def judge_kept(kept, head, path):
    differing = [name for name, value in head.items() if kept and kept.get(name) != value]
    if differing:
        sys.exit(f"bench: {path} was measured otherwise: {', '.join(differing)}")


def main():
    given = read_arguments()
    deadline = time.monotonic() + 60 * given.minutes
    settings = Settings(threads=given.threads, scale=given.scale, cases=given.cases, peers=PEERS, command=given.command)
    settings_module.prepare_environment(settings)
    if given.memory:
        print(memory_taken.measure_here(*given.memory))
        return
    if given.random is not None:
        importlib.import_module("random_calls").run(given.random, given.seed, worst=8)
        return

    def say(text):
        print(text, file=sys.stderr, flush=True)

    def tell(text):
        print(text, file=sys.stderr if given.json else sys.stdout, flush=True)

    kept = kept_of(given.keep)
    # While this process is small: others begin with the most memory that it ever held.
    memory = kept.get("memory") or memory_taken.measure(__file__)
    modules = load_modules(settings)
    head = {
        "schema": "gather.python/1",
        "threads": settings.threads,
        "scale": settings.scale,
        "versions": settings.versions,
        "memory": memory,
    }
    judge_kept(kept, head, given.keep)
    rows = kept.get("rows", [])

    def keep(rows):
        if given.keep:
            Path(given.keep).write_text(json.dumps({**head, "rows": rows}, indent=1) + "\n", encoding="utf-8")

    keep(rows)
    tell(HEAD)
    failed, left = measure_grid(modules, settings, rows, keep, deadline, tell, say)
    document = {**head, "summary": summary(rows), "rows": rows, "left": left}
    if not left:
        document["small"] = measure_small(settings)
    tell_all(document, tell)
    if given.json:
        json.dump(document, sys.stdout, indent=1)
        print()
    if given.page and left:
        sys.exit(f"bench: {given.page} is written when all has been measured")
    if given.page:
        from peers import python_page

        python_page.write(given.page, document)
    sys.exit(1 if failed else 0)


main()
