# SPDX-License-Identifier: Apache-2.0
# One broken file of a folder, one broken tensor of a file, keeps nobody from the rest, if --partial says so.
. "$ROOT/tests/cli/support/safetensors"
try() {
    echo "-- $*"
    gather take "$@"
    echo "exit $?"
}
mkdir folder
printf 'no npy' >folder/broken.npy
safetensors '{"a":{"dtype":"U8","shape":[2],"data_offsets":[0,2]},"b":{"dtype":"U8","shape":[2],"data_offsets":[2,9]}}' abcd >folder/one.safetensors
safetensors '{"a":{"dtype":"U8","shape":[2],"data_offsets":[0,2]},"c":{"dtype":"U8","shape":[2],"data_offsets":[2,4]}}' abcd >folder/two.safetensors
try folder:c -i 1
try folder:c -i 1 --partial
try folder --partial -i 1 c
try folder --partial -s 0:1 -o rest.npz && gather ls rest.npz
try folder:b --partial -i 1
try folder/one.safetensors:a -i 1
try folder/one.safetensors:a -i 1 --partial
# What is left out is no error in JSON, and where nothing is left it is one.
try folder:a -i 0 --json
try folder:a -i 0 --json --partial
try folder/broken.npy --json --partial
# A shard that is missing, and more than is told.
mkdir shards many
safetensors '{"a":{"dtype":"U8","shape":[2],"data_offsets":[0,2]}}' ab >shards/1.safetensors
echo '{"weight_map":{"a":"1.safetensors","b":"2.safetensors"}}' >shards/m.safetensors.index.json
try shards '*' -i 0 -o shards.npz
try shards '*' -i 0 -o shards.npz --partial && gather ls shards.npz
for k in 1 2 3 4 5 6 7; do printf 'no npy' >many/$k.npy; done
cp shards/1.safetensors many
try many --partial -i 0
