# SPDX-License-Identifier: Apache-2.0
# NaN and infinities, by tensor; without --values no data are read.
. "$ROOT/tests/cli/support/safetensors"
printf '\000\000\200\077\000\000\300\177\000\000\200\377\001\000\200\177' >a.raw
gather convert 'a.raw@f32[2,2]' -o a.npy
gather check a.npy
gather check a.npy --values
echo "exit $?"
gather check 'a.raw@f32[2,2]{0,1}' --values
gather check 'a.raw@f32[1]' --values
gather check a.npy --view u32 --values
