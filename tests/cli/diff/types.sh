# SPDX-License-Identifier: Apache-2.0
# Two types are compared as the wider one, which is said.
printf '\000\000\200\077\000\000\240\077\000\000\240\100' >f32.raw # 1 1.25 5
printf '\000\074\000\075\000\105' >f16.raw
printf '\200\077\240\077\240\100' >bf16.raw
printf '\001\001\005' >u8.raw
gather diff 'f32.raw@f32[3]' 'f16.raw@f16[3]'
gather diff 'f16.raw@f16[3]' 'bf16.raw@bf16[3]' | tail -1
gather diff 'f32.raw@f32[3]' 'u8.raw@u8[3]'
echo "exit $?"
gather diff 'f16.raw@f16[3]' 'u8.raw@u8[3]' --atol 0.5 | tail -5
printf '\001\000\000\000\000\000\000\000' >i64.raw
printf '\000\000\000\000\000\000\360\077' >f64.raw
gather diff 'i64.raw@s64[1]' 'f64.raw@f64[1]' | tail -1
gather diff 'i64.raw@s64[1]' 'f32.raw@f32[1]' | tail -1
printf '\146\056\373\173' >tenth.raw # 0.0999755859375 and 65376
printf '\150\056\372\173' >other.raw
gather diff 'tenth.raw@f16[2]' 'other.raw@f16[2]'
printf '\315\314\314\075\000\140\177\107' >tenth32.raw # 0.1 and 65376
gather diff 'tenth.raw@f16[2]' 'tenth32.raw@f32[2]'
gather diff 'tenth.raw@f16[2]' 'other.raw@f16[2]' --json
