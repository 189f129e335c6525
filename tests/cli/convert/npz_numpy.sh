# SPDX-License-Identifier: Apache-2.0
# numpy loads what is written, and its own files come through unchanged: every type that both know, both orders.
for python in python3 "$HOME"/.cache/libgather/oracle-*/bin/python; do
    "$python" -c "import numpy" 2>/dev/null && break
done
"$python" -c "import numpy" 2>/dev/null || { echo "no numpy" >&2; exit 77; }
cat >make.py <<'PYTHON'
import numpy as np

types = "b1 i1 i2 i4 i8 u1 u2 u4 u8 f2 f4 f8 c8 c16".split()
arrays = {f"t.{kind}": np.arange(24).reshape(2, 3, 4).astype(kind) for kind in types}
arrays |= {f"F {kind}": np.asfortranarray(array) for kind, array in list(arrays.items())[:3]}
arrays |= {"big": np.arange(5, dtype=">f8"), "scalar": np.array(7), "none": np.zeros((0, 3)), "ä/ö": np.arange(3)}
np.savez("numpy.npz", **arrays)
np.savez_compressed("packed.npz", **arrays)
PYTHON
cat >compare.py <<'PYTHON'
import sys
import zipfile

import numpy as np

for name in sys.argv[1:]:
    assert zipfile.ZipFile(name).testzip() is None
    expected, got = np.load("numpy.npz"), np.load(name)
    assert sorted(expected.files) == sorted(got.files), (expected.files, got.files)
    for key in expected.files:
        a, b = expected[key], got[key]
        assert a.shape == b.shape and a.dtype.newbyteorder("=") == b.dtype and (a == b).all(), (name, key, a, b)
    print(name, len(got.files), "arrays")
PYTHON
"$python" make.py
gather convert numpy.npz -o ours.npz
gather convert packed.npz -o unpacked.npz
gather convert numpy.npz -o middle.safetensors 2>said || cat said
gather take numpy.npz 't.*' big scalar none F* 'ä/ö' -o taken.npz
"$python" compare.py ours.npz unpacked.npz taken.npz
