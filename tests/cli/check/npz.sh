# SPDX-License-Identifier: Apache-2.0
# Members of an archive, each by itself.
command -v python3 >/dev/null || { echo "no python3" >&2; exit 77; }
python3 - <<'END'
import zipfile
def array(descr, shape, data):
    text = b"{'descr': '%s', 'fortran_order': False, 'shape': (%d,), }\n" % (descr, shape)
    return b"\x93NUMPY\x01\x00" + len(text).to_bytes(2, "little") + text + data
with zipfile.ZipFile("a.npz", "w") as archive:
    for name, content in (("good", array(b"<i2", 2, bytes(4))), ("short", array(b"<i2", 3, bytes(4))),
                          ("type", array(b"<q9", 2, bytes(4))), ("whole", array(b"|u1", 4, bytes(4)))):
        archive.writestr(zipfile.ZipInfo(name + ".npy"), content)
END
gather check a.npz
echo "exit $?"
gather check a.npz:whole -i 0,4
echo "exit $?"
