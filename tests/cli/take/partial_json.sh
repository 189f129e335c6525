# SPDX-License-Identifier: Apache-2.0
# With --partial JSON has a list of all that is left out, also of what stderr only counts, and in each form of the object.
. "$ROOT/tests/cli/support/safetensors"
try() {
    echo "-- gather $*"
    gather "$@" --json 2>stderr
    echo "exit $?, $(wc -l <stderr) lines"
}
mkdir many
for k in 1 2 3 4 5 6 7; do printf 'no npy' >many/$k.npy; done
safetensors '{"a":{"dtype":"U8","shape":[2],"data_offsets":[0,2]},"b":{"dtype":"U8","shape":[2],"data_offsets":[2,9]}}' abcd >many/one.safetensors
try take many --partial -i 0
rm many/[2-7].npy
try take many --partial
try take many --partial '*'
try take many --partial -i 0 -o a.npy
try take many --partial -o a.npz
try convert many --partial -o b.npz
try convert a.npz --partial -o c.npz
try take a.npz --partial
try take a.npz
rm many/one.safetensors
try take many --partial
