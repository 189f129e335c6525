# SPDX-License-Identifier: Apache-2.0
# Shapes of more sizes than 16: each format says how many there are, where that can be counted.
. "$ROOT/tests/cli/support/safetensors"
many() { for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17; do printf "$1"; done; }
npy() { # SHAPE
    text="{'descr': '|u1', 'fortran_order': False, 'shape': ($1), }"
    printf '\223NUMPY\001\000%b%s.' "\\0$(printf %o ${#text})\\0000" "$text"
}
safetensors "{\"a\":{\"dtype\":\"U8\",\"shape\":[$(many '1,')1],\"data_offsets\":[0,1]}}" . >a.safetensors
npy "$(many '1, ')1, 1" >a.npy
npy "$(many '1,')x" >b.npy
{ many '\010\001'; printf '\020\002\112\001.'; } >a.pb
{ # a model's output that is declared so
    printf '\010\010\072\121\142\117\012\001o\022\112\012\110\010\001\022\104'
    many '\012\002\010\001'
    printf '\102\002\020\015'
} >a.onnx
cat >a.xml <<END
<net name="a" version="11"><layers>
<layer id="0" name="c" type="Const" version="opset1">
<data element_type="u8" shape="$(many '1, ')1" offset="0" size="1"/>
<output><port id="0"/></output></layer>
</layers><edges/></net>
END
printf . >a.bin
for name in a.safetensors a.npy b.npy a.pb a.onnx a.xml; do gather check $name; done
