# SPDX-License-Identifier: Apache-2.0
# Names that would do something to a terminal are told in letters.
safetensors() {
    printf "$(printf '\\%03o\\%03o' $((${#1} % 256)) $((${#1} / 256)))\000\000\000\000\000\000%s" "$1"
    printf '%s' "$2"
}

safetensors '{"a\u001b[31m\u202e":{"dtype":"F99","shape":[2],"data_offsets":[0,2]}}' ab >a.safetensors
gather check a.safetensors
gather check a.safetensors --json
