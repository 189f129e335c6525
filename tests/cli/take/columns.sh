# SPDX-License-Identifier: Apache-2.0
# On a terminal lines are as wide as it is, from 60 columns to 80.
script -qec true /dev/null >/dev/null 2>&1 || { echo 'script(1) can make no terminal here' >&2; exit 77; }
truncate -s 4K a.raw
for columns in 40 60 70 80 200 0; do
    script -qec "stty cols $columns; gather take 'a.raw@u8[300]'; gather take --help" /dev/null | tr -d '\r' |
        awk -v columns=$columns '!/^  gather/ && length > most { most = length } END { print columns ": " most }'
done
