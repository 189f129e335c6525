# SPDX-License-Identifier: Apache-2.0
# Tests of models, a line each: ONNX's own folders at any depth, and those that an expect.json lists.
. "$ROOT/tests/cli/run_model/onnx_models"
gather test "$CASES/openvino_ir"
mkdir -p onnx/node/test_abs onnx/node/test_wrong/test_data_set_0 onnx/node/test_right/test_data_set_0 \
    onnx/test_none onnx/test_cycle
cp abs.onnx onnx/node/test_abs/model.onnx
for test in right wrong; do
    cp one.onnx onnx/node/test_$test/model.onnx
    cp input_0.pb output_0.pb onnx/node/test_$test/test_data_set_0
done
cp -R onnx/node/test_right/test_data_set_0 onnx/node/test_wrong/test_data_set_1
printf '\010\002\010\002\020\001\042\020\000\000\240\101\000\000\250\101\000\000\000\000\000\000\000\100' \
    >onnx/node/test_wrong/test_data_set_1/output_0.pb
cp one.onnx onnx/test_none/model.onnx
cp cycle.onnx onnx/test_cycle/model.onnx
gather test onnx
echo "exit $?"
gather test onnx/node/test_right onnx/node/test_abs --json
gather test onnx --only 'node/*right'
gather test onnx/node/test_right onnx/node/test_abs --junit -
echo "exit $?"
