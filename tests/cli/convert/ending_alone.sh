# SPDX-License-Identifier: Apache-2.0
# A name that is an ending alone tells the same format with a folder in front of it and without.
printf '\001\002\003\004\005\006' >a.raw
mkdir k
try() {
    for place in "$1" "./$1" "k/$1"; do
        rm -f "$place"
        gather convert 'a.raw@u8[2,3]' -o "$place"
        echo "exit $?"
        [ ! -e "$place" ] || gather ls "$place"
    done
}
for end in .npy .npz .safetensors .pb .txt .raw .json .gguf .onnx .xml .csv .pt .hidden; do
    try "$end"
done
for end in .npy .txt; do
    gather take "$end" -s ...
done
gather take 'a.raw@u8[2,3]' -i 0 -o .npy && gather take .npy
printf '1\n' >.csv
gather take 'a.raw@u8[2,3]' -i .csv
gather take 'a.raw@u8[2,3]' -i ./.csv
