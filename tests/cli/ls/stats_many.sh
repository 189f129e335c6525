# SPDX-License-Identifier: Apache-2.0
# Of many elements too the first of equal extremes is told, and what lies among plain numbers is counted apart.
zeros() { # COUNT
    head -c "$1" /dev/zero
}
stats() { # TYPE COUNT
    gather convert "a.raw@$1[$2]" -o a.npy && gather ls a.npy --stats
}
{ zeros 8000 && printf '\000\000\200\277' && zeros 8000 && printf '\000\000\200\277\000\000\200\100' && zeros 80; } >a.raw # -1 .. -1 4
stats f32 4023
{ zeros 4096 && printf '\000\000\300\177\000\000\200\177\000\000\000\300' && zeros 8000; } >a.raw # nan inf -2
stats f32 3027
{ zeros 140000 && printf '\000\300\000\074' && zeros 2050; } >a.raw # -2 1
stats f16 71027
{ zeros 6000 && printf '\001\000\000\000\000\000\040\000\000\000\000\000\000\000\040\000' && zeros 1000; } >a.raw # 2^53+1, 2^53
stats i64 877
stats u64 877
{ zeros 600 && printf '\200\177' && zeros 1000; } >a.raw # -128 127
stats i8 1602
{ zeros 600 && printf '\200\007' && zeros 1; } >a.raw # of four bits: 0 -8 7 0
gather ls 'a.raw@s4[1205]{0:E(4)}' --stats
gather ls 'a.raw@u4[1206]{0:E(4)}' --stats
