# SPDX-License-Identifier: Apache-2.0
# What does not fit together, or is malformed: exit 3, the output as it was, nothing left beside it.
printf '\001\002\003\004\005\006' >a.raw
echo old >b.raw
echo old >b.npy
for words in 'a.raw@u8[7] -o b.raw' 'a.raw@u8[2,3] -o b.raw@u8[3,2]' 'a.raw@u8[2,3] -o b.raw@s8[2,3]' 'a.raw@u8[2,3] -o b.raw@u8[6]' \
    'a.raw@u8[2,3] -o b.raw@:(0,1)' 'a.raw@u8[2,3] -o b.npy@{1,0:T(2,2)}' 'a.raw@u8[2,3] -o b.npy@:(4,1)' \
    'a.raw@u8[1,2,3] -o b.npy@{1,2,0}' 'a.raw@u8[2,3] -o b.npy@{1,0:pad(3,3)}' 'a.raw@s4[6] -o b.npy@C' 'a.raw@u8[2,3 -o b.raw' \
    'a.raw@u8[2,3] -o b.raw@{1,0:T(2' 'a.raw@string[1] -o b.raw' 'a.raw@u8[2,3]{1,0:T(99999999)} -o b.raw' \
    'a.raw@f32[1152921504606846976,4]:(0,0) -o b.raw@C'; do
    # shellcheck disable=SC2086
    gather convert $words
    echo "exit $?"
done
cat b.raw b.npy
ls -A
