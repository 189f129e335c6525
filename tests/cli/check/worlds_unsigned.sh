# SPDX-License-Identifier: Apache-2.0
# Constant indices of a type without a sign: the largest is no index below 0.
cat >u.xml <<'END'
<net name="n" version="11"><layers>
<layer id="0" name="data" type="Parameter" version="opset1"><data shape="4,2" element_type="f32"/><output><port id="0"><dim>4</dim><dim>2</dim></port></output></layer>
<layer id="1" name="ids" type="Const" version="opset1"><data element_type="u64" shape="2" offset="0" size="16"/><output><port id="0"><dim>2</dim></port></output></layer>
<layer id="2" name="axis" type="Const" version="opset1"><data element_type="i64" shape="" offset="16" size="8"/><output><port id="0"/></output></layer>
<layer id="3" name="rows" type="Gather" version="opset8"><data batch_dims="0"/>
<input><port id="0"><dim>4</dim><dim>2</dim></port><port id="1"><dim>2</dim></port><port id="2"/></input>
<output><port id="3"><dim>2</dim><dim>2</dim></port></output></layer>
<layer id="4" name="r" type="Result" version="opset1"><input><port id="0"><dim>2</dim><dim>2</dim></port></input></layer>
</layers><edges>
<edge from-layer="0" from-port="0" to-layer="3" to-port="0"/><edge from-layer="1" from-port="0" to-layer="3" to-port="1"/>
<edge from-layer="2" from-port="0" to-layer="3" to-port="2"/><edge from-layer="3" from-port="3" to-layer="4" to-port="0"/>
</edges></net>
END
printf '\377\377\377\377\377\377\377\377\004\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0' >u.bin
gather check u.xml --for xla,torch
echo "exit $?"
gather check u.xml --for xla --json
echo "exit $?"
