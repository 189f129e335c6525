# SPDX-License-Identifier: Apache-2.0
# A file of a folder that is missing, or that a model names, is no reason to refuse a tensor of another.
. "$ROOT/tests/cli/support/safetensors"
mkdir m
safetensors '{"a":{"dtype":"U8","shape":[2,2],"data_offsets":[0,4]}}' abcd >m/a.safetensors
safetensors '{"b":{"dtype":"U8","shape":[2,2],"data_offsets":[0,4]}}' efgh >b.safetensors
echo '{"weight_map":{"a":"a.safetensors","b":"b.safetensors"}}' >m/m.safetensors.index.json
try() {
    echo "\$ $*"
    "$@"
    echo "exit $?"
}
try gather take m:a -i 1
try gather take m --tensor a -i 1
try gather take 'm:a@{0,1}' -i 1
try gather convert m:a -o a.npy
try gather diff m:a a.npy
try gather take m:b -i 1
try gather take m --tensor b -i 1
try gather take m:c -i 1
try gather take m -i 1
cp b.safetensors m
try gather take m:b -i 1
echo '$ what is there is judged as ever'
head -c 40 b.safetensors >m/b.safetensors
try gather take m:a -i 1
