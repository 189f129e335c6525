# SPDX-License-Identifier: Apache-2.0
# Rows by numbers, ranges, a file and stdin, along any axis; what is printed is as wide as its widest element.
printf '\001\002\003\144\005\006\007\010\011\012\013\014' >a.raw
printf '\003\000\377\000' >i.raw
take() {
    echo "\$ $*"
    gather take "$@"
}
take 'a.raw@u8[4,3]' -i 0,2,-1
take 'a.raw@u8[4,3]' -i -1
take 'a.raw@u8[4,3]' -i 3:-1:-2,1
take 'a.raw@u8[4,3]' -i '[]'
take 'a.raw@s8[4,3]' -i 'i.raw@s8[2,2]'
take 'a.raw@u8[4,3]' -i 2,0 --axis 1
take 'a.raw@u8[4,3]' -i 2,0 --axis=-1
take 'a.raw@u8[12]' -i 3
take 'a.raw@u8[2,2,3]' -i 1,0 --axis 1
take 'a.raw@u8[4,3]{0,1}' -i 1
take 'a.raw@u8[4,2]:(3,-1)+1' -i 1,0
take 'a.raw@u8[2,4]{1,0:T(2,2)}' -i 1
take 'a.raw@s4[3,4]' -i 1,2 --axis 1
take 'a.raw' --layout 'u8[12]' --view i8 -i 3
echo '$ stdin'
printf '3, 1\n0:2\n' | gather take 'a.raw@u8[4,3]' -i -
