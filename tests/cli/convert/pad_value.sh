# SPDX-License-Identifier: Apache-2.0
# What padding holds: what --pad-value says, or the layout; without a word about it, zeros of a new file.
printf '\001\002\003\004\005\006' >a.raw
for value in zero one lowest highest; do
    gather convert 'a.raw@s8[2,3]' -o 'b.raw@{1,0:pad(3,4)}' --pad-value $value
    od -An -td1 -w12 b.raw
done
gather convert 'a.raw@s8[2,3]' -o 'b.raw@{1,0:pad(3,4)=one}' && od -An -td1 -w12 b.raw
gather convert 'a.raw@s8[2,3]' -o 'b.raw@{1,0:pad(3,4)=one}' --pad-value highest && od -An -td1 -w12 b.raw
gather convert 'a.raw@s8[2,3]' -o 'b.raw@{1,0:pad(3,4)}' && od -An -td1 -w12 b.raw
rm b.raw
gather convert 'a.raw@s8[2,3]' -o b.raw@C --pad-value one
echo "exit $?"
gather convert 'a.raw@s8[2,3]' -o 'b.raw@{1,0:pad(3,4)}' --pad-value two
echo "exit $?"
gather convert 'a.raw@f8e8m0fnu[2,3]' -o 'b.raw@{1,0:pad(3,4)}' --pad-value zero
echo "exit $?"
ls
