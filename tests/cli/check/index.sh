# SPDX-License-Identifier: Apache-2.0
# An index of shards: what it says of tensors that are not there, and of no file.
. "$ROOT/tests/cli/support/safetensors"
mkdir folder
safetensors '{"a":{"dtype":"U8","shape":[2],"data_offsets":[0,2]}}' ab >folder/1.safetensors
echo '{"weight_map":{"a":"1.safetensors","c":5,"b":"1.safetensors"}}' >folder/m.safetensors.index.json
gather check folder
echo "exit $?"
