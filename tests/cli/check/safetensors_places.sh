# SPDX-License-Identifier: Apache-2.0
# Tensors that meet, a hole between them, bytes behind the last: hostile line 67.
. "$ROOT/tests/cli/support/safetensors"
safetensors '{"a":{"dtype":"U8","shape":[2],"data_offsets":[0,2]},"b":{"dtype":"U8","shape":[2],"data_offsets":[1,3]},"c":{"dtype":"U8","shape":[1],"data_offsets":[5,6]}}' abcdefgh >a.safetensors
gather check a.safetensors
echo "exit $?"
