# SPDX-License-Identifier: Apache-2.0
# Indices that are no constants: nothing is known of what they do elsewhere, and that is said.
sh "$ROOT/tests/cli/check/support/model.sh" given
gather check given.onnx
echo "exit $?"
gather check given.onnx --for webnn,openvino
echo "exit $?"
gather check given.onnx --for webnn,openvino --json
echo "exit $?"
gather check given.onnx --for ggml-cpu
echo "exit $?"
sh "$ROOT/tests/cli/check/support/model.sh" some
gather check some.onnx --for openvino
echo "exit $?"
gather check some.onnx --for xla
echo "exit $?"
gather check some.onnx --json
echo "exit $?"
gather check some.onnx --for openvino --json
echo "exit $?"
