# SPDX-License-Identifier: Apache-2.0
# B is A in another order in memory: the layout with which they are equal is told, and is right.
i=0
while [ $i -lt 24 ]; do printf "\\$(printf %03o $((i * 7 % 100 + i / 12)))"; i=$((i + 1)); done >a.raw

gather convert 'a.raw@u8[4,6]' -o a.npy
gather convert a.npy -o b.raw@'{0,1}'
gather diff a.npy 'b.raw@u8[4,6]' | tail -4
gather diff a.npy 'b.raw@u8[4,6]{0,1}' | tail -1
gather diff 'b.raw@u8[4,6]' a.npy | tail -3
gather diff a.npy 'b.raw@u8[6,4]' | tail -5
gather convert 'a.raw@u8[2,3,4]' -o c.raw@'{1,0,2}'
gather diff 'a.raw@u8[2,3,4]' 'c.raw@u8[2,3,4]' | tail -3
gather diff 'a.raw@u8[2,3,4]' 'c.raw@u8[2,3,4]{1,0,2}' | tail -1
