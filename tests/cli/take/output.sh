# SPDX-License-Identifier: Apache-2.0
# Into a file of any format and layout; a file appears whole or not at all, also over the file that was read.
printf '\001\002\003\004\005\006' >a.raw
gather take 'a.raw@u8[3,2]' -i 2,0 -o b.npy
head -c 80 b.npy | tail -c 70
tail -c 4 b.npy | od -An -tu1
gather take 'a.raw@u8[3,2]' -i 2,0 -o 'b.raw@{0,1:pad(3,2)=one}' --json
od -An -tu1 b.raw
gather take 'a.raw@i4[3,4]C' -i 1 -o c.raw
od -An -tx1 c.raw
gather take 'a.raw@bf16[3]' -i 1 -o c.npy
gather take 'a.raw@u8[3,2]' -i 1,1,1 -o a.raw
od -An -tu1 a.raw
printf '\001\000\000\000\000\000\000\000' >i.raw
gather take 'a.raw@u8[3,2]' -i 'i.raw@s64[1,1]' --dialect directml -o 'd.raw@F'
od -An -tu1 d.raw
gather take 'a.raw@u8[3,2]' -i 0,9 -o a.raw
echo "exit $?"
gather take 'a.raw@u8[3,2]' -i 0 -o 'e.raw@u8[7]'
echo "exit $?"
gather take 'a.raw@u8[3,2]' -i 0 -o none/e.raw
echo "exit $?"
ls -A
