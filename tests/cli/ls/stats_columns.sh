# SPDX-License-Identifier: Apache-2.0
# On a terminal lines of --stats and of the front page are as wide as it is, from 60 columns to 80; a part stays whole.
script -qec true /dev/null >/dev/null 2>&1 || { echo 'script(1) can make no terminal here' >&2; exit 77; }
printf '\026\107\131\300\026\107\131\100\001\000\000\300' >a.raw
gather convert 'a.raw@f32[1,1,1,1,1,1,1,1,1,3]' -o a.npy
for columns in 40 60 70 80 200 0; do
    script -qec "stty cols $columns; gather ls a.npy --stats; gather --help" /dev/null | tr -d '\r' |
        awk -v columns=$columns 'length > most { most = length } END { print columns ": " most }'
done
gather ls a.npy --stats
