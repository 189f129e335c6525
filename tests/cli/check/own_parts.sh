# SPDX-License-Identifier: Apache-2.0
# Constant indices of elements and of tuples, by the rules of their own operators; --for is not about these.
sh "$ROOT/tests/cli/check/support/model.sh" parts
gather check parts.onnx
echo "exit $?"
gather check parts.onnx --json
echo "exit $?"
gather check parts.onnx --for onnx
echo "exit $?"
gather run parts.onnx -o o.npz
echo "exit $?"
sh "$ROOT/tests/cli/check/support/ir.sh" parts
gather check model.xml
echo "exit $?"
