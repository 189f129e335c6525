# SPDX-License-Identifier: Apache-2.0
# Indices outside: all are counted, each with its place, and what becomes of it.
printf '0123456789ab' >t.raw && gather convert 't.raw@u8[4,3]' -o t.npy

printf '\000\005\377\375\003\200' >i.raw
gather check t.npy -i 'i.raw@s8[2,3]'
echo "exit $?"
gather check t.npy -i 'i.raw@u8[6]'
echo "exit $?"
gather check t.npy -i 0:4
gather check t.npy -i 0:4 --axis 1
echo "exit $?"
gather check t.npy --axis -1 -i -3,-4
echo "exit $?"
