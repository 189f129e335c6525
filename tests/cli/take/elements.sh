# SPDX-License-Identifier: Apache-2.0
# Elements of every kind, with the fewest digits that are the element; the same in a locale with a decimal comma.
printf '\000\000\000\077\315\314\314\075\000\000\300\177\000\000\200\377\000\000\000\200\377\377\177\177' >f.raw
gather take 'f.raw@f32[6]' -i 0:6
gather take 'f.raw@f32[6]' -i 0:6 --json
gather take 'f.raw@f64[3]' -i 0
gather take 'f.raw@c64[3]' -i 0,1
gather take 'f.raw@f16[12]' -i 0:4
gather take 'f.raw@bf16[12]' -i 1,3,5
gather take 'f.raw@f8e4m3fn[24]' -i 3,4,5,23
gather take 'f.raw@pred[24]' -i 2,3
gather take 'f.raw@u64[3]' -i 1,2 --json
gather take 'f.raw@s64[3]' -i 1
gather take 'f.raw@i2[96]C' -i 12:16
LC_ALL=de_DE.UTF-8 gather take 'f.raw@f32[6]' -i 0
