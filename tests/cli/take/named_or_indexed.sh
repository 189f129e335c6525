# SPDX-License-Identifier: Apache-2.0
# Numbers behind the file are names of tensors, if there are such; else they were meant for -i.
printf '\001\002\003\004' >a.raw
gather convert 'a.raw@u8[4]' -o a.npy
mkdir m && cp a.npy m/0.npy
try() {
    gather take "$@"
    echo "exit $?"
}
try a.npy 0,1
try a.npy -1
try a.npy -i 0 1
try m 0
try m 1
try m x
