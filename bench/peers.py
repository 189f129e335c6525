#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Times libgather and the peers on the grid of docs/goals.md: numpy, torch, onnxruntime, openvino, jax, pyarrow.

All of them in one process, on the same memory, in turns; each form of each peer, with an output of ours where it
takes one, is verified first. A row is a case in a state: warm, the same call again and again; cold, caches are
emptied before each. The ratio is the best peer's median time over ours, with indices checked on the way as peers
do; `first` is how much longer ours takes when all are checked before anything is written. `./dev bench peers` runs
this in an environment that has the peers.
"""

import argparse
import gc
import importlib
import json
import sys
import traceback

from peers import settings as settings_module
from peers.settings import Settings

PEERS = ("numpy", "torch", "onnxruntime", "openvino", "jax", "pyarrow")


def read_arguments():
    parser = argparse.ArgumentParser(prog="./dev bench peers", description=__doc__.split("\n\n")[0])
    parser.add_argument("--cases", default="", help="1,3,10i32: a number is all cases of it, R the relayouts")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--pages", choices=("base", "huge"), default="base")
    parser.add_argument("--scale", choices=("full", "small"), default="full")
    parser.add_argument("--peers", default="", help="only these: numpy,torch")
    parser.add_argument("--budget", type=float, default=0.4, help="seconds for each form, at least; 0.4")
    parser.add_argument("--json", action="store_true", help="one JSON object on stdout, the table on stderr")
    parser.add_argument("--details", action="store_true", help="tell every form too, on stderr")
    parser.add_argument("--command", default="build/bin/gather", help=argparse.SUPPRESS)
    parser.add_argument("--library", required=True, help=argparse.SUPPRESS)
    given = parser.parse_args()
    peers = tuple(name for name in given.peers.split(",") if name)
    if any(name not in PEERS for name in peers):
        parser.error(f"the peers are {', '.join(PEERS)}")
    if given.threads < 1 or given.budget <= 0:
        parser.error("there is no less than one thread, and no time below 0")
    names = ("threads", "pages", "scale", "cases", "budget", "command", "library")
    return given, Settings(peers=peers, **{name: getattr(given, name) for name in names})


def load_modules(settings, say):
    """The modules of all that take part, by name."""
    modules = {}
    for name in ("gather", "memcpy", *PEERS):
        if name in PEERS and settings.peers and name not in settings.peers:
            continue
        module = importlib.import_module(f"peers.{name}_forms")
        try:
            settings.versions[name] = getattr(module.load(settings), "__version__", "")
        except Exception as error:
            if name not in PEERS:
                raise
            say(f"peers: without {name}: {error!r}")
            continue
        modules[name] = module
    return modules


def candidates(modules, case, settings, faults):
    """(peer, form) of all that take part; a peer that can't even build its forms is a fault."""
    for name, module in modules.items():
        try:
            for form in module.forms(case, settings):
                yield name, form
        except Exception as error:  # noqa: BLE001 - whatever a peer raises is its own
            faults.append((name, "-", repr(error)[:160]))


def measure_case(row, modules, settings, emptier, report):
    from peers import cases, timing

    case, faults = cases.make(row, settings), []
    forms = timing.verified(candidates(modules, case, settings, faults), case, faults)
    for state in row["states"]:
        report(case, state, timing.measure(forms, state, settings, emptier), faults)
    ours = [fault for fault in faults if fault[0] == "gather"]
    if ours:
        raise RuntimeError(f"libgather on {row['row']}: {ours[0][2]}")


def measure_all(given, settings, say):
    from peers import cases, results, timing

    rows, failed = [], False
    modules = load_modules(settings, say)
    emptier = timing.Emptier()

    def report(case, state, timed, faults):
        row = results.row_of(case, state, timed)
        if given.details:
            for text in results.details(case, state, timed, faults):
                say(text)
        if row:
            rows.append(row)
            print(results.line(row), file=sys.stderr if given.json else sys.stdout, flush=True)

    print(results.HEAD, file=sys.stderr if given.json else sys.stdout, flush=True)
    for row in cases.rows(settings):
        try:
            measure_case(row, modules, settings, emptier, report)
        except Exception:  # noqa: BLE001 - the other cases go on
            failed = True
            traceback.print_exc()
        gc.enable()
        gc.collect()
    return results.document(rows, settings), failed


def main():
    given, settings = read_arguments()
    settings_module.prepare_environment(settings)
    document, failed = measure_all(given, settings, lambda text: print(text, file=sys.stderr, flush=True))
    if given.json:
        json.dump(document, sys.stdout, indent=1)
        print()
    else:
        print(f"geometric mean of {len(document['rows'])} rows: {document['geomean']}")
    sys.exit(1 if failed else 0)


main()
