# SPDX-License-Identifier: Apache-2.0
# The library's own options: a policy by anybody's word, a value, strict and loose.
printf '\001\002\003\004' >a.raw
printf '\011\377\000\000' >i.raw
run() {
    echo "\$ $*"
    gather run "$@" 2>&1
    echo "exit $?"
}
for mode in raise clip wrap zero clamp skip error; do
    run --op index_select --dialect torch -a dim=0 --mode $mode 'a.raw@u8[4]' 'i.raw@s32[1]'
done
run --op take -a axis=0 --mode clip 'a.raw@u8[4]' 'i.raw@s8[2]'
run --op take -a axis=0 --mode clamp 'a.raw@u8[4]' 'i.raw@s8[2]'
run --op take -a axis=0 --fill 7 'a.raw@u8[4]' 'i.raw@s8[2]'
run --op take -a axis=0 --mode fill --fill -1.5 'a.raw@bf16[2]' 'i.raw@s8[2]'
run --op embedding --dialect torch --fill nan 'i.raw@s32[1]' 'a.raw@f16[1,2]'
run --op take -a axis=0 --fill x 'a.raw@u8[4]' 'i.raw@s8[2]'
run --op take -a axis=0 --mode fill 'a.raw@u8[4]' 'i.raw@s8[2]'
run --op take -a axis=0 --mode drop 'a.raw@u8[4]' 'i.raw@s8[2]'
run --op take --strict 'a.raw@u8[4]' 'i.raw@s8[2]'
run --op Gather --dialect onnx@10 'a.raw@u8[4]' 'i.raw@s8[2]'
run --op Gather --dialect onnx@10 --loose --mode zero 'a.raw@u8[4]' 'i.raw@s8[2]'
run --op GATHER --dialect directml -a Axis=0 -a IndexDimensions=1 'a.raw@u8[4]' 'i.raw@s32[1]'
run --op GATHER --dialect directml -a Axis=0 -a IndexDimensions=1 --strict 'a.raw@u8[4]' 'i.raw@s32[1]'
run --op GATHER --dialect directml -a Axis=0 -a IndexDimensions=1 --strict --loose 'a.raw@u8[4]' 'i.raw@s32[1]'
