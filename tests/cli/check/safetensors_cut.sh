# SPDX-License-Identifier: Apache-2.0
# A file whose end is lost: each tensor that is not whole is told, and none that is.
. "$ROOT/tests/cli/support/safetensors"
safetensors '{"__metadata__":{"n":1},"a":{"dtype":"U8","shape":[4],"data_offsets":[0,4]},"b":{"dtype":"U8","shape":[4],"data_offsets":[4,8]},"c":{"dtype":"U8","shape":[4],"data_offsets":[8,12]}}' abcdef >a.safetensors
gather check a.safetensors
echo "exit $?"
