# SPDX-License-Identifier: Apache-2.0
# The table is an input whose size is not known: an index below 0 is then one from the end.
sh "$ROOT/tests/cli/check/support/model.sh" input
gather check input.onnx --for openvino,xla,torch
echo "exit $?"
