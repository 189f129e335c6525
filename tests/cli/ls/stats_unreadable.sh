# SPDX-License-Identifier: Apache-2.0
# What can't be read of one tensor hides nothing of the others, and is told of the file that it is in.
command -v python3 >/dev/null || { echo "no python3" >&2; exit 77; }
python3 - <<'END'
import zipfile
text = b"{'descr': '|u1', 'fortran_order': False, 'shape': (1000,), }\n"
array = b"\x93NUMPY\x01\x00" + len(text).to_bytes(2, "little") + text
with zipfile.ZipFile("a.npz", "w") as archive:
    for name, value in ("x.npy", 0), ("y.npy", 1):
        archive.writestr(zipfile.ZipInfo(name), array + bytes([value]) * 1000, zipfile.ZIP_DEFLATED)
    first = archive.infolist()[0]
data = open("a.npz", "rb").read()
open("a.npz", "wb").write(data.replace(first.CRC.to_bytes(4, "little"), b"\1\2\3\4"))
END
gather ls a.npz --stats
echo "exit $?"
gather ls a.npz --stats --json
echo "exit $?"
mkdir folder
cp a.npz folder
python3 -c 'import zipfile
with zipfile.ZipFile("a.npz") as archive: open("folder/z.npy", "wb").write(archive.read("y.npy"))'
gather ls folder --stats
gather check folder --values
echo "exit $?"
