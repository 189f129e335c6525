# SPDX-License-Identifier: Apache-2.0
# What can not be compared, or read.
printf 'abcd' >a.raw && gather convert 'a.raw@u8[4]' -o a.npy
gather diff a.npy missing.npy
echo "exit $?"
head -c 130 a.npy >cut.npy
gather diff cut.npy a.npy
echo "exit $?"
gather diff a.npy 'a.raw@u8[5]' --json
echo "exit $?"
gather diff a.npy /dev/zero
echo "exit $?"
ln -s a.npy link.npy
gather diff a.npy link.npy --no-links
echo "exit $?"
