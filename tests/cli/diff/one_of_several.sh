# SPDX-License-Identifier: Apache-2.0
# A file of one tensor is a file all the same: what the other has beside it is a difference.
. "$ROOT/tests/cli/support/safetensors"
safetensors '{"a":{"dtype":"U8","shape":[2],"data_offsets":[0,2]},"b":{"dtype":"U8","shape":[2],"data_offsets":[2,4]}}' 'abcd' >both.safetensors
safetensors '{"a":{"dtype":"U8","shape":[2],"data_offsets":[0,2]}}' 'ab' >one.safetensors

gather diff both.safetensors one.safetensors
echo "exit $?"
gather diff one.safetensors both.safetensors
echo "exit $?"
gather diff one.safetensors one.safetensors
echo "exit $?"
gather diff both.safetensors one.safetensors:a
echo "exit $?"
