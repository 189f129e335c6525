# SPDX-License-Identifier: Apache-2.0
# With --partial JSON has a list of all that is left out, also of what stderr only counts, and in each form of the object.
. "$ROOT/tests/cli/support/safetensors"
try() {
    echo "-- gather $*"
    gather "$@" --json 2>stderr
    echo "exit $?, $(wc -l <stderr) lines"
}
mkdir many
for k in 1 2 3 4 5 6 7; do printf 'no npy' >many/$k.npy; done
safetensors '{"a":{"dtype":"U8","shape":[2],"data_offsets":[0,2]},"b":{"dtype":"U8","shape":[2],"data_offsets":[2,9]}}' abcd >many/one.safetensors
try take many --partial -i 0
rm many/[2-7].npy
try take many --partial
try take many --partial '*'
try take many --partial -i 0 -o a.npy
try take many --partial -o a.npz
try convert many --partial -o b.npz
try convert a.npz --partial -o c.npz
try take a.npz --partial
try take a.npz
rm many/one.safetensors
try take many --partial
# Data that do not unpack: seen before anything is written.
python3 - <<'END'
import io, zipfile

def npy(byte):
    head = "{'descr': '|u1', 'fortran_order': False, 'shape': (5000,), }"
    return b"\x93NUMPY\x01\x00v\x00" + head.ljust(117).encode() + b"\n" + bytes([byte]) * 5000

memory = io.BytesIO()
with zipfile.ZipFile(memory, "w", zipfile.ZIP_DEFLATED) as archive:
    archive.writestr("a.npy", npy(1))
    archive.writestr("b.npy", npy(2))
broken = bytearray(memory.getvalue())
with zipfile.ZipFile(memory) as archive:
    begin = 30 + len("a.npy")
    broken[begin + archive.getinfo("a.npy").compress_size - 4] ^= 0xFF
open("packed.npz", "wb").write(broken)
END
anywhere() { sed -E 's/("at":|at byte )[0-9]+/\1N/g'; } # libraries pack alike, but not to the byte
try convert packed.npz --partial -o unpacked.npz | anywhere
gather ls unpacked.npz
try take packed.npz '*' --partial -s 0:2 | anywhere
try take packed.npz:a --partial -s 0:2 | anywhere
try take packed.npz '?' '*' --partial -s 0:2 | anywhere # told once
