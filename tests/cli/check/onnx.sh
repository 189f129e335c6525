# SPDX-License-Identifier: Apache-2.0
# Tensors of a model, each by itself; the rest of the model is judged all the same.
sh "$ROOT/tests/cli/check/support/model.sh" broken
gather check broken.onnx
echo "exit $?"
