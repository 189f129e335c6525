# SPDX-License-Identifier: Apache-2.0
# A device can't hold a file that is written in any order: exit 3.
printf '\001\002\003\004' >a.raw
gather convert a.raw@'u8[4]' -o /dev/null
echo "exit $?"
[ -c /dev/null ] && echo 'still a device'
