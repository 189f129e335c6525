# SPDX-License-Identifier: Apache-2.0
# A few characters or bytes can't ask for memory without end.
printf '\001\002\003\004\005\006' >rows.raw
head -c 8 /dev/zero >zero.raw
gather take 'rows.raw@u8[3,2]' -i 0:500000000
echo "exit $?"
gather take 'rows.raw@u8[3,2]' -i 0:9223372036854775807:1,0:5
echo "exit $?"
gather take 'rows.raw@u8[3,2]' -i 'zero.raw@s64[1099511627776]:(0)' --memory 16T
echo "exit $?"
gather take 'rows.raw@u8[3,2]' -i 'zero.raw@s64[4611686018427387904]:(0)'
echo "exit $?"
gather take 'rows.raw@u8[3,2]' -i 'zero.raw@s64[3]:(0)'
