# SPDX-License-Identifier: Apache-2.0
# Blocks of a quantised type are no elements: neither a model's input, of which nobody would see that its bytes were
# taken for numbers, nor indices. With a layout of bytes behind the name they are bytes.
. "$ROOT/tests/cli/run_model/onnx_models"
header='{"w":{"dtype":"F6_E2M3","shape":[3,4],"data_offsets":[0,9]}}'
mkdir weights
printf "$(printf '\\%03o' ${#header})\000\000\000\000\000\000\000%s\000\001\002\000\001\002\000\001\002" "$header" >weights/m.safetensors
cat >shape.xml <<'XML'
<net name="m" version="11"><layers>
<layer id="0" name="x" type="Parameter" version="opset1"><data shape="?,?" element_type="u8"/>
<output><port id="0"/></output></layer>
<layer id="1" name="s" type="ShapeOf" version="opset3"><data output_type="i32"/>
<input><port id="0"/></input><output><port id="1"/></output></layer>
<layer id="2" name="r" type="Result" version="opset1"><input><port id="0"/></input></layer>
</layers><edges>
<edge from-layer="0" from-port="0" to-layer="1" to-port="0"/><edge from-layer="1" from-port="1" to-layer="2" to-port="0"/>
</edges></net>
XML
printf 'abcdef' >a.raw
try() {
    gather "$@"
    echo "exit $?"
}
try run shape.xml -i x=weights/m.safetensors
try run shape.xml -i x=weights:w -o s.npy
try run shape.xml -i x=weights:w@u8[3,3]
try run one.onnx -i ids=weights
try take a.raw@u8[3,2] -i weights
try take a.raw@u8[3,2] -i weights:w@u8[9]
try check a.raw@u8[3,2] -i weights
try explain a.raw@u8[3,2] -i weights
try run --op take -a axis=0 a.raw@u8[3,2] weights
try run --op embedding --dialect torch weights weights
ls
