# SPDX-License-Identifier: Apache-2.0
# Hostile 71: sizes of 20 digits, negative, bounded, dynamic.
for text in 'f32[99999999999999999999]' 'f32[-1]' 'f32[<=5]' 'f32[?]' 'f32[9223372036854775807,9223372036854775807]' 'f32[2]:(99999999999999999999)' \
    'memref<99999999999999999999xf32>' 'FLOAT32 sizes={99999999999999999999}' 'f32(99999999999999999999):(1)' 'memref<-1xf32>'; do
    gather layout "$text"
    echo "exit $?"
done
