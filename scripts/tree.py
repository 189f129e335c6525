# SPDX-License-Identifier: Apache-2.0
"""What the checks share: the files of a tree (with or without git), and how a complaint is made.

A check is called as `check_x [ROOT]`; it prints a line "path:line: what is wrong" for each fault and exits 1 if
there was one.
"""

import os
import re
import sys
from pathlib import Path

NOT_OURS = {".git", "build", "__pycache__"}


def default_root():
    return Path(__file__).resolve().parent.parent


def files(root, folders=(".",), endings=None):
    """Paths relative to root, sorted; endings None means every file."""
    found = []
    for folder in folders:
        for place, names, leaves in os.walk(Path(root) / folder):
            names[:] = [name for name in names if name not in NOT_OURS]
            for leaf in leaves:
                if endings is None or leaf.endswith(endings):
                    found.append((Path(place) / leaf).relative_to(root))
    return sorted(found)


def read(root, path):
    return (Path(root) / path).read_text(encoding="utf-8", errors="replace")


def blank_out(match):
    return re.sub(r"[^\n]", " ", match.group())


def code_only(text):
    """C text with the content of comments, strings and characters turned to blanks: lines and columns stay."""
    return re.sub(
        r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'', blank_out, text, flags=re.S
    )


def line_of(text, offset):
    return text.count("\n", 0, offset) + 1


def finish(faults):
    for fault in faults:
        print(fault)
    sys.exit(1 if faults else 0)
