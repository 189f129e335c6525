# SPDX-License-Identifier: Apache-2.0
# Nothing is guessed of what is merely different, nor of what is all the same.
printf 'abcdefghijklmnop' >a.raw
printf 'abcdefghijklmnoP' >b.raw
head -c 16 /dev/zero >c.raw
gather diff 'a.raw@u8[4,4]' 'b.raw@u8[4,4]'
gather diff 'b.raw@u8[4,4]' 'c.raw@u8[4,4]' | tail -2
gather diff 'c.raw@u8[16]' 'c.raw@u8[12]'
