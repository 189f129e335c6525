# SPDX-License-Identifier: Apache-2.0
# Several broken rules of one file, each with its byte; what is whole can be read.
. "$ROOT/tests/cli/support/safetensors"
safetensors '{"a":{"dtype":"U8","shape":[2],"data_offsets":[0,2]},"b":{"dtype":"F99","shape":[2],"data_offsets":[2,4]},"c":{"dtype":"U8","shape":[3],"data_offsets":[4,6]},"d":{"dtype":"U8","shape":[2],"data_offsets":[6,80]},"e":{"dtype":"U8","shape":[-1],"data_offsets":[6,7]},"f":7}' abcdefgh >a.safetensors
gather check a.safetensors
echo "exit $?"
gather check a.safetensors:a -i 0,1
echo "exit $?"
gather check a.safetensors:b -i 0
echo "exit $?"
