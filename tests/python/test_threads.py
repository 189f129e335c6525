# SPDX-License-Identifier: Apache-2.0
"""Threads: the same bytes for any number, released lock, fork."""

import importlib.util
import os
import subprocess
import sys
import threading
import warnings

import libgather as lg
import numpy as np
import pytest

DATA = np.arange(1_000_000, dtype="i8").reshape(1000, 1000)
INDICES = np.random.default_rng(1).integers(-1000, 1000, 2000)


@pytest.fixture(autouse=True)
def one_thread():
    yield
    lg.set_threads(1)


def test_any_number_gives_the_same():
    wanted, turned = DATA[:, INDICES], DATA.T[INDICES]
    for number in (1, 2, 3, 8, 0):
        assert np.array_equal(lg.take(DATA, INDICES, axis=1, threads=number), wanted)
        assert np.array_equal(lg.take(DATA.T, INDICES, axis=0, threads=number), turned)
        lg.set_threads(number)
        assert lg.get_threads() == (number or lg.get_threads())
        assert np.array_equal(lg.take(DATA, INDICES, axis=1), wanted)
    lg.set_threads(np.int32(2))
    assert lg.get_threads() == 2 and np.array_equal(lg.take(DATA, INDICES, axis=1, threads=np.int64(3)), wanted)


class Number:
    def __index__(self):
        return 2


def test_what_is_no_number_of_threads():
    beyond = (-1, 5000, 2**70, -(2**70), np.uint64(2**63))
    for bad, kind in (*((number, ValueError) for number in beyond), ("x", TypeError), (2.0, TypeError)):
        with pytest.raises(kind):
            lg.set_threads(bad)
        with pytest.raises(kind):
            lg.take(DATA, INDICES, axis=1, threads=bad)
    with pytest.raises(TypeError):  # its code could change the arrays
        lg.take(DATA, INDICES, axis=1, threads=Number())


def test_the_pool_may_change_under_way():
    stop, wrong = threading.Event(), []

    def work():
        while not stop.is_set():
            if not np.array_equal(lg.take(DATA, INDICES[:50], axis=1), DATA[:, INDICES[:50]]):
                wrong.append(1)

    threads = [threading.Thread(target=work) for _ in range(3)]
    for thread in threads:
        thread.start()
    for k in range(60):
        lg.set_threads(1 + k % 4)
    stop.set()
    for thread in threads:
        thread.join()
    assert not wrong


def test_fork():
    lg.set_threads(3)
    wanted = lg.take(DATA, INDICES, axis=1)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        child = os.fork()
    if child == 0:
        code = 1
        try:
            is_same = np.array_equal(lg.take(DATA, INDICES, axis=1), wanted)
            lg.set_threads(2)
            code = 0 if is_same and np.array_equal(lg.take(DATA, INDICES, axis=1), wanted) else 1
        finally:
            os._exit(code)
    assert os.waitpid(child, 0)[1] == 0
    assert np.array_equal(lg.take(DATA, INDICES, axis=1), wanted)


def test_an_interpreter_that_ends_with_a_pool():
    code = "import libgather as lg; lg.set_threads(4); x = lg.take(bytes(100000), list(range(50000)))"
    subprocess.run([sys.executable, "-c", code], check=True)


# In an interpreter of one's own: a capsule that nobody takes, one that we take, and errors.
ELSEWHERE = """
import sys
sys.path[:] = PATH
import libgather as lg
x = lg.take(lg.Array(bytes(range(10))), [1, 2, 3])
x.__dlpack__()
x.__dlpack__(max_version=(1, 0))
class Held:
    def __dlpack__(self, **words):
        return x.__dlpack__()
    def __dlpack_device__(self):
        return x.__dlpack_device__()
assert lg.take(Held(), [-1], axis=0).tolist() == [3]
try:
    lg.take(Held(), [9], axis=0)
except lg.IndexRangeError as error:
    assert error.value == 9
"""


def test_another_interpreter():
    names = ("_xxsubinterpreters", "_interpreters")
    module = next((name for name in names if importlib.util.find_spec(name)), None)
    if module is None:
        pytest.skip("this Python makes no other interpreters")
    code = f"import {module} as made, sys\ncode = {ELSEWHERE!r}.replace('PATH', repr(sys.path))\n"
    code += "there = made.create()\nassert made.run_string(there, code) is None\nmade.destroy(there)\nprint('done')"
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=False)
    assert result.stdout == "done\n", result.stderr
