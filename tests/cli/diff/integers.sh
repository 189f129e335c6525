# SPDX-License-Identifier: Apache-2.0
# Integers are compared exactly, of any two types.
printf '\377\377\377\377\377\377\377\377\001\000\000\000\000\000\000\000' >a.raw
printf '\376\377\377\377\377\377\377\377\001\000\000\000\000\000\000\000' >b.raw
gather diff 'a.raw@u64[2]' 'b.raw@u64[2]'
gather diff 'a.raw@s64[2]' 'a.raw@u64[2]'
gather diff 'a.raw@s8[8]' 'b.raw@u8[8]' | sed -n '3,$p'
printf '\001\001' >c.raw
gather diff 'c.raw@pred[2]' 'c.raw@u8[2]'
gather diff 'a.raw@s64[2]' 'b.raw@s64[2]' --atol 1
