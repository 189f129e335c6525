# SPDX-License-Identifier: Apache-2.0
"""What the tests of operands that change while they are read have in common."""


class Meddler:
    """An index of 0 that changes something when it is read."""

    def __init__(self, meddle):
        self.meddle = meddle

    def __index__(self):
        self.meddle()
        return 0
