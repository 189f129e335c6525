# SPDX-License-Identifier: Apache-2.0
"""The section of docs/python.md that says how fast the module is, made of what bench/python.py measured."""

from pathlib import Path

from .results import processor

TITLE, NEXT = "## How fast\n", "## Coming from\n"


def cells(*values):
    return "| " + " | ".join(values) + " |\n"


def ratio(row, peer):
    return f"{row[peer]:.2f}" if peer in row else "-"


def grid(rows):
    """Worst first, so that nobody has to look for what is slow."""
    rows = sorted(rows, key=lambda row: min(row.get("numpy", 99), row.get("torch", 99)))
    text = cells("case", "", "numpy", "torch", "our call") + cells("---", "---", "---", "---", "---")
    for row in rows:
        name = f"{row['case']} {row['name']}".strip()
        text += cells(name, row["state"], ratio(row, "numpy"), ratio(row, "torch"), f"`{row['form']}`")
    return text


def small(rows):
    text = cells("8 elements of float32", "ns") + cells("---", "---")
    for row in rows:
        text += cells(f"`{row['call']}`, {row['library']}", f"{row['ns']:.0f}")
    return text


def mebibytes(row):
    return "not taken" if row["bytes"] is None else f"{row['bytes'] / 2**20:.1f} MiB"


def memory(rows):
    libraries = list(dict.fromkeys(row["library"] for row in rows))
    text = cells("source", *libraries) + cells(*["---"] * (len(libraries) + 1))
    for source in dict.fromkeys(row["source"] for row in rows):
        text += cells(source, *(mebibytes(row) for row in rows if row["source"] == source))
    return text


def section(document):
    means = document["summary"]
    versions = document["versions"]
    listed = sorted({row for peer in means.values() for row in peer["slower"]})
    slower = ", ".join(listed) or "none"
    return (
        f"{TITLE}Written by `./dev bench python --page docs/python.md`: the module as `pip install .` builds it, numpy "
        f"{versions['numpy']} and torch {versions['torch']}, on {document['threads']} thread of {processor()}, in one "
        f"process, on the same arrays, in turns. A ratio is the other's median time over ours, each in its fastest "
        f"form: above 1 we are faster. In the geometric mean it is {means['numpy']['geomean']:.2f} of numpy and "
        f"{means['torch']['geomean']:.2f} of torch; slower than one of them by more than 3 %: {slower}. The cases are "
        f"those of [goals.md](goals.md).\n\n"
        f"{grid(document['rows'])}\n{small(document['small'])}\nMemory that a take of 64 rows grows a process by, "
        f"2 MiB of which are its result; a source is 256 MiB:\n\n{memory(document['memory'])}\n"
    )


def write(path, document):
    """Puts the section in its place, anew if there is one."""
    text = Path(path).read_text(encoding="utf-8")
    before, found, after = text.partition(NEXT)
    if not found:
        raise SystemExit(f"bench: {path} has no section '{NEXT.strip()}', before which this one stands")
    Path(path).write_text(before.partition(TITLE)[0] + section(document) + NEXT + after, encoding="utf-8")
