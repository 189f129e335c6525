# SPDX-License-Identifier: Apache-2.0
# What each dialect makes of -1 and of an index beyond; a version says whose rules.
printf '\001\002\003\004\005\006' >a.raw
for dialect in numpy onnx onnx@10 onnx@13 openvino openvino@1 directml directml@3.0 webnn xla torch numpy-clip numpy-wrap; do
    for index in 2 -1 7; do
        printf '%s %s: ' "$dialect" "$index"
        gather take 'a.raw@s8[3,2]' -i "$index" --dialect "$dialect" --json 2>&1 | sed 's/.*"values"/values/'
    done
done
gather take 'a.raw@s8[3,2]' -i 0 --dialect directml@2.1
echo "exit $?"
gather take 'a.raw@s8[3,2]' -i 0 --dialect onnx@99
echo "exit $?"
for dialect in onnx@foo onnx@1x onnx@ onnx@-1 openvino@ directml@3.x directml@30 numpy@3 numpy-wrap@3 onnx-1@13; do
    gather take 'a.raw@s8[3,2]' -i 0 --dialect "$dialect"
    echo "$dialect: exit $?"
done
for dialect in pandas openvino-cpu ONNX; do
    gather take 'a.raw@s8[3,2]' -i 0 --dialect "$dialect"
    echo "exit $?"
done
printf '\001\000\000\000\002\000\000\000' >i.raw
gather take 'a.raw@s8[3,2]' -i 'i.raw@s32[1,2]' --dialect directml
gather take 'a.raw@bf16[3,1]' -i 0 --dialect onnx
gather take 'a.raw@bf16[3,1]' -i 0 --dialect onnx@12
