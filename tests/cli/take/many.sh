# SPDX-License-Identifier: Apache-2.0
# Of a large result the corners are printed, long rows are broken, and nothing is wider than 80 columns.
head -c 60000 /dev/zero >a.raw
gather take 'a.raw@u8[300,200]' -i 0:20
gather take 'a.raw@u8[300,200]' -i 0:7 --axis 1 >got
wc -l <got
gather take 'a.raw@u8[60000]' -i 0:1000 >got
awk 'length($0) > 80' got
wc -l <got
gather take 'a.raw@u8[60000]' -i 0:1001
gather take 'a.raw@u8[300,200]' -i 0:20 --json | tr ',' '\n' | wc -l
