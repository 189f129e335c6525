# SPDX-License-Identifier: Apache-2.0
# Bytes of blocks are no numbers: an operator that computes takes them neither as data nor as anything else.
header='{"w":{"dtype":"F6_E2M3","shape":[2,4],"data_offsets":[0,6]}}'
printf "$(printf '\\%03o' ${#header})\000\000\000\000\000\000\000%s123456" "$header" >m.safetensors
printf '\000\000\000\077\000\000\200\077' >s.raw
try() {
    gather run "$@"
    echo "exit $?"
}
try --op GatherCompressed --dialect openvino -a axis=0 m.safetensors 0 's.raw@f32[1]'
try --op GatherCompressed --dialect openvino -a axis=0 's.raw@u8[2,3]' m.safetensors 's.raw@f32[1]'
try --op GatherCompressed --dialect openvino -a axis=0 's.raw@u8[2,3]' 0 's.raw@f32[1]' m.safetensors
