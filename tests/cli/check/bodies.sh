# SPDX-License-Identifier: Apache-2.0
# Graphs inside of nodes are not looked at, and that is said.
sh "$ROOT/tests/cli/check/support/model.sh" bodies
gather check bodies.onnx
echo "exit $?"
gather check bodies.onnx --for openvino
echo "exit $?"
gather check bodies.onnx --json
echo "exit $?"
sh "$ROOT/tests/cli/check/support/ir.sh" bodies
gather check model.xml
echo "exit $?"
gather check model.xml --for onnx
echo "exit $?"
