# SPDX-License-Identifier: Apache-2.0
# A pipe that nobody reads is an error, not a wait that nothing ends.
printf 'abcd' >four.raw
mkfifo pipe
gather take 'four.raw@u8[4]' -i 0 -o pipe
echo "exit $?"
