# SPDX-License-Identifier: Apache-2.0
# A slice into files: .npy, raw bytes in any layout, one element a line, JSON.
printf '\000\001\002\003\004\005\006\007\010\011\012\013' >a.raw
gather take 'a.raw@u8[3,4]' -s '::2,::-1' -o b.npy
gather take b.npy
gather take 'a.raw@u8[3,4]' -s '::2,::-1' -o b.raw@F
od -An -tu1 b.raw
gather take 'a.raw@u8[3,4]' -s '0:2,1' -o b.txt
cat b.txt
gather take 'a.raw@u8[3,4]' -s '0:2,1:3' -o b.json
cat b.json
gather take 'a.raw@u8[3,4]' -s '1' -o c.npy --json
gather take 'a.raw@u8[3,4]' -s '5:' -o empty.npy && gather take empty.npy
gather take 'a.raw@u8[3,4]' -s 0 -o none/c.npy
echo "exit $?"
ls
