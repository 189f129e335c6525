# SPDX-License-Identifier: Apache-2.0
# Floats as people write them: digits without an exponent, but where they are very large or small.
printf '\000\000\040\101\000\200\273\304\315\314\314\075\312\362\111\161' >a.raw
gather take 'a.raw@f32[4,1]' -i 0:4
gather take 'a.raw@f32[4,1]' -i 0:4 --json
