# SPDX-License-Identifier: Apache-2.0
"""Random calls of the Python module beside numpy and torch: what no grid asks for.

Shapes, types, strides, axes and lists of indices are drawn; each answer is compared with numpy's before it is timed.
So a shape that is slow for no reason is found, which the rows of a grid, for which everything was made fast, hide.
"""

import math
import random
import sys
import time

import libgather as lg
import numpy as np
import torch

TYPES = ("u1", "f2", "f4", "f4", "f8", "c16")
LEAST_TIME, ROUNDS = 2e-3, 5
SLOW = (0.8, 0.95)


class Draw:
    """What is random about one call."""

    def __init__(self, seed):
        self.choices = random.Random(seed)
        self.numbers = np.random.default_rng(seed)

    def shape(self, most):
        rank = self.choices.choice((1, 2, 2, 3, 3, 4, 5))
        left, shape = 10 ** self.choices.uniform(2, most), []
        for k in range(rank):
            size = int(max(1, left ** (1 / (rank - k)) * 10 ** self.choices.uniform(-0.8, 0.8)))
            shape.append(size)
            left = max(1, left / size)
        return shape

    def array(self, most):
        """An array whose elements differ, of ten times as many as asked at most; and how it lies."""
        shape = self.shape(most)
        while math.prod(shape) > 10**most:
            shape = self.shape(most)
        numbers = np.arange(math.prod(shape)) % 2039  # exact in each type but bytes, where it wraps
        return self.view(numbers.astype(self.choices.choice(TYPES)).reshape(shape))

    def view(self, array):
        ways = []
        axis = self.choices.randrange(array.ndim)
        if self.choices.random() < 0.5:
            order = self.choices.sample(range(array.ndim), array.ndim)
            array = array.transpose(order)
            ways.append(f"transposed {order}")
        cut = {"every second": slice(None, None, 2), "reversed": slice(None, None, -1), "cropped": slice(1, None)}
        word = self.choices.choice(("", "", "", *cut))
        if word and array.shape[axis] > 1:
            array = array[(*[slice(None)] * axis, cut[word])]
            ways.append(f"{word} {axis}")
        return array, " ".join(ways)

    def indices(self, size, shape):
        indices = self.numbers.integers(0, size, shape)
        if self.choices.random() < 0.3:
            indices.sort(axis=-1)
        return indices


def as_torch(array):
    return torch.from_numpy(array) if all(step >= 0 for step in array.strides) else None


def draw_relayout(draw):
    array, way = draw.array(7.3)
    out = np.zeros(array.shape, array.dtype)
    there, to = as_torch(array), as_torch(out)
    yield lambda: lg.relayout(array, out=out)
    yield lambda: np.copyto(out, array) or out
    yield there is not None and (lambda: to.copy_(there))
    yield f"relayout {array.dtype.str[1:]}{list(array.shape)} {way}"


def draw_take(draw):
    array, way = draw.array(7)
    axis = draw.choices.randrange(array.ndim)
    most = min(10 ** draw.choices.uniform(0, 6), 2e7 / max(1, array.size / array.shape[axis]))
    indices = draw.indices(array.shape[axis], max(1, int(most)))
    there, which = as_torch(array), torch.from_numpy(indices)
    yield lambda: lg.take(array, indices, axis=axis)
    yield lambda: np.take(array, indices, axis=axis)
    yield there is not None and (lambda: torch.index_select(there, axis, which))
    yield f"take {array.dtype.str[1:]}{list(array.shape)} {way} axis {axis} of {len(indices)}"


def draw_along(draw):
    array, way = draw.array(6.7)
    axis = draw.choices.randrange(array.ndim)
    shape = list(array.shape)
    shape[axis] = max(1, int(shape[axis] * 10 ** draw.choices.uniform(-1.5, 0.3)))
    indices = draw.indices(array.shape[axis], shape)
    there, which = as_torch(array), torch.from_numpy(indices)
    yield lambda: lg.take_along_axis(array, indices, axis)
    yield lambda: np.take_along_axis(array, indices, axis)
    yield there is not None and (lambda: torch.gather(there, axis, which))
    yield f"along {array.dtype.str[1:]}{list(array.shape)} {way} axis {axis} of {shape[axis]}"


def draw_tuples(draw):
    array, way = draw.array(7)
    count = draw.choices.randrange(1, array.ndim + 1)
    row = math.prod(array.shape[count:])
    rows = int(max(1, min(10 ** draw.choices.uniform(0, 6), 1e7 / row)))
    columns = tuple(draw.indices(size, rows) for size in array.shape[:count])
    tuples = np.stack(columns, axis=-1)
    there, which = as_torch(array), tuple(torch.from_numpy(column) for column in columns)
    yield lambda: lg.gather_nd(array, tuples)
    yield lambda: array[columns]
    yield there is not None and (lambda: there[which])
    yield f"gather_nd {array.dtype.str[1:]}{list(array.shape)} {way} by {rows} of {count}"


def seconds_of(call):
    begin = time.perf_counter()
    call()
    times = max(1, int(LEAST_TIME / max(time.perf_counter() - begin, 1e-7)))
    best = math.inf
    for _ in range(ROUNDS):
        begin = time.perf_counter()
        for _ in range(times):
            call()
        best = min(best, (time.perf_counter() - begin) / times)
    return best


def measure(draw, kind):
    """The best peer's time over ours, all times, and what was called."""
    ours, numpys, torchs, name = kind(draw)
    if not np.array_equal(ours(), numpys()):
        raise SystemExit(f"bench: {name}: not what numpy gives")
    times = [seconds_of(call) if call else math.inf for call in (ours, numpys, torchs)]
    return min(times[1:]) / times[0], times, name


def run(seconds, seed, worst):
    """Prints a line a kind of call, and the worst calls below it."""
    draw = Draw(seed)
    torch.set_num_threads(1)
    lg.set_threads(1)
    for kind in (draw_relayout, draw_take, draw_along, draw_tuples):
        end, rows = time.monotonic() + seconds / 4, []
        while time.monotonic() < end or not rows:
            rows.append(measure(draw, kind))
        rows.sort(key=lambda row: row[0])
        mean = math.exp(sum(math.log(row[0]) for row in rows) / len(rows))
        below = ", ".join(f"{sum(row[0] < limit for row in rows)} below {limit}" for limit in SLOW)
        print(f"{kind.__name__[5:]}: {len(rows)} calls, geometric mean {mean:.2f}; {below}")
        for ratio, times, name in rows[:worst]:
            microseconds = " ".join(f"{1e6 * each:.2f}" for each in times)
            print(f"  {ratio:.2f}  us {microseconds}  {name}")
        sys.stdout.flush()
