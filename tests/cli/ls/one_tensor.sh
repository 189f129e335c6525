# SPDX-License-Identifier: Apache-2.0
# One tensor, named as everywhere: FILE:TENSOR, or with the layout that its bytes have. Numbers are counted only where
# they lie one behind the other.
printf '\001\002\003\004\005\006' >a.raw
gather convert 'a.raw@u8[2,3]' -o m/ && gather convert 'a.raw@u8[6]' -o n.npy && cp n.npy m/n.npy
gather convert m -o m.safetensors
try() {
    gather ls "$@"
    echo "exit $?"
}
try m.safetensors:n
try m:tensor --json
try m.safetensors:tensor@F --stats
try 'a.raw@u8[2,3]' --stats
try 'a.raw@u8[2,2]{1,0:pad(3,2)}' --stats
try m.safetensors:tenso
try n.npy:n
try m.safetensors:n '*'
try 'a.raw@u8[2,4]'
try none.npy:n
echo '$ one of several without a name'
. "$ROOT/tests/cli/support/safetensors"
safetensors '{"x":{"dtype":"U8","shape":[1],"data_offsets":[0,1]},"":{"dtype":"U8","shape":[1],"data_offsets":[1,2]},"z":{"dtype":"U8","shape":[1],"data_offsets":[2,3]}}' abc >three.safetensors
try three.safetensors:zz
