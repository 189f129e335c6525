# SPDX-License-Identifier: Apache-2.0
"""What a row becomes: our time against the best peer's and against memcpy's, by medians."""

import math
from pathlib import Path

from .gather_forms import FIRST

RATIO_MOST = 8.0  # in the mean
NANOSECOND = 1e-9


def row_of(case, state, timed):
    """A row of the JSON; None where nobody but us has an answer."""
    ours = {item.form.name: item.median for item in timed if item.form.peer == "gather"}
    copy = min(item.median for item in timed if item.form.peer == "memcpy")
    peers = [item for item in timed if item.form.peer not in ("gather", "memcpy")]
    if not ours or not peers:
        return None
    fastest = min(ours.values())
    best = min(peers, key=lambda item: item.median)
    return {
        "case": case.row["row"],
        "state": state,
        "ratio": round(best.median / fastest, 4),
        "peer": best.form.peer,
        "ours_s": fastest * NANOSECOND,
        "first_s": ours[FIRST] * NANOSECOND,
        "peer_s": best.median * NANOSECOND,
        "gbps": round(case.expected.nbytes / fastest, 4),
        "memcpy_ratio": round(copy / fastest, 4),
    }


def geometric_mean(rows):
    if not rows:
        return None
    logs = [math.log(min(row["ratio"], RATIO_MOST)) for row in rows]
    return round(math.exp(sum(logs) / len(logs)), 4)


def processor():
    for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
        if line.startswith("model name"):
            return line.partition(":")[2].strip()
    return "unknown"


def document(rows, settings):
    return {
        "schema": "gather.peers/1",
        "threads": settings.threads,
        "pages": settings.pages,
        "geomean": geometric_mean(rows),
        "processor": processor(),
        "versions": {name: version for name, version in settings.versions.items() if version},
        "rows": rows,
    }


def duration(seconds):
    for unit, name in ((1, "s"), (1e-3, "ms"), (1e-6, "us"), (1e-9, "ns")):
        if seconds >= unit:
            break
    return f"{seconds / unit:.3g} {name}"


HEAD = (
    f"{'case':12} {'state':5} {'ours':>9} {'first':>6} {'best peer':>9} {'which':12} {'ratio':>6} {'GB/s':>6} "
    f"{'memcpy':>6}"
)


def line(row):
    return (
        f"{row['case']:12} {row['state']:5} {duration(row['ours_s']):>9} {row['first_s'] / row['ours_s']:6.2f} "
        f"{duration(row['peer_s']):>9} {row['peer']:12} {row['ratio']:6.2f} {row['gbps']:6.3g} {row['memcpy_ratio']:6.2f}"
    )


def details(case, state, timed, faults):
    """Every form, fastest first; then what failed."""
    yield f"# {case.row['row']} {state}: {case.row['name']}"
    for item in sorted(timed, key=lambda item: item.median):
        low, median = min(item.samples) * NANOSECOND, item.median * NANOSECOND
        yield f"    {item.form.peer:12} {item.form.name:44} {duration(low):>9} {duration(median):>9} {len(item.samples):4}"
    for peer, name, why in faults:
        yield f"    {peer:12} {name:44} {why}"
