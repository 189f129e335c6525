# SPDX-License-Identifier: Apache-2.0
# Indices of less than a byte, which XLA takes: each its own, whether they are packed in the file or not.
printf '\001\002\003\004\005\006\007\010' >rows.raw
printf '\022\371' >packed.raw
printf '\002\001\017\011' >bytes.raw
printf '\033' >pairs.raw
for indices in packed.raw@s4[4]C packed.raw@u4[4]C 'bytes.raw@s4[4]{0}' 'bytes.raw@u4[4]{0}' pairs.raw@u2[4]C pairs.raw@s2[4]C; do
    echo "\$ $indices"
    gather take 'rows.raw@u8[4,2]' -i "$indices" --dialect xla
    gather explain 'rows.raw@u8[4,2]' -i "$indices" --dialect xla | head -n 1
    gather check 'rows.raw@u8[4,2]' -i "$indices" --dialect xla | tail -n +2
done
gather explain 'rows.raw@u8[4,2]' -i packed.raw@s4[4]C --dialect numpy | tail -n +2
gather take 'rows.raw@u8[4,2]' -i packed.raw@s4[4]C
printf '\361\002\063' >floats.raw
gather take 'floats.raw@f4e2m1fn[3]' -o -.txt
