# SPDX-License-Identifier: Apache-2.0
# Steps from one number of the type to the next, through 0 too.
printf '\000\000\200\077\001\000\000\000\001\000\000\200\000\000\200\177' >a.raw
printf '\003\000\200\077\001\000\000\200\000\000\000\000\377\377\177\177' >b.raw
for n in 0 1 2 3; do
    gather diff 'a.raw@f32[4]' 'b.raw@f32[4]' --ulp $n | sed -n 3p
done
gather diff 'a.raw@f32[4]' 'b.raw@f32[4]' --ulp 3
gather diff 'a.raw@f16[8]' 'b.raw@f16[8]' --ulp 3 | sed -n 3,4p
gather diff 'a.raw@bf16[8]' 'b.raw@bf16[8]' --ulp 3 | sed -n 3,4p
