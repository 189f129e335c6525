# SPDX-License-Identifier: Apache-2.0
# Stored and deflated members, and those that are no arrays.
command -v python3 >/dev/null || { echo "no python3" >&2; exit 77; }
python3 - <<'EOF'
import zipfile
text = b"{'descr': '<i2', 'fortran_order': True, 'shape': (2, 3), }\n"
array = b"\x93NUMPY\x01\x00" + len(text).to_bytes(2, "little") + text + bytes(range(12))
for name, method in ("a.npz", zipfile.ZIP_STORED), ("b.npz", zipfile.ZIP_DEFLATED):
    with zipfile.ZipFile(name, "w", method) as archive:
        for member in ("x.npy", "y/z.npy"):
            entry = zipfile.ZipInfo(member)
            entry.compress_type = method
            with archive.open(entry, "w", force_zip64=True) as stored:
                stored.write(array)
        archive.writestr("note.txt", "hello")
EOF
gather ls a.npz
gather ls b.npz
gather take a.npz:y/z -i 1
gather take b.npz:y/z -i 1
gather convert b.npz:x -o x.npy && gather ls x.npy
gather take b.npz:note.txt -i 0
gather take b.npz:note.txt --view i8 -i 0,-1
printf 'PK\005\006%18s' '' | tr ' ' '\000' >empty.npz
gather ls empty.npz
gather take empty.npz -i 0
head -c 100 a.npz >cut.npz
gather ls cut.npz
echo "exit $?"
