# SPDX-License-Identifier: Apache-2.0
# Hostile 42: a header that promises more than there is, in little memory: refused before anything is allocated.
header() {
    printf '\223NUMPY\001\000\166\000%-117s\n' "{'descr': '|u1', 'fortran_order': False, 'shape': ($1,), }"
}
header 9223372036854775807 >a.npy
header 1099511627776 >b.npy
for file in a.npy b.npy; do
    gather convert $file -o c.raw
    echo "exit $?"
done
gather convert 'a.npy@u8[1099511627776]' -o c.raw
echo "exit $?"
ls
