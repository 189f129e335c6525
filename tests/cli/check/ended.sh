# SPDX-License-Identifier: Apache-2.0
# A broken rule that ends the reading says so, in JSON too.
. "$ROOT/tests/cli/support/safetensors"
safetensors '{"a":{"dtype":"U8","shape":[2],"data_offsets":[0,2]},"a":{}}' ab >a.safetensors
gather check a.safetensors
echo "exit $?"
gather check a.safetensors --values --json
echo "exit $?"
