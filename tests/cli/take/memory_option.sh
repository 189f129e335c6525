# SPDX-License-Identifier: Apache-2.0
# --memory: how much is written at a time, and what must fit into it.
take() {
    echo "\$ take $*"
    gather take "$@"
    echo "exit $?"
}
i=0
while [ $i -lt 250 ]; do
    i=$((i + 1))
    printf '%03d\n' $i
done >table.raw
take 'table.raw@u8[250,4]' -i 240:0:-1 -o all.raw
for size in 1 9 1K 3M 2G 1T; do
    gather take 'table.raw@u8[250,4]' -i 240:0:-1 -o some.raw --memory $size
    cmp all.raw some.raw
done
head -c 8 all.raw
for size in 0 x 5X 5KB '' -1 K 99999999999999T 9999999999999999999999; do
    gather take 'table.raw@u8[250,4]' -i 1 --memory "$size" 2>&1 | head -n 1
done
take 'table.raw@u8[250,4]{1,0:T(2,2)}' -i 1 --memory 999
take 'table.raw@u8[250,4]{1,0:T(2,2)}' -i 1 --memory 1000
take 'table.raw@s4[250,4]' -i 1,3 --memory 7
take 'table.raw@s4[250,4]' -i 1,3 --memory 8
take 'table.raw@u8[250,4]' -i 'table.raw@u8[1000]' --mode wrap --memory 999
take 'table.raw@u8[250,4]' -i 'table.raw@u8[1000]' --mode wrap --memory 1000 -o wrapped.raw
take 'table.raw@u8[250,4]' -i 'table.raw@u8[1000]' --mode wrap -o whole.raw
cmp wrapped.raw whole.raw
