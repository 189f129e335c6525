# SPDX-License-Identifier: Apache-2.0
# Numbers from stdin; none at all; an axis without rows.
printf '0123456789ab' >t.raw && gather convert 't.raw@u8[4,3]' -o t.npy

printf '0 1\n7\n' | gather check t.npy -i -
echo "exit $?"
: | gather check t.npy -i -
gather check 't.raw@u8[0,3]' -i 0
echo "exit $?"
tr '\0' , </dev/zero | gather check t.npy -i -
echo "exit $?"
