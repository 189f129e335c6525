# SPDX-License-Identifier: Apache-2.0
# An output whose file does not say its type has that of the data.
printf '\200\077\000\100\100\100' >a.raw # 1 2 3
gather convert 'a.raw@bf16[3]' -o a.npy
gather take a.npy -i 2,0 --view bf16 -o out.npy
gather explain 'a.raw@bf16[3]' -i 2,0 --got out.npy | sed -n 1p
gather explain 'a.raw@f32[1]' -i 0 --got out.npy
