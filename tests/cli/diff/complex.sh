# SPDX-License-Identifier: Apache-2.0
# Both parts of complex numbers have to be equal; how far apart two are is measured in the plane.
printf '\000\000\200\077\000\000\000\100' >a.raw # [1,2]
printf '\000\000\200\077\000\000\100\100' >b.raw # [1,3]
gather diff 'a.raw@c64[1]' 'b.raw@c64[1]'
echo "exit $?"
gather diff 'a.raw@c64[1]' 'b.raw@c64[1]' --atol 1 | tail -n +3
printf '\000\000\200\077' >r.raw
gather diff 'r.raw@f32[1]' 'a.raw@c64[1]' | sed -n '3,5p'
printf '\000\000\200\100\000\000\200\100' >b.raw # [4,4]
gather diff 'a.raw@c64[1]' 'b.raw@c64[1]' --atol 3.6 | grep 'max'
printf '\000\000\000\100\000\000\000\000' >a.raw # [2,0]
printf '\000\000\000\100\275\067\206\065' >b.raw # [2,1e-6]
gather diff 'a.raw@c64[1]' 'b.raw@c64[1]' --rtol 1e-6 | sed -n '3p'
gather diff 'a.raw@c64[1]' 'b.raw@c64[1]' --rtol 1e-7 | sed -n '3p'
# Neither lengths nor distances overflow.
printf '\000\000\000\000\000\000\340\177\000\000\000\000\000\000\340\177' >a.raw # [2^1023,2^1023]
printf '\000\000\000\000\000\000\330\177\000\000\000\000\000\000\340\177' >b.raw # [.75 2^1023,..]
gather diff 'a.raw@c128[1]' 'b.raw@c128[1]' --rtol 1e-9 | sed -n '3p;$p'
gather diff 'a.raw@c128[1]' 'b.raw@c128[1]' --rtol 0.2 | sed -n '3p'
gather diff 'a.raw@c128[1]' 'b.raw@c128[1]' --atol 1e308 | sed -n '3p'
gather diff 'a.raw@c128[1]' 'b.raw@c128[1]' --atol 1e307 | sed -n '3p'
