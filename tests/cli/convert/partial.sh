# SPDX-License-Identifier: Apache-2.0
# All that can be read of a file is converted, if --partial says so: also beside types that are not read.
. "$ROOT/tests/cli/support/safetensors"
try() {
    echo "-- $*"
    gather convert "$@"
    echo "exit $?"
}
mkdir folder
header="{'descr': '<U1', 'fortran_order': False, 'shape': (1,), }"
printf '\223NUMPY\001\000\077\000%-62s\na\000\000\000' "$header" >folder/text.npy
safetensors '{"a":{"dtype":"U8","shape":[2],"data_offsets":[0,2]},"b":{"dtype":"U8","shape":[2],"data_offsets":[2,9]}}' abcd >folder/one.safetensors
try folder -o all.npz
rm -f all.npz
try folder --partial -o all.npz && gather ls all.npz
rm folder/one.safetensors
safetensors '{"a":{"dtype":"U8","shape":[2],"data_offsets":[0,2]}}' ab >folder/one.safetensors
try folder -o all.npz
try folder --partial -o all.npz && gather ls all.npz
try folder 't*' --partial -o some.npz # of these nothing can be read
try folder text --partial -o some.npz # nor of what is named itself
ls
