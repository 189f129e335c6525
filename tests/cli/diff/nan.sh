# SPDX-License-Identifier: Apache-2.0
# NaN is the same NaN bit for bit, nothing within a tolerance, and any NaN with --equal-nan.
printf '\000\000\300\177\000\000\200\177\000\000\200\077' >a.raw # nan inf 1
printf '\001\000\300\177\000\000\200\177\000\000\200\077' >b.raw # another nan
a='a.raw@f32[3]' b='b.raw@f32[3]'
gather diff $a $a
gather diff $a $b
echo "exit $?"
gather diff $a $b --equal-nan | tail -1
gather diff $a $a --atol 1 | sed -n 3,4p
gather diff $a $b --atol 1 --equal-nan | tail -1
printf '\000\000\200\177\000\000\200\377\000\000\200\077' >c.raw # inf -inf 1
gather diff $a 'c.raw@f32[3]' --atol 1e30 --equal-nan
echo "exit $?"
