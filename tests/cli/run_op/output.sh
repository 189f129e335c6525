# SPDX-License-Identifier: Apache-2.0
# Into a file of any format and layout, over the caller's own strides and tiles; whole or not at all.
printf '\001\002\003\004\005\006' >a.raw
printf '\001\001\001\000\001' >i.raw
gather run --op take -a axis=0 'a.raw@u8[2,3]{0,1}' 'i.raw@u8[2]:(3)' -o b.npy
tail -c 6 b.npy | od -An -tu1
gather run --op take -a axis=1 'a.raw@u8[2,3]:(-3,1)+3' 'i.raw@u8[2]' -o 'b.raw@{1,0:T(2,2)}' --json
od -An -tu1 b.raw
gather run --op take -a axis=0 'a.raw@u8[2,3]' 'i.raw@u8[2]' --json
gather run --op Gather --dialect onnx@13 --loose 'a.raw@i4[3,3]C' 'i.raw@u8[2]' -o 'c.raw@i4[2,3]C'
od -An -tx1 c.raw
gather run --op take -a axis=0 'a.raw@u8[2,3]' 'i.raw@u8[2]' -o 'd.raw@:(0,1)'
echo "exit $?"
gather run --op take -a axis=0 'a.raw@u8[2,3]' 'a.raw@u8[3]' -o b.npy
echo "exit $?"
tail -c 6 b.npy | od -An -tu1
gather run --op take -a axis=0 'a.raw@u8[2,3]' 'i.raw@u8[2]' -o - | tail -c 4 | od -An -tu1
echo "exit $?"
ls -A
