# SPDX-License-Identifier: Apache-2.0
# What the library's plan of it does. Kernels, thresholds and sizes of plans differ from machine to machine.
explain() {
    gather explain "$@" | sed -n '/^plan of/,$p' | sed '/^tuning/,/^reads/{/^reads/!d}' | grep -Ev '^(kernel  |        [a-z0-9_]+$|plan  |why  |          )'
}
explain 'f32[5,3]' -i 0,1 --plan
explain 'f32[5,3]' -i 0,1 --plan --dialect xla
echo "of those asked, the first that the library has an operator of"
explain 'f32[5,3]' -i 0,1 --plan --dialect ort-cpu,xla,onnx | head -n 1
explain 'f32[5,3]' -i 0,1 --plan --dialect onnx,xla | head -n 1
explain 'f32[3,5,4]' --axis 1 -i 0,1 --plan --dialect onnx
explain 'f32[5,3]' -i 0,1 --plan --dialect directml
gather explain 'f32[5,3]' -i 0,1 --plan --dialect ort-cpu
echo "exit $?"
gather explain 'f32[5,3]' -i 0,1 --plan --json | sed 's/"kernel":"[^"]*"/"kernel":"K"/; s/"index_kernel":"[^"]*"/"index_kernel":"K"/; s/"reason":"[^"]*"/"reason":"R"/; s/"thresholds":[^,]*/"thresholds":T/; s/"plan_bytes":[0-9]*/"plan_bytes":N/; s/"worlds":.*"plan":/"worlds":[..],"plan":/'
echo "room: rows that lie apart, many of which are read"
gather explain 'f32[1000,70]{0,1}' -i "$(seq -s, 0 999)" --plan | sed -n '/^room/p'
gather explain 'f32[1000,70]{0,1}' -i "$(seq -s, 0 999)" --plan --json | grep -o '"room_bytes":[0-9]*'
