# SPDX-License-Identifier: Apache-2.0
# Each exit code: 2 the grammar, 3 what the library refuses, 4 an index, 5 the system.
printf '\001\002\003\004\005\006\007\010' >a.raw
run() {
    gather run "$@"
    echo "exit $?"
}
run
run 'a.raw@u8[8]'
run --op take -a axis 'a.raw@u8[8]' 'a.raw@u8[1]'
run --op take -a =1 'a.raw@u8[8]' 'a.raw@u8[1]'
run --op take a.raw 'a.raw@u8[1]'
run --op take a b c d e f g h i
run --op take --frob
run --op tak 'a.raw@u8[8]'
run --op gather --dialect onnx@99 'a.raw@u8[8]'
run --op Gather --dialect onnx@99 'a.raw@u8[8]' 'a.raw@u8[1]'
run --op x --dialect torch 'a.raw@u8[8]'
run --op x --dialect "$(printf '\033[31mx')" 'a.raw@u8[8]'
run --op GatherTree --dialect openvino 'a.raw@u8[8]'
run --op Gather --dialect onnx@0 'a.raw@u8[8]' 'a.raw@u8[1]'
run --op Gather --dialect onnx@1.5 'a.raw@u8[8]' 'a.raw@u8[1]'
run --op take --dialect numpy@2 'a.raw@u8[8]' 'a.raw@u8[1]'
run --op take -a dim=0 'a.raw@u8[8]' 'a.raw@u8[1]'
run --op take -a axis=0.5 'a.raw@u8[8]' 'a.raw@u8[1]'
run --op take -a axis=0 -a axis=0 'a.raw@u8[8]' 'a.raw@u8[1]'
run --op take -a axis=1 'a.raw@u8[8]' 'a.raw@u8[1]'
run --op take 'a.raw@u8[8]'
run --op take
run --op take 'a.raw@u8[8]' 'a.raw@u8[1]' 'a.raw@u8[1]'
run --op take 'a.raw@u8[8]' 'a.raw@f16[1]'
run --op take 'a.raw@u8[9]' 'a.raw@u8[1]'
run --op GatherElements --dialect openvino -a axis=0 'a.raw@u8[2,2]' 'a.raw@s32[1,1]'
# Of OpenVINO's axis the shape is wrong: of lists of lists, [] and [0,0]. What is no such list is no integer; like both elsewhere.
for axis in '[[0]]' '[[0],[1,2]]' '[[[0],[-1]],[]]' '[[]]' '[]' '[0,0]' '[[0]' '[[0]]]' '[[0]],' '[[0],1]' '[[0],,[1]]' '[[x]]' '[[' '[[]'; do
    run --op Gather --dialect openvino -a "axis=$axis" 'a.raw@u8[8]' 'a.raw@s32[1]'
done
run --op Gather --dialect onnx -a 'axis=[[0]]' 'a.raw@u8[8]' 'a.raw@s32[1]'
run --op gather --dialect webnn -a 'axis=[[0]]' 'a.raw@u8[8]' 'a.raw@s32[1]'
run --op take -a 'mode=[[0]]' 'a.raw@u8[8]' 'a.raw@s32[1]'
run --op gather --dialect xla -a 'slice_sizes=[[1]]' 'a.raw@u8[8]' 'a.raw@s32[1]'
run --op gather --dialect xla -a slice_sizes=[1] -a offset_dims=0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,15 'a.raw@u8[8]' 'a.raw@u8[1]'
run --op take 'a.raw@u8[8]' 'a.raw@u8[8]'
run --op index_select --dialect torch -a dim=0 'a.raw@u8[8]' 'a.raw@s64[1]'
run --op take none.raw 'a.raw@u8[1]'
run --op take 'none.raw@u8[8]' 'a.raw@u8[1]'
run --op take --json -a axxis=0 'a.raw@u8[8]' 'a.raw@u8[1]'
run --op GATHER --dialect directml 'a.raw@u8[8]' 0
ls
