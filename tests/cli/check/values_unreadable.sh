# SPDX-License-Identifier: Apache-2.0
# Compressed bytes that are not those of their checksum are found with --values.
command -v python3 >/dev/null || { echo "no python3" >&2; exit 77; }
python3 - <<'END'
import zipfile
text = b"{'descr': '|u1', 'fortran_order': False, 'shape': (1000,), }\n"
array = b"\x93NUMPY\x01\x00" + len(text).to_bytes(2, "little") + text + bytes(1000)
with zipfile.ZipFile("a.npz", "w", zipfile.ZIP_DEFLATED) as archive:
    for name in ("x.npy", "y.npy"):
        archive.writestr(zipfile.ZipInfo(name), array, zipfile.ZIP_DEFLATED)
    first = archive.infolist()[0]
data = bytearray(open("a.npz", "rb").read())
check = first.CRC.to_bytes(4, "little")
open("a.npz", "wb").write(bytes(data).replace(check, b"\1\2\3\4"))
END
gather check a.npz
gather check a.npz --values
echo "exit $?"
gather check a.npz --values --json | grep -c '"unreadable":\[{'
