# SPDX-License-Identifier: Apache-2.0
# A stored array that the disk has changed is found where it is read whole; hostile 65.
printf '\001\002\003\004\005\006\007\010' >a.raw
gather convert 'a.raw@u8[8]' -o a.npz
gather take a.npz
printf '\011' | dd of=a.npz bs=1 seek=194 conv=notrunc 2>/dev/null
gather take a.npz
echo "exit $?"
gather convert a.npz -o b.npy
echo "exit $?"
gather take a.npz -s 0:2
gather take a.npz -i 2
ls
