# SPDX-License-Identifier: Apache-2.0
# Every word of a policy, and its value: numpy's own three are numpy's, where clip counts nothing from the end.
printf '\001\002\003' >a.raw
for mode in raise error clip clamp wrap zero skip; do
    printf '%s: ' $mode
    gather take 'a.raw@u8[3]' -i -1,-5,7 --mode $mode --json 2>&1 | sed 's/.*"values"/values/'
done
gather take 'a.raw@u8[3]' -i -1,7 --mode fill --fill 9
gather take 'a.raw@u8[3]' -i -1,7 --fill 9
gather take 'a.raw@s8[3]' -i -1,7 --fill -9 --dialect onnx
printf '\000\000\200\077' >b.raw
gather take 'b.raw@f32[1]' -i 0,7 --fill -0
gather run --op take --mode fill --fill -0 'b.raw@f32[1]' 0,7
gather take 'a.raw@u8[3]' -i -1,7 --mode clip --dialect torch
gather take 'a.raw@u8[3]' -i -1,7 --fill 256
echo "exit $?"
gather take 'b.raw@f32[1]' -i 7 --fill -inf
gather take 'b.raw@f32[1]' -i 7 --fill 1e50
echo "exit $?"
gather run --op take --mode fill --fill 1e50 'b.raw@f32[1]' 0,7
echo "exit $?"
gather take 'a.raw@u8[3]' -i -1,7 --mode zero --fill 2
echo "exit $?"
gather take 'a.raw@u8[3]' -i -1,7 --mode fill
echo "exit $?"
gather take 'a.raw@u8[3]' -i -1,7 --mode drop
echo "exit $?"
