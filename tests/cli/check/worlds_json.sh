# SPDX-License-Identifier: Apache-2.0
# The same as JSON.
sh "$ROOT/tests/cli/check/support/model.sh"
gather check model.onnx --for xla,webnn --json
echo "exit $?"
