# SPDX-License-Identifier: Apache-2.0
# An index of a format that is not read is passed over, and told; the one of a format that is read is taken beside it.
. "$ROOT/tests/cli/support/safetensors"
mkdir f
safetensors '{"a":{"dtype":"U8","shape":[2],"data_offsets":[0,2]}}' ab >f/1.safetensors
echo '{"weight_map":{"a":"1.bin"}}' >f/pytorch_model.bin.index.json
try() {
    echo "-- gather $*"
    gather "$@"
    echo "exit $?"
}
try check f
try ls f
try check f --json
echo '{"weight_map":{"a":"1.safetensors"}}' >f/model.safetensors.index.json
try check f
rm f/pytorch_model.bin.index.json
try check f
