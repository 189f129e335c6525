# SPDX-License-Identifier: Apache-2.0
# Slices of what is no row-major array: columns first, strides, padding, big-endian, elements below a byte.
printf '\001\002\003\004\005\006\007\010' >a.raw
gather take 'a.raw@u8[2,4]F' -s '1,::2'
gather take 'a.raw@u8[2,2]:(4,2)' -s '::-1,::-1'
gather take 'a.raw@u8[2,3]{1,0:pad(2,4)}' -s ':,-1'
gather take 'a.raw@u4[2,8]C' -s ':,::3'
gather take 'a.raw@u4[4,4]C' -s '::-1,2'
printf '\223NUMPY\001\000\166\000%-117s\n' "{'descr': '>i2', 'fortran_order': True, 'shape': (2, 2), }" >b.npy
cat a.raw >>b.npy
gather take b.npy -s ':,0'
gather take b.npy -s '::-1'
# Of cells that are wider than their elements a part has no word.
printf '\001\002\003\004' >wide.raw
gather take 'wide.raw@u4[4]{0}' -s 1: -o part.raw --json
