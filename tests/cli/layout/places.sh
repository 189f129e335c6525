# SPDX-License-Identifier: Apache-2.0
# Where an element lies, and what lies in a cell.
gather layout 'f32[2,3]{0,1:pad(3,5)=zero}' --at 1,2 --cell 7 --cell 2 --at 0,0
gather layout 'i4[3,3]:(4,1)' --at 1,1 --cell 3
gather layout 'f32[2,3]:(0,1)' --at 1,1 --cell 1
gather layout 'f32[3,5]{1,0:T(2,2)}' --cell 9
gather layout 'f32[]' --at '' --cell 0
gather layout 's4[3]{0:E(32)}' --at 2
gather layout 'u8[9223372036854775807]' --at 9223372036854775806
