# SPDX-License-Identifier: Apache-2.0
# Of a tensor of blocks an operator takes whole rows of bytes: what would take a part of a row is refused.
header='{"w":{"dtype":"F6_E2M3","shape":[3,4],"data_offsets":[0,9]}}'
printf "$(printf '\\%03o' ${#header})\000\000\000\000\000\000\000%s123456789" "$header" >m.safetensors
printf '\001\000\000\000\000\000\000\000' >i.raw
try() {
    gather run "$@"
    echo "exit $?"
}
windows='-a offset_dims=[1] -a collapsed_slice_dims=[0] -a start_index_map=[0] -a index_vector_dim=1'
try --op take -a axis=0 m.safetensors 2,0
try --op take -a axis=1 m.safetensors 1
try --op take -a axis=-1 m.safetensors 1
try --op take m.safetensors 1
try --op Gather --dialect onnx -a axis=1 m.safetensors 1
try --op GatherND --dialect onnx m.safetensors 'i.raw@s64[1,1]'
try --op GatherND --dialect openvino m.safetensors 'i.raw@u32[1,2]'
try --op GatherElements --dialect onnx -a axis=0 m.safetensors 'i.raw@s64[1,1]'
try --op embedding --dialect torch 1 m.safetensors
# shellcheck disable=SC2086
try --op gather --dialect xla $windows -a slice_sizes=1,3 m.safetensors 'i.raw@s64[1,1]'
# shellcheck disable=SC2086
try --op gather --dialect xla $windows -a slice_sizes=1,2 m.safetensors 'i.raw@s64[1,1]'
