# SPDX-License-Identifier: Apache-2.0
# Other sizes, no element, one element without a dimension.
printf '\001\002\003\004\005\006' >a.raw
gather diff 'a.raw@u8[2,3]' 'a.raw@u8[2,2]'
echo "exit $?"
gather diff 'a.raw@u8[2,3]' 'a.raw@u8[2,3,1]' | tail -n +3
gather diff 'a.raw@u8[0,3]' 'a.raw@u8[0,3]'
gather diff 'a.raw@u8[]' 'a.raw@u8[]'
printf '\007' >b.raw
gather diff 'a.raw@u8[]' 'b.raw@u8[]'
