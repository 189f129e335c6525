# SPDX-License-Identifier: Apache-2.0
# What can be read is listed, what can't is said: one file of a folder, one tensor of a file.
. "$ROOT/tests/cli/support/safetensors"
mkdir folder folder/4.npy
safetensors '{"a":{"dtype":"U8","shape":[2],"data_offsets":[0,2]},"b":{"dtype":"U9","shape":[2],"data_offsets":[2,4]}}' abcd >folder/1.safetensors
printf 'no npy' >folder/2.npy
safetensors '{"c":{"dtype":"U8","shape":[2],"data_offsets":[0,2]}}' ab >folder/3.safetensors
gather ls folder
echo "exit $?"
rmdir folder/4.npy
gather ls folder --json
echo "exit $?"
gather ls folder c
echo "exit $?"
gather ls folder none
echo "exit $?"
header='{"a":{"dtype":"U8","shape":[],"data_offsets":[0,1]}'
for k in 1 2 3 4 5 6 7; do header="$header,\"$k\":{\"dtype\":\"U9\"}"; done
safetensors "$header}" a >many.safetensors
gather ls many.safetensors
echo "exit $?"
gather ls many.safetensors --json | grep -o '"error".*' # of the first, not of how many more there are
mkdir noted && printf 'no npy' >noted/a.npy
header="{'descr': '<U1', 'fortran_order': False, 'shape': (1,), }"
printf '\223NUMPY\001\000\077\000%-62s\na\000\000\000' "$header" >noted/b.npy
gather ls noted --json | grep -o '"error".*' # what is only not read is no error
