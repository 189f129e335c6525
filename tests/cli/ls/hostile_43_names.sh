# SPDX-License-Identifier: Apache-2.0
# Names that would do something to a terminal come out as what they are.
safetensors() {
    printf "$(printf '\\%03o\\%03o' $((${#1} % 256)) $((${#1} / 256)))\000\000\000\000\000\000%s" "$1"
    printf '%s' "$2"
}
safetensors '{"\u001b[2J\u202ex":{"dtype":"U8","shape":[2],"data_offsets":[0,2]}}' ab >a.safetensors
gather ls a.safetensors
gather take a.safetensors:y -i 0
gather ls a.safetensors --json
safetensors '{"a\u0000b":{"dtype":"U8","shape":[2],"data_offsets":[0,2]}}' ab >b.safetensors
gather ls b.safetensors
