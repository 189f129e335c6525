# SPDX-License-Identifier: Apache-2.0
# A tensor of a type that is not read is listed, keeps nobody from the others, and says why it can't be taken itself.
. "$ROOT/tests/cli/support/safetensors"
npy() { # TYPE SHAPE DATA
    header="{'descr': $1, 'fortran_order': False, 'shape': $2, }"
    printf "$(printf '\\223NUMPY\\001\\000\\%03o\\000%%s' ${#header})" "$header"
    printf "$3"
}
safetensors '{"a":{"dtype":"U8","shape":[2],"data_offsets":[0,2]},"b":{"dtype":"F99","shape":[2,3],"data_offsets":[2,8]},"c":{"dtype":"F6_E2M3","shape":[2,2],"data_offsets":[8,11]}}' abcdefghijk >a.safetensors
mkdir folder
npy "'<i2'" '(2,)' '\001\000\002\000' >folder/x.npy
npy "'<U2'" '(2, 1)' 'a\0\0\0b\0\0\0c\0\0\0d\0\0\0' >folder/names.npy
npy "[('a','<i4'), ('b(', '<f4', (2,))]" '(1,)' '............' >folder/rows.npy
npy "'|O'" '(3,)' 'pickled' >folder/objects.npy
for file in a.safetensors folder folder/names.npy; do
    gather ls $file
    echo "exit $?"
    gather check $file
    echo "exit $?"
done
gather check folder --json
gather ls folder names --json
gather --complete take folder:
try() {
    gather take "$@"
    echo "exit $?"
}
try a.safetensors:a -i 1
try a.safetensors:b
try a.safetensors:b@u8[6] -i 5
try a.safetensors:c -i 0
try folder:x
try folder:names -i 0
try folder:rows
try folder/objects.npy
try folder x names
try folder -o all.npz
gather convert folder x -o x.npz
gather diff folder folder
npy "'<U2'" '(2, 1)' 'a\0\0\0b\0\0\0c\0\0\0D\0\0\0' >other.npy
gather diff folder/names.npy other.npy | head -3
gather ls folder names --stats
gather check folder --values
npy "[('a','<i4')" '(1,)' '....' >open.npy
gather ls open.npy
