# SPDX-License-Identifier: Apache-2.0
# The layout that a file has, or is said to have.
printf '\223NUMPY\001\000\166\000%-117s\n' "{'descr': '<f4', 'fortran_order': True, 'shape': (2, 3), }" >a.npy
head -c 24 /dev/zero >>a.npy
gather explain a.npy --to C | head -n 4
gather explain a.npy --view s32 --to C | head -n 4
gather explain a.npy@'bf16[3,4]' --to F | head -n 4
gather explain a.npy --layout 'f32[6]' --to ':(-1)+5' | head -n 4
gather explain a.npy
echo "exit $?"
gather explain none.npy --to C
echo "exit $?"
gather explain a.npy 'f32[2]' --to C
echo "exit $?"
