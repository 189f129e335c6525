# SPDX-License-Identifier: Apache-2.0
# A name that ends as those of another format do gets no raw bytes in silence; a layout, .raw, .bin or no ending asks for
# them. A model's format is only read, whatever the layout.
printf '\001\002\003\004\005\006' >a
try() {
    gather convert 'a@u8[2,3]' -o "$1"
    echo "exit $?"
}
for end in pt pth h5 csv parquet tflite zarr JSON dat; do
    try "b.$end"
done
try 'dir.d/b.csv'
for end in gguf onnx xml 'gguf@F' 'onnx@{0,1}'; do
    try "b.$end"
done
gather take 'a@u8[2,3]' -i 0 -o b.csv
echo "exit $?"
ls
try b.bin
try b.raw
try .hidden
try b
try b.dat@F
ls -A
