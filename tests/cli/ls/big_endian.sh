# SPDX-License-Identifier: Apache-2.0
# Numbers that are big-endian are not listed as those that are not: their bytes are others.
array() { # FILE TYPE
    printf '\223NUMPY\001\000\166\000%-117s\n\001\002\003\004' "{'descr': '$2', 'fortran_order': False, 'shape': (1,), }" >"$1"
}
mkdir d
array d/w.0.npy '>f4' && array d/w.1.npy '<f4' && array d/w.2.npy '>f4' && array d/v.npy '>i4'
gather ls d/w.0.npy
gather ls d
gather ls d/w.0.npy --json
gather ls d/w.1.npy --json
gather convert d/w.0.npy -o a.npy --json
