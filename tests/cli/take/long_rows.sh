# SPDX-License-Identifier: Apache-2.0
# Rows that are longer than a piece of a file, and no whole number of them, in the right places.
bytes=$((33554432 + 5))
for k in 1 2 3; do
    printf 'begin%d' $k
    head -c $((bytes - 10)) /dev/zero
    printf 'end%d' $k
done >a.raw
gather take "a.raw@u8[3,$bytes]" -i 2,0,2 -o b.raw
gather take "a.raw@u8[3,$bytes]" --axis 1 -i "0:6,$((bytes - 4)):$bytes" -o c.raw && cat c.raw && echo
for k in 0 1 2; do
    tail -c +$((k * bytes + 1)) b.raw | head -c 6
    tail -c +$((k * bytes + 1)) b.raw | head -c $bytes | tail -c 4
    echo
done
tail -c $bytes a.raw >last && head -c $bytes b.raw | cmp - last && echo same
