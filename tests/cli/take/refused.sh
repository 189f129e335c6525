# SPDX-License-Identifier: Apache-2.0
# Each exit code: 2 the grammar, 3 what the library refuses, 4 an index, 5 the system.
printf '\001\002\003\004\005\006' >a.raw
for words in '' 'a.raw@u8[6]' 'a.raw@u8[6] b -i 0' 'a.raw@u8[6] -i x' 'a.raw@u8[6] -i 1,,2' 'a.raw@u8[6] -i 1: ' \
    'a.raw@u8[6] -i :5' 'a.raw@u8[6] -i 0:5:0' 'a.raw@u8[6] -i 99999999999999999999' 'a.raw@u8[6] -i 0 --axis x' 'a.raw -i 0' 'a.raw@u8[6] -i 0 --frob' \
    'a.raw@u8[7] -i 0' 'a.raw@u8[] -i 0' 'a.raw@u8[2,3] -i 0 --axis 2' 'a.raw@u8[6] -i a.raw@f16[3]' 'a.raw@u8[6 -i 0' \
    'a.raw@u8[6] -i 6' 'a.raw@u8[6] -i -7' 'a.raw@u8[6] -i 0,-9223372036854775808' 'a.raw@u8[6] -i 18446744073709551615' \
    'a.raw@u8[0,6] -i 0' 'none.raw@u8[6] -i 0' 'a.raw@u8[6] -i none.npy'; do
    # shellcheck disable=SC2086
    gather take $words
    echo "exit $?"
done
printf '1 x' | gather take 'a.raw@u8[6]' -i -
echo "exit $?"
printf '5\n6\n' | gather take 'a.raw@u8[6]' -i -
echo "exit $?"
gather take 'a.raw@u8[6]' -i 0 >/dev/full
