# SPDX-License-Identifier: Apache-2.0
# From raw bytes to .npy, and on into every kind of memory: rows, columns, tiles, padding.
printf '\001\002\003\004\005\006' >a.raw
gather convert 'a.raw@u8[2,3]' -o a.npy
head -c 80 a.npy | tail -c 70 | cut -c 1-60
tail -c 6 a.npy | od -An -tu1
for layout in '{0,1}' F ':(1,2)' '{1,0:T(2,2)}' '{1,0:pad(2,4)=highest}' '{0,1:T(*,2)}' ba; do
    echo "$layout"
    gather convert a.npy -o "b.raw@$layout"
    od -An -tu1 b.raw
done
ls -A
