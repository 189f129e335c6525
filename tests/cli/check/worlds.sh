# SPDX-License-Identifier: Apache-2.0
# What constant indices of a model give elsewhere, node by node.
sh "$ROOT/tests/cli/check/support/model.sh"
gather check model.onnx --for webnn,directml,openvino,xla
echo "exit $?"
gather check model.onnx --for onnx
echo "exit $?"
gather check model.onnx --for ort-cpu,numpy,torch,ggml
echo "exit $?"
