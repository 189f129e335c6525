# SPDX-License-Identifier: Apache-2.0
# Both parts of complex numbers have to be equal.
printf '\000\000\200\077\000\000\000\100' >a.raw # [1,2]
printf '\000\000\200\077\000\000\100\100' >b.raw # [1,3]
gather diff 'a.raw@c64[1]' 'b.raw@c64[1]'
echo "exit $?"
gather diff 'a.raw@c64[1]' 'b.raw@c64[1]' --atol 1 | tail -n +3
printf '\000\000\200\077' >r.raw
gather diff 'r.raw@f32[1]' 'a.raw@c64[1]' | sed -n '3,5p'
