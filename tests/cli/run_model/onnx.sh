# SPDX-License-Identifier: Apache-2.0
# A graph of ONNX on files, by the names of its inputs: printed, written, told.
. "$ROOT/tests/cli/run_model/onnx_models"
printf '\002\000\000\000\000\000\000\000\375\377\377\377\377\377\377\377' >ids.raw
gather run embed.onnx -i 'ids=ids.raw@s64[2]'
gather run embed.onnx -i ids=input_0.pb --json
gather run embed.onnx -i ids=input_0.pb -o sizes=sizes.npy -o 'same=same.raw@F' --json
od -An -tf4 same.raw
gather take sizes.npy
gather run embed.onnx -i ids=input_0.pb -o all.safetensors
gather ls all.safetensors
gather run one.onnx -i ids=input_0.pb -o rows.npy
gather take rows.npy
gather run relu.onnx -i ids=input_0.pb -o rows=rows.npy
echo "exit $?"
ls -A
