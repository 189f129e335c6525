# SPDX-License-Identifier: Apache-2.0
# Elements below a byte; their byte is that in which they begin.
printf '\041\103' >a.raw
printf '\041\163' >b.raw
gather diff 'a.raw@u4[4]{0:E(4)}' 'b.raw@u4[4]{0:E(4)}'
gather diff 'a.raw@s4[4]{0:E(4)}' 'b.raw@s4[4]{0:E(4)}' | tail -2
gather diff 'a.raw@u2[8]{0:E(2)}' 'b.raw@u2[8]{0:E(2)}' | sed -n '3,8p'
gather diff 'a.raw@f4e2m1fn[4]{0:E(4)}' 'b.raw@f4e2m1fn[4]{0:E(4)}' | sed -n '3,$p'
