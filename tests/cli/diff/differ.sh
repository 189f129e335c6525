# SPDX-License-Identifier: Apache-2.0
# How many, the first, where it lies in both files, its bits; the largest differences.
printf '\000\000\200\077\000\000\000\100\000\000\100\100\000\000\200\100' >a.raw # 1 2 3 4
printf '\000\000\200\077\000\000\020\100\000\000\100\100\000\000\260\100' >b.raw # 1 2.25 3 5.5
gather convert 'b.raw@f32[2,2]' -o b.npy
gather diff 'a.raw@f32[2,2]' b.npy
echo "exit $?"
gather diff 'a.raw@f32[2,2]' 'b.raw@f32[2,2]{0,1}'
echo "exit $?"
