# SPDX-License-Identifier: Apache-2.0
# Where an element lies in no file as it is, no byte is told.
command -v python3 >/dev/null || { echo "no python3" >&2; exit 77; }
python3 - <<'END'
import zipfile
text = b"{'descr': '|u1', 'fortran_order': False, 'shape': (100,), }\n"
for name, last in (("a.npz", 0), ("b.npz", 7)):
    array = b"\x93NUMPY\x01\x00" + len(text).to_bytes(2, "little") + text + bytes(99) + bytes([last])
    with zipfile.ZipFile(name, "w") as archive:
        archive.writestr(zipfile.ZipInfo("x.npy"), array, zipfile.ZIP_DEFLATED)
END
gather diff a.npz b.npz
gather diff a.npz b.npz --json | grep -c byte
