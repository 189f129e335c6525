# SPDX-License-Identifier: Apache-2.0
# What a file does not say, --view says: |V2 is bf16 or f16, |V1 an fp8.
header() {
    printf '\223NUMPY\001\000\166\000%-117s\n' "{'descr': '$1', 'fortran_order': False, 'shape': (2,), }"
}
{ header '|V2' && printf '\200\077\000\100'; } >a.npy
gather convert a.npy -o b.npy
echo "exit $?"
gather convert a.npy --view bf16 -o b.npy
echo "exit $?"
cmp a.npy b.npy && echo same
gather convert a.npy --view f16 -o b.npy && head -c 26 b.npy | tail -c 16 && echo
gather convert a.npy --view float16 -o 'c.raw@{0:T(4)}' && od -An -tx1 c.raw
gather convert a.npy --view f32 -o c.raw
echo "exit $?"
gather convert a.npy --view f33 -o c.raw
echo "exit $?"
{ header '<f1' && printf '\001\002'; } >d.npy
gather convert d.npy -o e.npy
echo "exit $?"
gather convert d.npy --view f8e5m2 -o e.npy
gather convert 'd.npy@s4[2]' -o 'e.raw@C' && od -An -tx1 e.raw
ls
