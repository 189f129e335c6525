# SPDX-License-Identifier: Apache-2.0
# Strides: an offset, cells that are shared, cells that are left out, a flip.
gather layout 'f32[2,3]:(1,3)+2' 'f32[2,3]:(0,1)' 'f32[2,3]:(5,1)' 'f32[2,3]:(-3,1)+3' 'f32[3,2]:(1,1)' 'u8[2,2,10]:(11,10,1)'
gather layout 'u8[300000,3]:(7,2)' 'u8[300000,300000]:(3,2)' | grep padding
