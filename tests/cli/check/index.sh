# SPDX-License-Identifier: Apache-2.0
# An index of shards: what it says of tensors that are not there.
safetensors() {
    printf "$(printf '\\%03o\\%03o' $((${#1} % 256)) $((${#1} / 256)))\000\000\000\000\000\000%s" "$1"
    printf '%s' "$2"
}

mkdir folder
safetensors '{"a":{"dtype":"U8","shape":[2],"data_offsets":[0,2]}}' ab >folder/1.safetensors
echo '{"weight_map":{"a":"1.safetensors","b":"1.safetensors"}}' >folder/m.safetensors.index.json
gather check folder
echo "exit $?"
