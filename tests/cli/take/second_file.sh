# SPDX-License-Identifier: Apache-2.0
# One file is read; a word behind it names a tensor.
printf '\001\002' >a.raw
gather convert 'a.raw@u8[2]' -o a.npy
cp a.npy b.npy
gather take a.npy b.npy -i 0
gather take a.npy c.npy -i 0
