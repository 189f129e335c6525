# SPDX-License-Identifier: Apache-2.0
# Without indices: type, shape and elements, of every rank.
printf '\001\002\003\004\005\006' >a.raw
gather take 'a.raw@u8[2,3]'
gather take 'a.raw@u8[]'
gather take 'a.raw@s16[3]'
gather take 'a.raw@u8[0,3]'
gather take 'a.raw@u8[2,3]F'
gather take 'a.raw@u8[2,1,3]'
gather take 'a.raw@u8[6]' --view i8 --json
