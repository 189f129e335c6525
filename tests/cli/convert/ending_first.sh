# SPDX-License-Identifier: Apache-2.0
# A format that is not written is refused as such, before there is talk of which tensor is meant.
printf '\001\002\003\004' >a.raw
gather convert 'a.raw@u8[4]' -o a.npy
mkdir m && cp a.npy m/v.npy && cp a.npy m/w.npy
for ending in gguf onnx pt npy; do
    gather convert m -o "b.$ending"
    echo "exit $?"
    gather take m -o "b.$ending"
    echo "exit $?"
done
