# SPDX-License-Identifier: Apache-2.0
# One world, a family of them, a version of a dialect; names that mean none.
gather explain 'f32[4,3]' -i 0,5,-1 --dialect openvino
gather explain 'f32[4,3]' -i 0,5,-1 --dialect jax | head -n 12
gather explain 'f32[4,3]' -i 0,-1 --dialect onnx@10 | head -n 1
gather explain 'f32[4,3]' -i 0,-1 --dialect onnx@13 | head -n 1
gather explain 'f32[4,3]' -i 0,-1 --dialect all | head -n 1
for dialect in onnx@foo onnx@1x openvino@ directml@3.x numpy@3; do
    gather explain 'f32[4,3]' -i 0,-1 --dialect "$dialect" 2>&1 | head -n 1
done
gather explain 'f32[4,3]' -i 0,-1 --dialect directml@3.0 | head -n 1
gather explain 'f32[4,3]' -i 0,-1 --dialect onxn
echo "exit $?"
gather explain 'f32[4,3]' -i 0,-1 --dialect OpenVINO-CPU 2>&1 | head -n 1
gather explain 'f32[4,3]' -i 0,-1 --dialect ''
echo "exit $?"
# A version that does not take such operands refuses them as take does; indices of a list are i64, bf16 came with 13.
printf '\000\000\000\000\003\000\000\000' >ids.raw
gather explain 'f32[4,3]' -i 'ids.raw@i32[2]' --dialect onnx,directml@1.0
echo "exit $?"
gather explain 'f32[1,1,4,3]' -i 'ids.raw@u32[2]' --dialect directml@1.0 --axis 2 | head -n 1
gather explain 'f32[4,3]' -i 0,-1 --dialect directml@1.0
for dialect in onnx onnx@13 onnx@11; do
    gather explain 'bf16[4,3]' -i 0,-1 --dialect "$dialect" 2>&1 | head -n 1
done
