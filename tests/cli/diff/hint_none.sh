# SPDX-License-Identifier: Apache-2.0
# Nothing is guessed of what is merely different, nor of what is all the same.
printf 'abcdefghijklmnop' >a.raw
printf 'abcdefghijklmnoP' >b.raw
head -c 16 /dev/zero >c.raw
gather diff 'a.raw@u8[4,4]' 'b.raw@u8[4,4]'
gather diff 'b.raw@u8[4,4]' 'c.raw@u8[4,4]' | tail -2
gather diff 'c.raw@u8[16]' 'c.raw@u8[12]'
# within a tolerance, 2 with its bytes reversed is 0: no word of an order of bytes
printf '\000\000\000\000\000\000\000\000\000\000\000\000' >zeros.raw
printf '\000\000\000\000\000\000\000\100\000\000\000\000' >two.raw
gather diff 'zeros.raw@f32[3]' 'two.raw@f32[3]' --atol 1e-3
