# SPDX-License-Identifier: Apache-2.0
"""python -m libgather: the command gather."""

import signal
import sys

from libgather import _core


def main() -> int:
    """Runs the command with the words of sys.argv; signals end it, as they end any command."""
    for name in ("SIGPIPE", "SIGINT"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.SIG_DFL)
    return _core.command(["gather", *sys.argv[1:]])


if __name__ == "__main__":
    sys.exit(main())
