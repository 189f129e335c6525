# SPDX-License-Identifier: Apache-2.0
# Writes a small IR into this folder: model.xml beside model.bin. data, f32[4,3], and ids, i64[1,3] of 1, 9, -1.
#
#   ir.sh parts   elements: a GatherElements of the two
#   ir.sh bodies  a loop with a body and an If with two, beside elements
#   ir.sh hidden [SIZE..]  the data of elements is what a ReLU gives, whose port says f32 and these sizes
set -eu
const() { # ID NAME TYPE SHAPE OFFSET SIZE
    echo "<layer id='$1' name='$2' type='Const' version='opset1'>"
    echo "<data element_type='$3' shape='$4' offset='$5' size='$6'/><output><port id='0'/></output></layer>"
}
layer() { # ID NAME TYPE OPSET INPUTS, what stands behind its inputs on stdin
    echo "<layer id='$1' name='$2' type='$3' version='opset$4'><input>"
    for port in $(seq 0 $(($5 - 1))); do echo "<port id='$port'/>"; done
    echo "</input>"
    cat
    echo "</layer>"
}
edge() { echo "<edge from-layer='$1' from-port='$2' to-layer='$3' to-port='$4'/>"; } # FROM PORT TO PORT

layers() {
    const 0 data f32 4,3 0 48
    const 1 ids i64 1,3 48 24
    echo "<data axis='0'/><output><port id='2'/></output>" | layer 2 elements GatherElements 6 2
    layer 3 out Result 1 1 </dev/null
}
edges() {
    edge 0 0 2 0
    edge 1 0 2 1
    edge 2 2 3 0
}
parts() {
    echo "<layers>"
    layers
    echo "</layers><edges>"
    edges
    echo "</edges>"
}
bodies() {
    inner="<layers><layer id='0' name='in' type='Parameter' version='opset1'/></layers><edges/>"
    echo "<layers>"
    layers
    echo "<body>$inner</body><port_map/>" | layer 4 turns TensorIterator 1 1
    echo "<then_body>$inner</then_body><else_body>$inner</else_body>" | layer 5 either If 8 1
    echo "</layers><edges>"
    edges
    echo "</edges>"
}

hidden() {
    ports=
    for size in "$@"; do ports="$ports<dim>$size</dim>"; done
    echo "<layers>"
    layers
    echo "<output><port id='1' precision='FP32'>$ports</port></output>" | layer 4 hides ReLU 1 1
    echo "</layers><edges>"
    edges | sed '1d'
    edge 0 0 4 0
    edge 4 1 2 0
    echo "</edges>"
}

{ echo "<net name='model' version='11'>"; "$@"; echo "</net>"; } >model.xml
{
    head -c 48 /dev/zero
    printf '\001\0\0\0\0\0\0\0\011\0\0\0\0\0\0\0\377\377\377\377\377\377\377\377'
} >model.bin
