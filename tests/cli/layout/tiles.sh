# SPDX-License-Identifier: Apache-2.0
# Tiles have borders, in the grid and in memory; what they add has no value.
gather layout 'f32[3,5]{1,0:T(2,2)}' 'f32[4,6]{1,0:T(*,2,2)}' 'bf16[4,8]{1,0:T(4,8)(2,1)}'
