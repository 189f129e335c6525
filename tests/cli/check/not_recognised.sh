# SPDX-License-Identifier: Apache-2.0
# Bytes without a format: exit code 3. With a layout they are a tensor.
printf 'hello' >blob
gather check blob
echo "exit $?"
gather check 'blob@u8[5]'
gather check blob --layout 'u8[5]' -i 0,4,5
echo "exit $?"
gather check 'blob@u8[6]'
echo "exit $?"
