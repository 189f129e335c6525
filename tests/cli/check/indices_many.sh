# SPDX-License-Identifier: Apache-2.0
# The first twenty are shown.
printf '0123456789ab' >t.raw && gather convert 't.raw@u8[4,3]' -o t.npy

gather check t.npy -i 0:1000
echo "exit $?"
