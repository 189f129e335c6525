# SPDX-License-Identifier: Apache-2.0
# What a model declares of values between its nodes: known where nothing else is, told where something else is.
sh "$ROOT/tests/cli/check/support/model.sh" shown
gather check shown.onnx
echo "exit $?"
sh "$ROOT/tests/cli/check/support/model.sh" hidden
gather check hidden.onnx
echo "exit $?"
gather check hidden.onnx --for xla,openvino,ggml-cpu
echo "exit $?"
sh "$ROOT/tests/cli/check/support/model.sh" wrong
gather check wrong.onnx
echo "exit $?"
gather run wrong.onnx -o o.npz
echo "exit $?"
sh "$ROOT/tests/cli/check/support/model.sh" wrong 6
gather check wrong.onnx
echo "exit $?"
gather run wrong.onnx -o p.npz
echo "exit $?"
for shown in no shown; do
    sh "$ROOT/tests/cli/check/support/model.sh" far $shown
    gather check far.onnx --for xla
    echo "exit $?"
done
gather check far.onnx
echo "exit $?"
