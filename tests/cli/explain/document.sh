# SPDX-License-Identifier: Apache-2.0
# A transpose, a copy of rows, tiles that divide and tiles that do not, padding, bits. Kernels differ from
# machine to machine.
explain() {
    echo "\$ $*"
    gather explain "$@" | grep -Ev '^(kernel|plan) '
}
explain 'f32[1024,768]' --to F
explain 'f32[1024,768]' --to 'f32[1024,768]C'
explain 'bf16[64,128]' --to '{1,0:T(8,128)}'
explain 'bf16[64,100]' --to '{1,0:T(8,32)}'
explain 'f32[2,3]' --to '{0,1:pad(3,5)=zero}'
explain 's4[5,7]' --to 'i4[5,7]F'
explain 'f32[2,3]:(0,-1)+2' --to C
explain 'f32[]' --to '{:T(4)}'
explain 'f32[0,3]' --to F
