# SPDX-License-Identifier: Apache-2.0
# A file that another one names and that is not there is a finding, told once; the others are judged.
. "$ROOT/tests/cli/support/safetensors"
mkdir shards
safetensors '{"a":{"dtype":"U8","shape":[2],"data_offsets":[0,2]}}' ab >shards/1.safetensors
safetensors '{"b":{"dtype":"U9","shape":[2],"data_offsets":[0,2]}}' ab >shards/3.safetensors
echo '{"weight_map":{"a":"1.safetensors","x":"2.safetensors","y":"2.safetensors","b":"3.safetensors"}}' \
    >shards/model.safetensors.index.json
gather check shards
echo "exit $?"
gather check shards --json
echo "exit $?"
gather check shards/model.safetensors.index.json
echo "exit $?"
cp "$CASES/openvino_ir/gather8_const.xml" .
gather check gather8_const.xml
echo "exit $?"
mkfifo shards/2.safetensors
gather check shards
echo "exit $?"
