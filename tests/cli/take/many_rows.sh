# SPDX-License-Identifier: Apache-2.0
# Rows enough for several threads: all of a file backwards, and some of them often.
seq -w 700000 >table.raw
tac table.raw >expected.raw
gather take 'table.raw@u8[700000,7]' -i 699999:-1:-1 -o rows.raw
cmp expected.raw rows.raw
gather take 'table.raw@u8[700000,7]' -i 699999:-1:-1 -o rows.raw --memory 100K
cmp expected.raw rows.raw
seq 0 349999 | awk '{ print $1 * 7919 % 700000; print $1 % 10 }' >ids.txt
awk 'NR == FNR { line[NR - 1] = $0; next } { print line[$1] }' table.raw ids.txt >expected.raw
gather take 'table.raw@u8[700000,7]' -i - -o rows.raw <ids.txt
cmp expected.raw rows.raw
wc -c <rows.raw
