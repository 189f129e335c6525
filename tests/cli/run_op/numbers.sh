# SPDX-License-Identifier: Apache-2.0
# Numbers in the place of a file, if none is there of that name.
printf 'abcdef' >a.raw
try() {
    gather run "$@"
    echo "exit $?"
}
try --op take -a axis=0 'a.raw@u8[3,2]' 2,0
try --op Gather --dialect onnx 'a.raw@u8[3,2]' 0:2
try --op take -a axis=0 'a.raw@u8[3,2]' 3
try --op take -a axis=0 'a.raw@u8[3,2]' '[]'
try --op take -a axis=0 'a.raw@u8[3,2]' 2,,0
try --op GatherBlockQuantized --dialect onnx 'a.raw@u8[3,2]' 0
try --op GatherBlockQuantised --dialect onnx 'a.raw@u8[3,2]' 0
try --op x --dialect onnx 'a.raw@u8[3,2]' 0
try --op take -a axis=0 'a.raw@u8[3,2]' -1
try --op take 'a.raw@u8[3,2]' -1,0 -a axis=0
try --op take -a axis=0 -- 'a.raw@u8[3,2]' -2
try --op Gather --dialect onnx 'a.raw@u8[3,2]' -4
try --op Gather --dialect onnx 'a.raw@u8[3,2]' -x
