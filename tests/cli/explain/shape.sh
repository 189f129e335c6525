# SPDX-License-Identifier: Apache-2.0
# The shape of the output, step by step, and who writes the operands in another way.
seq 0 5 >list
gather explain 'f32[3,5,4]' --axis 1 -i 0,1 --shape
echo
printf '\000\001\002\003' >ids
gather explain 'f32[3,5]' --axis 1 -i 'ids@s32[]' --shape --dialect xla | sed -n '/^shape/,$p'
gather explain 'f32[3,5]' --axis 0 -i 'ids@u8[2,2]' --shape --dialect xla | sed -n '/^shape/,$p'
gather explain 'f32[3,5]' --axis 0 -i 'ids@s8[2,2]' --shape --dialect directml
gather explain 'f32[3,5]' -i 0 --axis 2
echo "exit $?"
gather explain 'f32[3,5]' -i 0 --axis x
echo "exit $?"
gather explain 'f32[]' -i 0
echo "exit $?"
