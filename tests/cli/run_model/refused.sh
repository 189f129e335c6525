# SPDX-License-Identifier: Apache-2.0
# What a model refuses is said with the node and the byte where it begins; nothing is written then.
. "$ROOT/tests/cli/run_model/onnx_models"
try() {
    gather run "$@"
    echo "exit $?"
}
printf '\001\000\000\000\000\000\000\000\003\000\000\000\000\000\000\000' >outside.raw
echo kept >out.npy
try relu.onnx -i ids=input_0.pb -o y=out.npy
try one.onnx -i 'ids=outside.raw@s64[2]' -o out.npy
cat out.npy
try cycle.onnx
try one.onnx
try one.onnx -i idx=input_0.pb
try one.onnx -i x=input_0.pb
try one.onnx -i input_0.pb
try one.onnx -i ids=input_0.pb -i ids=input_0.pb
try one.onnx -i ids=output_0.pb
try one.onnx -i 'ids=outside.raw@s64[1,2]'
try one.onnx -i ids=none.npy
try one.onnx -i ids=input_0.pb -o z=out.npy
try embed.onnx -i ids=input_0.pb -o out.npy
try embed.onnx -i ids=input_0.pb -o a.npz -o b.npz
try embed.onnx -i ids=input_0.pb --dialect onnx
try one.onnx -i ids=input_0.pb -o - --json
try one.onnx input_0.pb
try --op Gather -i ids=input_0.pb
try --op take -o a.npy -o b.npy one.npy
try none.onnx
try input_0.pb
for model in other_layer bad_cycle bad_batch_dims; do
    cp "$CASES/openvino_ir/$model".* .
    try $model.xml
done
try
ls -- *.npy
