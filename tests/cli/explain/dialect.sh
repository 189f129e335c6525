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
