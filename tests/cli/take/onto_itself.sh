# SPDX-License-Identifier: Apache-2.0
# The output may be the input, also by a link: it is read to its end before another file takes its name.
printf 'abcdef' >a.raw
gather convert 'a.raw@u8[3,2]' -o a.npy
cp a.npy b.npy && ln -s b.npy link.npy
gather take a.npy -i 2,0 -o a.npy && gather take a.npy
gather take b.npy -i 1 -o link.npy && gather take b.npy && readlink link.npy
gather run --op take -a axis=0 a.npy 1 -o a.npy && gather take a.npy
gather convert a.npy -o c.npz && gather take c.npz -i 0 -o c.npz && gather take c.npz
gather take a.npy -i 9 -o a.npy
echo "exit $?"
gather take a.npy
ls -A
