# SPDX-License-Identifier: Apache-2.0
# NP-3: take reads bool indices as 0 and 1, and check says the same; that they are no mask is told. Other worlds have none.
printf 'abcdef' >a.raw
printf '\001\000' >mask.raw
gather take 'a.raw@u8[3,2]' -i 'mask.raw@pred[2]'
gather check 'a.raw@u8[3,2]' -i 'mask.raw@pred[2]'
echo "exit $?"
gather check 'a.raw@u8[1,6]' -i 'mask.raw@pred[2]'
echo "exit $?"
gather check 'a.raw@u8[3,2]' -i 'mask.raw@pred[2]' --dialect onnx
echo "exit $?"
gather take 'a.raw@u8[3,2]' -i 'mask.raw@pred[2]' --dialect onnx
echo "exit $?"
printf '\000\002\377' >marks.raw
gather take 'a.raw@u8[2,3]' -i 'marks.raw@pred[3]'
gather run --op take 'a.raw@u8[2,3]' 'marks.raw@pred[3]' -a axis=0
gather check 'a.raw@u8[2,3]' -i 'marks.raw@pred[3]'
gather ls --stats 'marks.raw@pred[3]'
