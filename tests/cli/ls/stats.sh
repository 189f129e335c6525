# SPDX-License-Identifier: Apache-2.0
# Extremes with their places, NaN, infinities and zeros; whatever the type and order.
. "$ROOT/tests/cli/support/safetensors"
{
    safetensors '{"h":{"dtype":"F16","shape":[2,3],"data_offsets":[0,12]},"n":{"dtype":"F4","shape":[2,2],"data_offsets":[12,14]},"i":{"dtype":"I8","shape":[3],"data_offsets":[14,17]},"e":{"dtype":"F32","shape":[0],"data_offsets":[17,17]},"c":{"dtype":"C64","shape":[1],"data_offsets":[17,25]}}'
    printf '\000\074\000\300\000\176\000\174\000\000\000\200' # 1 -2 nan inf 0 -0
    printf '\041\017'                                                 # 0.5 1 -6 0
    printf '\377\200\177'
    printf '\000\000\200\077\000\000\000\000'
} >a.safetensors
gather ls a.safetensors --stats
gather ls a.safetensors h --stats --json
printf '\223NUMPY\001\000\166\000%-117s\n\000\001\000\002\377\377' "{'descr': '>i2', 'fortran_order': True, 'shape': (1, 3), }" >b.npy
gather ls b.npy --stats
printf '\240\310\353\205\363\314\341\177%.0s' 1 2 3 >large.raw # their sum is beyond all numbers
gather convert 'large.raw@f64[3]' -o large.npy && gather ls large.npy --stats
head -c 140 a.safetensors >c.safetensors
gather ls c.safetensors --stats
