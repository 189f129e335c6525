# SPDX-License-Identifier: Apache-2.0
# Whose range: negative ones count from the end or not; what is outside is refused, zero, or another row.
printf '0123456789ab' >t.raw && gather convert 't.raw@u8[4,3]' -o t.npy

for dialect in numpy onnx@10 onnx@13 torch openvino directml xla jax-clip numpy-wrap ggml-cuda; do
    gather check t.npy --dialect "$dialect" -i -1,9 | tail -n +2
done
