# SPDX-License-Identifier: Apache-2.0
# Folders that hold no tests, and lists that are none.
. "$ROOT/tests/cli/run_model/onnx_models"
try() {
    gather test "$@"
    echo "exit $?"
}
mkdir -p empty/inside list short/test_data_set_0
try empty
echo '[{"file": "a.xml", "inputs": 3, "expect": {"error": {"code": "IO"}}}, {"inputs": {}}]' >list/expect.json
try list
echo '[' >list/expect.json
try list
cp one.onnx short/model.onnx
try short
printf '\010' >short/test_data_set_0/input_0.pb
try short
cp input_0.pb short/test_data_set_0
try short
cp input_0.pb short/test_data_set_0/output_0.pb
try short
try --backend none.so short
# What is too deep, or too long, is said.
mkdir -p deep/1/2/3/4/5/6/7/8/9/10/11/12/13/14/15/16
cp -r list deep/1/2/3/4/5/6/7/8/9/10/11/12/13/14/15/16/17
try deep
yes '[' | head -c 4200000 >list/expect.json
try list
