# SPDX-License-Identifier: Apache-2.0
# Of an old model, where an index below 0 is refused at home.
sh "$ROOT/tests/cli/check/support/model.sh" old
gather check old.onnx --for onnx,openvino,xla
echo "exit $?"
