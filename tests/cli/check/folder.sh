# SPDX-License-Identifier: Apache-2.0
# Files of a folder, each by itself; a tensor that is there twice.
. "$ROOT/tests/cli/support/safetensors"
mkdir folder
safetensors '{"a":{"dtype":"U8","shape":[2],"data_offsets":[0,2]},"b":{"dtype":"U9","shape":[2],"data_offsets":[2,4]}}' abcd >folder/1.safetensors
safetensors '{"a":{"dtype":"U8","shape":[2],"data_offsets":[0,2]},"c":{"dtype":"U8","shape":[2],"data_offsets":[2,4]}}' abcd >folder/2.safetensors
printf 'no npy' >folder/3.npy
gather check folder
echo "exit $?"
gather check folder:c -i 1,2
echo "exit $?"
