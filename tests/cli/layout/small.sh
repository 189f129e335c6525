# SPDX-License-Identifier: Apache-2.0
# What is small: a scalar, a shape without elements, one that is all padding, 4-bit cells.
gather layout 'f32[]' 'f32[0,3]:(3,1)' 'f32[0,3]{1,0:pad(2,3)=lowest}' 'i4[3,3]:(4,1)'
