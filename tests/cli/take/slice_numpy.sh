# SPDX-License-Identifier: Apache-2.0
# Slices made by chance give what numpy gives.
for python in python3 "$HOME"/.cache/libgather/oracle-*/bin/python; do
    "$python" -c 'import numpy' 2>/dev/null && break
done
"$python" -c 'import numpy' 2>/dev/null || { echo 'no numpy' >&2; exit 77; }
cat >slices.py <<'PYTHON'
import json
import random
import subprocess

import numpy as np

random.seed(20)
arrays = {"a.npy": np.arange(120, dtype="f4").reshape(8, 3, 5), "b.npy": np.asfortranarray(np.arange(24, dtype=">i4").reshape(2, 3, 4))}
for name, array in arrays.items():
    np.save(name, array)


def part():
    chance = random.random()
    if chance < 0.5:
        return random.choice(["None", "...", str(random.randint(-6, 6))])
    ends = [random.choice(["", str(random.randint(-9, 9))]) for _ in range(2)]
    return ":".join(ends) + random.choice(["", ":", ":1", ":2", ":-1", ":-3", ":99999999999999999"])


compared = 0
while compared < 60:
    text = ",".join(part() for _ in range(random.randint(1, 4)))
    name, array = random.choice(list(arrays.items()))
    got = subprocess.run(["gather", "take", name, "-s", text, "--json"], capture_output=True, text=True)
    try:
        expected = eval("array[" + text + "]")
    except IndexError:
        assert got.returncode in (2, 4), (text, got)
        continue
    values = json.loads(got.stdout)
    assert values["shape"] == list(expected.shape), (text, got)
    assert values["values"] == [float(value) for value in expected.ravel()], (text, got)
    compared += 1
print(compared, "slices are numpy's")
PYTHON
"$python" slices.py
