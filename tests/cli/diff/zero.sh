# SPDX-License-Identifier: Apache-2.0
# 0 and -0 are other bits and the same value.
printf '\000\000\000\000' >a.raw
printf '\000\000\000\200' >b.raw
gather diff 'a.raw@f32[1]' 'b.raw@f32[1]'
echo "exit $?"
gather diff 'a.raw@f32[1]' 'b.raw@f32[1]' --atol 0
echo "exit $?"
