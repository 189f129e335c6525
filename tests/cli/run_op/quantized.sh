# SPDX-License-Identifier: Apache-2.0
# Gathers of numbers that are stored small: of three inputs or four, and what comes out has the type of the scales.
run() {
    echo "\$ $*"
    gather run "$@" 2>&1
    echo "exit $?"
}
# 0 to 15, up and down, in halves of bytes: two rows of 16 numbers, a scale each
printf '\020\062\124\166\230\272\334\376\357\315\253\211\147\105\043\001' >q.raw
printf '\000\000\000\077\000\000\200\077' >s.raw # 0.5, 1
printf '\000\070\000\074' >half.raw              # the same as f16
printf '\121' >z.raw                             # 1, 5
printf '\001\005' >zero_bytes.raw
onnx='--op GatherBlockQuantized --dialect onnx@1 -a block_size=16'
# shellcheck disable=SC2086
{
    run $onnx 'q.raw@u4[2,16]C' 1,0 's.raw@f32[2,1]'
    run $onnx 'q.raw@u4[2,16]C' 1,-1,7 's.raw@f32[2,1]' 'z.raw@u4[2,1]C'
    run $onnx 'q.raw@i4[2,16]C' 0 'half.raw@f16[2,1]'
    run $onnx 'q.raw@u8[2,8]' 0 's.raw@f32[2,1]' 'zero_bytes.raw@u8[2,1]'
    run $onnx -a bits=8 'q.raw@u8[1,16]' 0 's.raw@f32[1,1]'
    run $onnx -a bits=2 'q.raw@u8[4,4]' 3 's.raw@f16[4,1]'
    run $onnx -a gather_axis=1 -a quantize_axis=-1 'q.raw@u4[2,16]C' 15 's.raw@f32[2,1]' --json
    run $onnx 'q.raw@u4[2,16]C' 1 's.raw@f32[2,1]' -o 'out.raw@{0,1}'
    od -An -tf4 -v -N16 out.raw
    echo '$ another policy'
    run $onnx --mode clamp 'q.raw@u4[2,16]C' 7 's.raw@f32[2,1]'
    run $onnx --mode error 'q.raw@u4[2,16]C' 7 's.raw@f32[2,1]'
    run $onnx --mode skip 'q.raw@u4[2,16]C' 7 's.raw@f32[2,1]'
    run $onnx --fill 1 'q.raw@u4[2,16]C' 7 's.raw@f32[2,1]'
    echo '$ wrong ones'
    run $onnx 'q.raw@u4[2,16]C' 1
    run $onnx
    run $onnx 'q.raw@u4[2,16]C' 1 's.raw@f32[2,1]' 'z.raw@u4[2,1]C' 5
    run $onnx 'q.raw@u4[2,16]C' 1 's.raw@f32[1,2]'
    run $onnx 'q.raw@u4[2,16]C' 1 's.raw@f32[2,1]' 'zero_bytes.raw@u8[2,1]'
    run $onnx -a bits=3 'q.raw@u8[2,8]' 1 's.raw@f32[2,1]'
    run $onnx -a bits=8 'q.raw@u4[2,16]C' 1 's.raw@f32[2,1]'
    run $onnx -a axis=0 'q.raw@u4[2,16]C' 1 's.raw@f32[2,1]'
    run $onnx 'q.raw@u4[2,16]C' 1 none.raw
    run $onnx 'q.raw@u4[2,16]C' 1 's.raw@f32[2,1]' --memory 20
}
echo '$ of OpenVINO'
compressed='--op GatherCompressed --dialect openvino -a axis=0'
# shellcheck disable=SC2086
{
    run $compressed 'q.raw@u8[8,2]' 0,-1,8 'half.raw@f16[1,2]'
    run $compressed 'q.raw@i4[2,16]C' 1 's.raw@f32[2,1]' 's.raw@f32[2,1]'
    run $compressed 'q.raw@i4[2,16]C' 1
    run $compressed 'q.raw@i4[2,16]C' 1 's.raw@f32[2,1]' 1
}
