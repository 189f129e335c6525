# SPDX-License-Identifier: Apache-2.0
# A deflated member of 100 MB is looked through where there is no room for it, and so are those beside it; rows of it
# are taken there too. Its checksum is compared at its end.
# shellcheck disable=SC3045
if ! (ulimit -v 150000 && gather --version) >/dev/null 2>&1; then
    echo 'this build does not run in little memory' >&2
    exit 77
fi
command -v python3 >/dev/null || { echo "no python3" >&2; exit 77; }
python3 - <<'END'
import struct, zipfile
def npy(descr, shape, data):
    text = f"{{'descr': '{descr}', 'fortran_order': False, 'shape': {shape}, }}\n".encode()
    return b"\x93NUMPY\x01\x00" + len(text).to_bytes(2, "little") + text + data
with zipfile.ZipFile("a.npz", "w") as archive:
    for name, array in (
        ("x.npy", npy("<f4", (100000, 250), bytes(100000000 - 4) + struct.pack("<f", 7))),
        ("y.npy", npy("<f4", (2,), struct.pack("<ff", 1, float("nan")))),
    ):
        archive.writestr(zipfile.ZipInfo(name), array, zipfile.ZIP_DEFLATED)
    first = archive.infolist()[0]
data = open("a.npz", "rb").read()
open("b.npz", "wb").write(data.replace(first.CRC.to_bytes(4, "little"), b"\1\2\3\4"))
END
(
    # shellcheck disable=SC3045
    ulimit -v 150000
    gather check a.npz --values
    echo "exit $?"
    gather ls a.npz --stats
    gather take a.npz:x -i 99999,3,-1 -o rows.npy
    gather take rows.npy -s :,-2:
    gather check b.npz --values
    echo "exit $?"
    gather take b.npz:x -i 0 -s :,:2
)
gather convert b.npz:x -o c.npy
echo "exit $?"
ls
