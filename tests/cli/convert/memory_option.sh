# SPDX-License-Identifier: Apache-2.0
# --memory: how much is read at a time; the result is the same.
i=0
while [ $i -lt 250 ]; do
    i=$((i + 1))
    printf '%03d\n' $i
done >table.raw
gather convert 'table.raw@u8[250,4]' -o 'all.raw@F'
head -c 12 all.raw
echo
for size in 1 9 1K 3M; do
    gather convert 'table.raw@u8[250,4]' -o 'some.raw@F' --memory $size --stats --json |
        sed 's/.*\("slabs":[0-9]*\).*\("buffer":[0-9]*\).*/\1 \2/'
    cmp all.raw some.raw
done
for size in 0 x ''; do
    gather convert 'table.raw@u8[250,4]' -o some.raw --memory "$size" 2>&1 | head -n 1
done
gather convert 'table.raw@u8[250,4]{1,0:T(2,2)}' -o some.raw@C --memory 3
echo "exit $?"
cmp all.raw some.raw
