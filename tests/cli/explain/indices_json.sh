# SPDX-License-Identifier: Apache-2.0
# One JSON object: everything, and nothing else.
printf '\001\002\003\004\000\000' >data
gather explain 'data@u8[3,2]' -i 0,3,-1 --dialect tf --json
gather explain 'data@u8[3,2]' -i 1,3 --dialect tf-gpu --got 'data@u8[2,2]:(2,1)+2' --json
echo "exit $?"
gather explain 'data@u8[3,2]' -i 18446744073709551615 --dialect numpy --json | head -c 500
echo
