# SPDX-License-Identifier: Apache-2.0
# Names that differ in numbers alone are one line, where type and shape are the same.
. "$ROOT/tests/cli/support/safetensors"
make() {
    begin=0 header='{'
    for name in "$@"; do
        header="$header\"$name\":{\"dtype\":\"U8\",\"shape\":[1],\"data_offsets\":[$begin,$((begin + 1))]},"
        begin=$((begin + 1))
    done
    safetensors "${header%,}}" "$(printf '%*s' $begin '')" >a.safetensors
    gather ls a.safetensors | sed 1d
}
make layers.0.q layers.1.q layers.2.q x
make h.0.w.0 h.0.w.1 h.1.w.0 h.1.w.1
make h.0.w h.2.w h.3.w h.10.w
make h.0.w.0 h.0.w.1 h.1.w.0 h.1.w.5
make a01 a02 a1 a2 a12345678901 a12345678902
make 0 1 2
make 7
gather ls a.safetensors --all
