# SPDX-License-Identifier: Apache-2.0
# A slice first, then its rows: an axis and an index are those of the slice.
printf '\000\001\002\003\004\005\006\007\010\011\012\013' >a.raw
gather take 'a.raw@u8[3,4]' -s '::-1' -i 0
gather take 'a.raw@u8[3,4]' -s ':,1:3' -i 1,-1 --axis 1
gather take 'a.raw@u8[3,4]' -s '1' -i 0,3
gather take 'a.raw@u8[3,4]' -s '0:2' -i 2
echo "exit $?"
gather take 'a.raw@u8[3,4]' -s '0:2' -i 2 --fill 9
gather take 'a.raw@u8[3,4]' -s '0,0' -i 0
