# SPDX-License-Identifier: Apache-2.0
# A graph of OpenVINO: an axis that is an input, an index outside that gives zeros, a .bin beside the .xml.
gather run "$CASES/openvino_ir/gather8_const.xml"
printf '\001\000\000\000\000\000\000\000\375\377\377\377\377\377\377\377\003\000\000\000\000\000\000\000' >i.raw
printf '\000\000\200\077\000\000\000\100\000\000\100\100\000\000\200\100\000\000\240\100\000\000\300\100' >d.raw
gather run "$CASES/openvino_ir/gather8_dynamic.xml" -i 'data=d.raw@f32[3,2]' -i 'indices=i.raw@s64[3]'
gather run "$CASES/openvino_ir/gather8_dynamic.xml" -i 'data=d.raw@f32[3,2]{0,1}' -i 'indices=i.raw@s64[3]' -o r.npy
echo "exit $?"
gather take r.npy
cat >shape.xml <<'XML'
<net name="m" version="11"><layers>
<layer id="0" name="x" type="Parameter" version="opset1"><data shape="?,2" element_type="f32"/>
<output><port id="0"/></output></layer>
<layer id="1" name="s" type="ShapeOf" version="opset3"><data output_type="i32"/>
<input><port id="0"/></input><output><port id="1"/></output></layer>
<layer id="2" name="r" type="Result" version="opset1"><input><port id="0"/></input></layer>
</layers><edges>
<edge from-layer="0" from-port="0" to-layer="1" to-port="0"/><edge from-layer="1" from-port="1" to-layer="2" to-port="0"/>
</edges></net>
XML
gather run shape.xml -i 'x=d.raw@f32[3,2]'
gather run "$CASES/openvino_ir/gather8_string.xml"
gather run "$CASES/openvino_ir/gather8_string.xml" --json
