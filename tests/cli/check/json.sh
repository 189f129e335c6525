# SPDX-License-Identifier: Apache-2.0
# Everything as one object: rules, indices, values.
. "$ROOT/tests/cli/support/safetensors"
safetensors '{"a":{"dtype":"U8","shape":[2],"data_offsets":[0,2]},"b":{"dtype":"F99","shape":[2],"data_offsets":[2,4]}}' abcd >a.safetensors
gather check a.safetensors:a -i 0,5 --values --json
echo "exit $?"
printf 'abcd' >b.raw && gather convert 'b.raw@u8[4]' -o b.npy
gather check b.npy --json
echo "exit $?"
printf '\377\377\377\377\377\377\377\377' >i.raw
gather check b.npy -i 'i.raw@u64[1]' --json
