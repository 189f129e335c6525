# SPDX-License-Identifier: Apache-2.0
# Who asks for JSON gets one object, whatever goes wrong: its schema, and the error that stderr tells.
. "$ROOT/tests/cli/support/safetensors"
printf '\223NUMPY\001\000\166\000%-117s\nabcd' "{'descr': '|u1', 'fortran_order': False, 'shape': (4,), }" >a.npy
printf '\223NUMPY\001\000\166\000%-117s\nabcd' "{'descr': '|u1', 'fortran_order': False, 'shape': (2, 2), }" >b.npy
say() {
    "$@" >said.json 2>/dev/null
    code=$?
    cat said.json
    echo "exit $code"
}
say gather ls a.npy nope --json
say gather ls none.npy --json
say gather ls --json
say gather ls a.npy --jsno --json
say gather explain a.npy -i 0,3 --got b.npy --json
say gather explain a.npy -i 0,9 --got b.npy --dialect numpy --json
say gather run --op take a.npy 9 --json
say gather run --op tkae a.npy 9 --json
say gather run none.onnx --json
say gather take a.npy -i 9 --json
say gather take a.npy -i 0 -o /nowhere/b.npy --json
say gather take a.npy:x --json
say gather convert a.npy -o b.xyz@f99 --json
say gather diff a.npy none.npy --json
say gather check none.npy --json
say gather layout --at x 'f32[2]' --json
say gather test none.jsonl --json
say gather bench --rows 999 --json
safetensors '{"a":{"dtype":"U8","shape":[2],"data_offsets":[0,2]},"b":{"dtype":"U8","shape":[2],"data_offsets":[2,9]}}' abcd >c.safetensors
say gather ls c.safetensors --json
