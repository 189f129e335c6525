# SPDX-License-Identifier: Apache-2.0
# Which index is bad, and what each world does with it.
gather explain 'f32[4,3]' -i 5
echo
gather explain 'f32[5,3]' -i 0,5,-1,-6
echo
gather explain 'f32[5,3]' -i -1 | head -n 8
echo
gather explain 'f32[5,3]' -i 0:5:2
gather explain 'f32[5,3]' -i '[]'
gather explain 'f32[3,5,4]' --axis -2 -i 4:-7:-5 | head -n 3
gather explain 'f32[4,3]' -i 0,-1,5 | head -n 3
gather explain 'f32[10,3]' -i 3,-1,12,0 --dialect ort | head -n 2
gather explain 'f32[4,3]' -i '[0, 5]' | head -n 1
gather explain 'f32[4,3]' -i ' 0 , 1 '
gather explain 'f32[0,3]' -i 0
gather explain 'bf16[4,3]' -i 5 | tail -n 5
