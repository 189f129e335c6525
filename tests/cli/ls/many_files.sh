# SPDX-License-Identifier: Apache-2.0
# A folder of more files than a process may open unless it asks; where it may not open them at all, that is a failure of
# the system: no broken rule, and nothing that --partial leaves out.
. "$ROOT/tests/cli/support/safetensors"
printf '\001\002' >a.raw
gather convert 'a.raw@u8[2]' -o a.npy
mkdir many
for k in $(seq 100 220); do ln a.npy many/$k.npy; done
(ulimit -S -n 64 && gather ls many)
(ulimit -S -n 64 && gather take many -s 1 150 219)
ulimit -n 64
try() {
    echo "-- $*"
    "$@" 2>stderr
    echo "exit $?"
    sed 's/[0-9]*[.]\(npy\|safetensors\)/N.\1/' stderr
}
try gather ls many
try gather take many '*' -s 0,0
try gather take many --partial '*' -s 0,0
try gather convert many --partial -o all.npz
try gather check many
# The same of the files that an index names.
mkdir shards
{
    printf '{"weight_map":{"100":"100.safetensors"'
    for k in $(seq 101 220); do printf ',"%s":"%s.safetensors"' $k $k; done
    printf '}}'
} >shards/model.safetensors.index.json
for k in $(seq 100 220); do
    safetensors '{"'$k'":{"dtype":"U8","shape":[2],"data_offsets":[0,2]}}' ab >shards/$k.safetensors
done
try gather ls shards
try gather take shards --partial '*' -s 0,0
try gather check shards
ls
