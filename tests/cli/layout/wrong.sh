# SPDX-License-Identifier: Apache-2.0
# A text that is no layout: exit 3, the text, a caret below the byte, and what was expected there.
for text in '' 'f32' 'f32[2]{}' 'f32[2,3]{0}' 'f33[2]' 'f32[2,3]{0,1:pad(1,5)}' 'f32[<=4]' 'Sw<3,4,3> o f32' 'f32[2,3]:(1' 'f32[2,3]NHWC' \
    'FLOAT32 sizes={2,3} total=4' 'memref<?x3xf32>' 'f32((2,2),4):(1,2)' 'f32[1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1]'; do
    gather layout "$text"
    echo "exit $?"
done
gather layout 'pred[2]{0:E(1)}'
gather layout 'f32[2' 'f32[1]' 'f32[3' | head -n 1
for bits in 2147483640 2147483647 4294967296 9223372036854775807; do
    gather layout "f32[2]{0:E($bits)}" 2>&1 | head -n 1
done
printf x >'table.npy'
gather layout table.npy
echo "exit $?"
