# SPDX-License-Identifier: Apache-2.0
# Everything as one object.
printf '\000\000\200\077\000\000\000\100' >a.raw
printf '\000\000\200\077\000\000\300\177' >b.raw
gather diff 'a.raw@f32[2]' 'b.raw@f32[2]' --json
echo "exit $?"
gather diff 'a.raw@f32[2]' 'a.raw@f32[2]' --json --rtol 1e-3 --ulp 2
gather diff 'a.raw@f32[2]' 'a.raw@u8[3]' --json
