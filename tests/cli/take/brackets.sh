# SPDX-License-Identifier: Apache-2.0
# A list may stand in brackets and have blanks or commas, as Python, numpy and JSON print one, with -i and on stdin alike.
printf 'abcdef' >a.raw
for list in '0 5 -1' '[0 5 -1]' ' [ 0, 5 ,-1 ] ' '[0
 5
-1]' '[]' '[ ]' '[4:6 0]'; do
    printf '%s' "$list" | gather take 'a.raw@u8[6]' -i - | tail -n 1
    gather take 'a.raw@u8[6]' -i "$list" | tail -n 1
done
for list in '[1' '1]' '[1] 2' '[1],' '[1,]' '[,1]' '[[0,1],[2,3]]' '[' ']' '[]]'; do
    printf '%s' "$list" | gather take 'a.raw@u8[6]' -i -
    gather take 'a.raw@u8[6]' -i "$list"
done
