# SPDX-License-Identifier: Apache-2.0
# A file of several tensors against a file of one without a name: which one is meant has to be said, from either side.
printf '\001\002' >a.raw
gather convert 'a.raw@u8[2]' -o a.npy
mkdir d
cp a.npy d/w.npy
cp a.npy d/x.npy
gather convert d -o z.npz
gather diff z.npz a.npy
echo "exit $?"
gather diff a.npy z.npz
echo "exit $?"
gather diff z.npz:w a.npy
