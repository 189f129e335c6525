# SPDX-License-Identifier: Apache-2.0
# What lies at a byte: a cell, or all cells that have bits in it.
gather layout 'f32[2,3]{0,1:pad(3,5)=zero}' --byte 0 --byte 31 --byte 59 --byte 60 --byte -1
echo "exit $?"
gather layout 'i4[3,3]:(4,1)' --byte 2 --byte 5
gather layout 'i2[7]:(1)' --byte 0 --byte 1
gather layout --json 'i4[3]:(1)' --byte 0 --byte 9
echo "exit $?"
gather layout 'f32[2]' --byte 1,2
echo "exit $?"
gather layout 'f32[0]' --byte 0
echo "exit $?"
gather layout 'u8[9223372036854775807]' --byte 9223372036854775806
gather layout 'f32[2]' --byte=-9223372036854775808
for byte in 31 32 63 64; do
    gather layout 'FLOAT32 sizes={2,3} strides={5,1} total=64' 'u8[48]' --byte $byte
done
gather layout --json 'FLOAT32 sizes={2,3} strides={5,1} total=64' --byte 60 | tail -c 50
