# SPDX-License-Identifier: Apache-2.0
# The nearest world is that with the smallest share of wrong elements among those that it promises: two of four here,
# where there are zeros, and not the only one of a world that promises nothing of an index outside.
printf '\000\000\200\077\000\000\000\100' >a.raw # 1 2
printf '\000\000\240\100\000\000\000\000\000\000\000\000\000\000\340\100' >out.raw # 5 0 0 7
gather explain 'a.raw@f32[2]' -i 0,9,9,9 --got 'out.raw@f32[4]' | sed -n '1,/^gives no output/p' | grep -v '^  '
