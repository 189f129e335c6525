# SPDX-License-Identifier: Apache-2.0
# Extremes are values of the type, also of one of few digits, and no mean is outside of them.
repeat() { for k in 1 2 3 4 5; do printf "$1"; done; }
tell() { gather ls "$1" --stats; gather ls "$1" --stats --json | grep -o '"stats.*'; }
printf '\006\176\206\376\177\001' >f8.raw
tell 'f8.raw@f8e4m3fn[6]'
printf '\173\373' >f8.raw
tell 'f8.raw@f8e5m2[2]'
printf '\000\376' >f8.raw
tell 'f8.raw@f8e8m0fnu[2]'
repeat '\146\056' >f16.raw
tell 'f16.raw@f16[5]'
repeat '\024\032\231\276\034\000\000\000' >i64.raw
tell 'i64.raw@s64[5]'
repeat '\003\000\000\000\000\000\040\000' >i64.raw # beyond what doubles tell apart
tell 'i64.raw@s64[5]'
printf '\000\000\000\000\000\000\040\000\001\000\000\000\000\000\040\000\005\000\000\000\000\000\000\000' >i64.raw
tell 'i64.raw@s64[3]' # 2^53, 2^53 + 1 and 5
printf '\377\377\377\377\377\377\337\377\000\000\000\000\000\000\340\377\377\377\377\377\377\377\337\377' >i64.raw
tell 'i64.raw@s64[3]' # -2^53 - 1, -2^53 and -2^53 - 1
tell 'i64.raw@u64[3]'
repeat '\377\377\377\377\377\377\377\377' >u64.raw
tell 'u64.raw@u64[5]'
printf '\337\006\000\000\000\000\360\077' >f64.raw # 1 and some 1e-13
tell 'f64.raw@f64[1]'
repeat '\315\314\314\075' >f32.raw
tell 'f32.raw@f32[5]'
