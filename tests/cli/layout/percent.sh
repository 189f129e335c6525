# SPDX-License-Identifier: Apache-2.0
# Percentages are rounded; 100.0 is all, and what is something is not 0.0.
for text in 'f32[1]:(1)+1' 'f32[2]:(1)+1' 'f32[1]:(1)+1999' 'f32[1]:(1)+2001' 'f32[1]:(1)+9007199254740993' 'f32[0]{0:pad(2)=zero}' \
    'u8[100000]{0:pad(100001)}' 'u8[9223372036854775806]:(1)+1' 'u8[1]:(1)+9223372036854775806'; do
    gather layout "$text" | grep '^  padding   '
done
