# SPDX-License-Identifier: Apache-2.0
# A model is judged by the rules of its own operators: its graph, and the constant indices that they refuse.
sh "$ROOT/tests/cli/check/support/model.sh"
gather check model.onnx
echo "exit $?"
gather check model.onnx --json
echo "exit $?"
gather check "$CASES/openvino_ir/gather8_string.xml" | tail -1 | grep -o ': ir.*'
cp "$CASES/openvino_ir/bad_batch_dims.xml" "$CASES/openvino_ir/bad_batch_dims.bin" .
gather check bad_batch_dims.xml
echo "exit $?"
gather check bad_batch_dims.xml --for xla
echo "exit $?"
