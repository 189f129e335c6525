# SPDX-License-Identifier: Apache-2.0
# Data may be a layout of any spelling, and are the same layout.
for layout in 'f32[2,3]:(5,1)' 'f32[2,3]{1,0:pad(2,5)}' 'FLOAT32 sizes={2,3} strides={5,1} total=32' \
    'memref<2x3xf32, strided<[5, 1]>>' 'f32(2,3):(5,1)'; do
    gather explain "$layout" -i 1 --dialect numpy | head -n 1
    gather explain "$layout" --to C | head -n 2
done
