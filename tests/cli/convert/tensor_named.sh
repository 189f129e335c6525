# SPDX-License-Identifier: Apache-2.0
# What an output can't hold of a tensor is told with its name, also where there is one alone, and with its type.
. "$ROOT/tests/cli/support/safetensors"
try() {
    echo "-- gather $*"
    gather "$@" 2>stderr
    echo "exit $?"
    sed 's/aaaa*/a/' stderr
}
long=$(head -c 5000 /dev/zero | tr '\0' a)
safetensors '{"b":{"dtype":"U8","shape":[2],"data_offsets":[0,2]},"'"$long"'":{"dtype":"U8","shape":[2],"data_offsets":[2,4]}}' abcd >two.safetensors
safetensors '{"'"$long"'":{"dtype":"U8","shape":[2],"data_offsets":[0,2]}}' ab >one.safetensors
safetensors '{"x.w":{"dtype":"F4","shape":[2],"data_offsets":[0,1]}}' a >f4.safetensors
safetensors '{"x.w":{"dtype":"F4","shape":[2],"data_offsets":[0,1]},"x.v":{"dtype":"U8","shape":[1],"data_offsets":[1,2]}}' ab >both.safetensors
try convert two.safetensors -o zz/
try convert one.safetensors -o zz/
for file in f4 both; do
    try convert $file.safetensors -o zz.npz
    try convert $file.safetensors -o zz/
    try take $file.safetensors x.w -o zz.npy
    try take $file.safetensors -i 0 x.w -o zz.npz
done
ls
