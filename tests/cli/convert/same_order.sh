# SPDX-License-Identifier: Apache-2.0
# Without a layout the order stays: raw bytes keep all of it, an .npy is dense, and row-major where it must be.
printf '\001\002\003\004\005\006\007\010' >a.raw
for layout in 'u8[2,3]' 'u8[2,3]F' 'u8[2,3]{1,0:pad(2,4)}' 'u8[2,3]{1,0:T(2,2)}' 'u8[2,3]:(4,1)' 'u8[2,3]:(-3,1)+4' 'u8[2,3]:(0,1)' 'u8[3]:(2)'; do
    echo "$layout"
    gather convert "a.raw@$layout" -o b.raw --json | sed 's/.*"to"://'
    gather convert "a.raw@$layout" -o b.npy --json | sed 's/.*"to"://'
    tail -c +129 b.npy | od -An -tu1
done
