# SPDX-License-Identifier: Apache-2.0
# Hostile 43: names that nobody wants to see, as members of an archive and as files of a folder.
make() {
    header="{\"$1\":{\"dtype\":\"U8\",\"shape\":[2],\"data_offsets\":[0,2]}}"
    printf "$(printf '\\%03o\\%03o' $((${#header} % 256)) $((${#header} / 256)))\000\000\000\000\000\000%s12" "$header" >n.safetensors
}
make 'tab\tand\u001b[31mred'
gather convert n.safetensors -o n.npz && gather ls n.npz | tail -n 1
gather convert n.safetensors -o n/ && gather ls n | tail -n 1
make "$(printf '%0300d' 0)"
gather convert n.safetensors -o long.npz && gather ls long.npz | tail -n 1 | wc -c
gather convert n.safetensors -o long/
echo "exit $?"
make '__metadata'
gather convert n.safetensors -o m.npz && gather ls m.npz | tail -n 1
ls -A
