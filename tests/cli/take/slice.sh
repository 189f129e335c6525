# SPDX-License-Identifier: Apache-2.0
# A slice as numpy has it: numbers, ranges, steps of either sign, "...", None, blanks.
printf '\000\001\002\003\004\005\006\007\010\011\012\013\014\015\016\017\020\021\022\023\024\025\026\027' >a.raw
for slice in '0' '-1' '1,2' '1,2,3' ':,:,-1' '0:1' '1:' ':-1' '::2' '::-1' ':,::-2,1:3' '...,0' '0,...' '1,...,2:' 'None,0,0' '0,None,...,None' \
    '1, 0:2, 3' ' 1 , : , 0 ' '5:1' '9:' '-9:9' '::99' '::-99' '1,2,' 'np.newaxis,1,1,1' '...' ':,+1'; do
    echo "$slice"
    gather take 'a.raw@u8[2,3,4]' -s "$slice"
done
