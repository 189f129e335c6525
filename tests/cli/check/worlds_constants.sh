# SPDX-License-Identifier: Apache-2.0
# OpenVINO's CPU plugin and constants: those beyond 32 bits stay outside, its older Gathers count none from the end, and
# past the end of a list of integers it gives anything. By the model's own rules all versions count from the end.
model() { # VERSION TYPE SIZES BATCH_DIMS: a Gather of indices 0, -1 and 2^32+1
    dims=$(for size in $3; do printf '<dim>%s</dim>' "$size"; done)
    tail=$(echo "$dims" | sed 's/^<dim>[0-9]*<.dim>//')
    cat >g.xml <<END
<net name="n" version="11"><layers>
<layer id="0" name="data" type="Parameter" version="opset1"><data shape="$(echo "$3" | tr ' ' ,)" element_type="$2"/><output><port id="0">$dims</port></output></layer>
<layer id="1" name="ids" type="Const" version="opset1"><data element_type="i64" shape="3" offset="0" size="24"/><output><port id="0"><dim>3</dim></port></output></layer>
<layer id="2" name="axis" type="Const" version="opset1"><data element_type="i64" shape="" offset="24" size="8"/><output><port id="0"/></output></layer>
<layer id="3" name="rows" type="Gather" version="opset$1">$4
<input><port id="0">$dims</port><port id="1"><dim>3</dim></port><port id="2"/></input>
<output><port id="3"><dim>3</dim>$tail</port></output></layer>
<layer id="4" name="r" type="Result" version="opset1"><input><port id="0"><dim>3</dim>$tail</port></input></layer>
</layers><edges>
<edge from-layer="0" from-port="0" to-layer="3" to-port="0"/><edge from-layer="1" from-port="0" to-layer="3" to-port="1"/>
<edge from-layer="2" from-port="0" to-layer="3" to-port="2"/><edge from-layer="3" from-port="3" to-layer="4" to-port="0"/>
</edges></net>
END
}
printf '\0\0\0\0\0\0\0\0\377\377\377\377\377\377\377\377\001\0\0\0\001\0\0\0\0\0\0\0\0\0\0\0' >g.bin
batch='<data batch_dims="0"/>'
for made in "1|f32|5 2|" "7|f32|5 2|$batch" "8|f32|5 2|$batch" "8|i32|5|$batch" "8|f32|5|$batch" "8|u8|5|$batch" "1|i64|5|"; do
    echo "\$ $made"
    IFS='|' read -r version type sizes rest <<END
$made
END
    model "$version" "$type" "$sizes" "$rest"
    gather check g.xml --for openvino-cpu,openvino
    echo "exit $?"
done
gather check g.xml --for openvino-cpu-7
