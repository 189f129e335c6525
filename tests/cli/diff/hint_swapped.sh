# SPDX-License-Identifier: Apache-2.0
# The bytes of each number are reversed.
i=0
while [ $i -lt 24 ]; do printf "\\$(printf %03o $((i * 7 % 100 + i / 12)))"; i=$((i + 1)); done >a.raw

gather convert 'a.raw@u16[4,3]' -o a.npy
tail -c 24 a.npy | dd conv=swab 2>/dev/null >s.raw
{ head -c 128 a.npy | sed 's/<u2/>u2/'; cat s.raw; } >big.npy
gather diff a.npy 's.raw@u16[4,3]' | tail -2
gather diff a.npy big.npy | tail -1
