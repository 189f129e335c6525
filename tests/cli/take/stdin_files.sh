# SPDX-License-Identifier: Apache-2.0
# What is no place for a file says so: an .npy as a list on stdin, a text by another name.
printf 'abcdef' >a.raw
gather convert 'a.raw@u8[6]' -o a.npy
gather take a.npy -i 0 -o - | gather take a.npy -i -
for name in ids.json ids; do
    echo 1 >"$name"
    gather take a.npy -i "$name"
done
