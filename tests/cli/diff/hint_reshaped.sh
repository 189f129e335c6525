# SPDX-License-Identifier: Apache-2.0
# B is A under other sizes.
i=0
while [ $i -lt 24 ]; do printf "\\$(printf %03o $((i * 7 % 100 + i / 12)))"; i=$((i + 1)); done >a.raw

gather diff 'a.raw@u8[4,6]' 'a.raw@u8[2,12]'
echo "exit $?"
gather diff 'a.raw@u8[24]' 'a.raw@u8[2,3,4]' --json | grep -o '"equal_as":.*'
