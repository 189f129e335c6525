# SPDX-License-Identifier: Apache-2.0
# An element a line, exact: what is read back by who reads numbers is the same.
printf '\000\000\300\077\000\000\200\177\000\000\300\177\001\000\000\000\377\377\177\177\000\000\000\200' >a.raw
gather convert 'a.raw@f32[2,3]' -o a.txt && cat a.txt
gather convert 'a.raw@f32[2,3]F' -o b.txt && head -n 2 b.txt
gather convert 'a.raw@s8[6]' -o c.txt && cat c.txt
gather convert 'a.raw@pred[2]' -o d.txt && cat d.txt
gather convert 'a.raw@u64[3]' -o e.txt && cat e.txt
gather convert 'a.raw@u4[8]C' -o f.txt && paste -sd ' ' f.txt
gather convert 'a.raw@u8[0]' -o g.txt && wc -c <g.txt
printf '\176\177\001' >f8.raw # 448 is the greatest of the type, and 450 none
gather convert 'f8.raw@f8e4m3fn[3]' -o h.txt && cat h.txt
gather take 'a.raw@u8[24]' -i - <c.txt
echo "exit $?"
printf '2\n0\n' >rows.txt
gather take 'a.raw@u8[3,8]' -i - -o rows.npy <rows.txt && gather take rows.npy
gather convert 'a.raw@u8[3000000000]:(0)' -o huge.txt
echo "exit $?"
ls -A
