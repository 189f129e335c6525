# SPDX-License-Identifier: Apache-2.0
# Several worlds, parted by commas: those alone are asked, in the order of the table, each once. A plan is that of the
# first that the library has an operator of.
gather explain 'f32[4]' -i 5,-1 --dialect xla,onnx@13,onnx
gather explain 'f32[4]' -i 1 --dialect ggml-cpu,torch --plan | grep '^plan of'
for names in onnx,onxn 'onnx,' ',onnx' ''; do
    gather explain 'f32[4]' -i 5 --dialect "$names" 2>&1 | head -n 1
done
