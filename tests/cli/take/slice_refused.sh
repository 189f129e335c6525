# SPDX-License-Identifier: Apache-2.0
# What is no slice, or none of this tensor: 2 the grammar, 4 an index outside, 3 what has no slice.
printf '\001\002\003\004\005\006\007\010' >a.raw
for slice in '' ',' '1,,1' 'x' '1:2:0' '1:2:3:4' '0,0,0' '...,...' '1.5' '[1' '[0,1]' ' [1:]' '1]' '(1,)' 'True' '2' '-3' ':,4' '99999999999999999999'; do
    gather take 'a.raw@u8[2,4]' -s "$slice"
    echo "exit $?"
done
gather take 'a.raw@u8[2,4]{1,0:T(2,2)}' -s 0
echo "exit $?"
gather take 'a.raw@u8[]' -s 0
echo "exit $?"
gather take 'a.raw@u8[1,1,1,1,1,1,1,1,1,1,1,1,1,1,1]' -s 'None,None'
