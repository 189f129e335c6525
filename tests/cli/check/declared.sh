# SPDX-License-Identifier: Apache-2.0
# What a model declares of its outputs: another type is refused, other sizes are told, and do not keep it from a run, here as far as the indices.
sh "$ROOT/tests/cli/check/support/model.sh" sizes 6
gather check sizes.onnx
echo "exit $?"
gather run sizes.onnx -o o.npz
echo "exit $?"
sh "$ROOT/tests/cli/check/support/model.sh" sizes 1
gather check sizes.onnx --json
echo "exit $?"
gather run sizes.onnx -o o.npz
echo "exit $?"
