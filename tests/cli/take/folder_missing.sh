# SPDX-License-Identifier: Apache-2.0
# A file that is missing, of a folder or named by a model, is no reason to refuse a tensor of another.
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
echo '$ a model: a in itself, b in w.bin'
{
    printf '\010\010\072\061\052\017\010\002\010\002\020\002B\001aJ\004abcd'
    printf '\052\036\010\002\010\002\020\002B\001bj\021\012\010location\022\005w.binp\001B\004\012\000\020\022'
} >m.onnx
try gather take m.onnx:a -i 1
try gather take m.onnx:b -i 1
try gather take m.onnx -i 1
printf efgh >w.bin
try gather take m.onnx:b -i 1
echo '$ the file that is told is the one with the tensor, and a name that is nowhere is that'
mkdir s
safetensors '{"a":{"dtype":"U8","shape":[2,2],"data_offsets":[0,4]}}' abcd >s/a.safetensors
echo '{"weight_map":{"a":"a.safetensors","b":"x0.safetensors","m5":"x5.safetensors"}}' >s/m.safetensors.index.json
try gather take s:m5 -i 0
try gather take s:m5@F -i 0
try gather take s --tensor m5 -i 0
try gather take s:nosuch -i 0
try gather take s -i 0
try gather ls s:a
try gather ls s:m5
try gather ls s:nosuch
try gather ls s
