# SPDX-License-Identifier: Apache-2.0
# What is written as it comes has all of it when it is there: a device, a pipe.
printf '\001\002\003\004' >a.raw
gather convert a.raw@'u8[4]' -o /dev/null
echo "exit $?"
[ -c /dev/null ] && echo 'still a device'
gather convert a.raw@'u8[4]' -o /dev/full@C
echo "exit $?"
mkfifo b.npy
exec 3<>b.npy # a reader, before there is a writer
gather convert a.raw@'u8[4]' -o b.npy
head -c 132 <&3 >c.npy
gather take c.npy
TMPDIR=none gather convert a.raw@'u8[4]' -o /dev/null
echo "exit $?"
ls -A
