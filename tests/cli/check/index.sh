# SPDX-License-Identifier: Apache-2.0
# An index of shards: what it says of tensors that are not there.
. "$ROOT/tests/cli/support/safetensors"
mkdir folder
safetensors '{"a":{"dtype":"U8","shape":[2],"data_offsets":[0,2]}}' ab >folder/1.safetensors
echo '{"weight_map":{"a":"1.safetensors","b":"1.safetensors"}}' >folder/m.safetensors.index.json
gather check folder
echo "exit $?"
