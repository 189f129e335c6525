# SPDX-License-Identifier: Apache-2.0
# Rows in any order, often, none at all, the last of the file; along any axis, into any layout.
i=0
while [ $i -lt 64 ]; do
    i=$((i + 1))
    printf '%03d\n' $i
done >table.raw
take() {
    echo "\$ take $*"
    gather take "$@"
}
take 'table.raw@u8[64,4]' -i 63,0,63,63,1,0,62 -o rows.raw
cat rows.raw
take 'table.raw@u8[4,16,4]' -i 15,0,15 --axis 1 -o rows.raw
cat rows.raw
take 'table.raw@u8[64,4]' -i '[]' -o rows.raw
wc -c <rows.raw
take 'table.raw@u8[64,4]' -i 5 -o 'rows.raw@{1,0:pad(3,6)=one}'
od -An -c rows.raw
take 'table.raw@u8[64,4]' -i 7,99,5,-99,7 --mode zero -o 'rows.raw@F'
od -An -c rows.raw
take 'table.raw@u8[64,4]' -i 7,99,5 --fill 35 -o rows.raw
cat rows.raw
echo
printf '\003\000\000\003' >ids.raw
take 'table.raw@u8[64,4]' -i 'ids.raw@u8[2,2]' -o 'rows.raw@{0,1,2}'
od -An -c rows.raw
take 'table.raw@u8[64,4]' -i 'ids.raw@u8[4,1]' --dialect openvino -o rows.raw
cat rows.raw
