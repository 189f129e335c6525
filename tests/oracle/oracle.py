# SPDX-License-Identifier: Apache-2.0
"""What an oracle is: a library of others that is asked for the answer to a call."""

import importlib
import re

NAMES = ("numpy", "onnxruntime", "openvino", "torch", "xla")


class Refused(Exception):
    """The oracle says no: with the code and operand that a case calls it by."""

    def __init__(self, code, operand):
        super().__init__(code, operand)
        self.code, self.operand = code, operand


class Oracle:
    name = ""
    operators = ()
    calls_of_group = 50

    def prepare(self, group):
        """What several calls of a group need, made once."""

    def answer(self, prepared, call, data, indices):
        """The output, an array of the data's type. data, indices: arrays of numpy's types. Raises Refused."""
        raise NotImplementedError


def load(name):
    return importlib.import_module("oracle_" + name).oracle()


def refusal(message, table):
    """The row of a table (pattern, code, operand) that fits a message, as an exception; None if none does."""
    for pattern, code, operand in table:
        if re.search(pattern, message):
            return Refused(code, operand)
    return None
