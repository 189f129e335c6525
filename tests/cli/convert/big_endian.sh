# SPDX-License-Identifier: Apache-2.0
# Big-endian numbers are turned; of complex ones each half.
header() {
    printf '\223NUMPY\001\000\166\000%-117s\n' "{'descr': '$1', 'fortran_order': False, 'shape': ($2,), }"
}
{ header '>i4' 2 && printf '\001\002\003\004\005\006\007\010'; } >a.npy
gather convert a.npy -o a.raw && od -An -tx1 a.raw
gather convert a.npy --view f32 -o b.npy && tail -c +11 b.npy | head -c 15 && echo
{ header '>c8' 1 && printf '\001\002\003\004\005\006\007\010'; } >c.npy
gather convert c.npy -o c.raw && od -An -tx1 c.raw
gather convert c.npy@'u16[4]' -o d.raw
echo "exit $?"
