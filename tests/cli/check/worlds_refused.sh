# SPDX-License-Identifier: Apache-2.0
# What is no model, or no world.
printf 'abcd' >a.raw && gather convert 'a.raw@u8[4]' -o a.npy
sh "$ROOT/tests/cli/check/support/model.sh"
gather check a.npy --for all
echo "exit $?"
gather check model.onnx --for webnn,webmm
echo "exit $?"
gather check model.onnx --for ''
echo "exit $?"
