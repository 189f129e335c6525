# SPDX-License-Identifier: Apache-2.0
# A broken rule that ends the reading says so, in JSON too.
safetensors() {
    printf "$(printf '\\%03o\\%03o' $((${#1} % 256)) $((${#1} / 256)))\000\000\000\000\000\000%s" "$1"
    printf '%s' "$2"
}

safetensors '{"a":{"dtype":"U8","shape":[2],"data_offsets":[0,2]},"a":{}}' ab >a.safetensors
gather check a.safetensors
echo "exit $?"
gather check a.safetensors --values --json
echo "exit $?"
