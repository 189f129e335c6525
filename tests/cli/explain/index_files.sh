# SPDX-License-Identifier: Apache-2.0
# Indices of a file, of any integer type and rank; what a type changes; many of them.
npy() { # shape type bytes
    printf '\223NUMPY\001\000\166\000%-117s\n' "{'descr': '$2', 'fortran_order': False, 'shape': $1, }"
    # shellcheck disable=SC2059
    printf "$3"
}
npy '(2, 2)' '|u1' '\000\377\004\003' >u8.npy
npy '(2, 2)' '|i1' '\000\377\004\003' >i8.npy
npy '(2,)' '<u8' '\377\377\377\377\377\377\377\377\000\000\000\000\001\000\000\000' >u64.npy
npy '()' '>i2' '\377\372' >i16.npy
npy '(1,)' '<f4' '\000\000\000\000' >f32.npy
gather explain 'f32[5,3]' -i u8.npy
echo
gather explain 'f32[5,3]' -i i8.npy | head -n 8
echo
gather explain 'f32[5,3]' -i u64.npy
echo
gather explain 'f32[5,3]' -i i16.npy --dialect numpy | head -n 1
gather explain 'bf16[5,3]' -i i8.npy | tail -n 7
gather explain 'f32[5,3]' -i f32.npy
echo "exit $?"
seq 0 3000 | gather explain 'f32[1000,3]' -i - | grep -v '^ '
seq -5 6 | gather explain 'f32[4,3]' -i - | head -n 8
