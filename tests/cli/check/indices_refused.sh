# SPDX-License-Identifier: Apache-2.0
# Indices that can not be used.
printf '0123456789ab' >t.raw && gather convert 't.raw@u8[4,3]' -o t.npy

gather check t.npy -i 't.raw@f32[3]'
echo "exit $?"
gather check t.npy -i missing.npy
echo "exit $?"
gather check t.npy -i 0 --axis 2
echo "exit $?"
gather check 't.npy:x' -i 0
echo "exit $?"
printf 'no npy' >i.npy
gather check t.npy -i i.npy
echo "exit $?"
