# SPDX-License-Identifier: Apache-2.0
# B begins some rows, or elements, further on, or before.
i=0
while [ $i -lt 24 ]; do printf "\\$(printf %03o $((i * 7 % 100 + i / 12)))"; i=$((i + 1)); done >a.raw

tail -c +13 a.raw >rows.raw
gather diff 'a.raw@u8[4,6]' 'rows.raw@u8[2,6]' | tail -4
gather diff 'a.raw@u8[2,6]:(6,1)+12' 'rows.raw@u8[2,6]:(6,1)' | tail -1
tail -c +4 a.raw >some.raw
gather diff 'a.raw@u8[24]' 'some.raw@u8[21]' | tail -3
gather diff 'some.raw@u8[21]' 'a.raw@u8[21]' | tail -3
gather diff 'some.raw@u8[21]' 'a.raw@u8[21]' --json | grep -o '"equal_as":.*'
