# SPDX-License-Identifier: Apache-2.0
"""A base for the tests of the checks: a check is run on a small tree made for it, good or bad.

Each test of a check shows that it is silent on a good tree and that it fails, at the right place, on a bad one.
"""

import subprocess
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
LICENCE = "/* SPDX-License-Identifier: Apache-2.0 */\n"


class CheckTest(unittest.TestCase):
    check = ""  # the name of the script

    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.root = Path(scratch.name).resolve()

    def write(self, files):
        for name, text in files.items():
            path = self.root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
            if text.startswith("#!"):
                path.chmod(0o755)

    def run_check(self, *arguments):
        command = [ROOT / "scripts" / self.check, *(arguments or (self.root,))]
        result = subprocess.run(command, capture_output=True, text=True, check=False)
        return result.returncode, result.stdout + result.stderr

    def passes(self, files, *arguments):
        self.write(files)
        self.assertEqual((0, ""), self.run_check(*arguments))

    def fails(self, files, *expected, arguments=()):
        """The check exits 1 and says each of the texts expected."""
        self.write(files)
        status, output = self.run_check(*arguments)
        self.assertEqual(1, status, output)
        for text in expected:
            self.assertIn(text, output)
