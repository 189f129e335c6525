# SPDX-License-Identifier: Apache-2.0
# Places, JSON, types: each broken rule is named with the byte where it stands.
. "$ROOT/tests/cli/support/safetensors"
try() {
    safetensors "$1" "$2" >a.safetensors
    gather ls a.safetensors
    echo "exit $?"
}
try '{"a":{"dtype":"U8","shape":[2],"data_offsets":[0,2]},"b":{"dtype":"U8","shape":[2],"data_offsets":[1,3]}}' abc
try '{"a":{"dtype":"U8","shape":[2],"data_offsets":[0,2]},"b":{"dtype":"U8","shape":[2],"data_offsets":[3,5]}}' abcde
try '{"a":{"dtype":"U8","shape":[2],"data_offsets":[2,0]}}' ab
try '{"a":{"dtype":"U8","shape":[2],"data_offsets":[0,9]}}' ab
try '{"a":{"dtype":"U8","shape":[2],"data_offsets":[0,2]}}' abc
try '{"a":{"dtype":"U8","shape":[2],"data_offsets":[0,2]},"a":{"dtype":"U8","shape":[2],"data_offsets":[0,2]}}' ab
try '{"a":{"dtype":"U8","shape":[1e400],"data_offsets":[0,2]}}' ab
try '{"a":{"dtype":"U8","shape":[2.0],"data_offsets":[0,2]}}' ab
try '{"\ud800":{"dtype":"U8","shape":[2],"data_offsets":[0,2]}}' ab
try '{"a":{"dtype":"F32","shape":[2],"data_offsets":[0,2]}}' ab
try '{"a":{"dtype":"Q8","shape":[2],"data_offsets":[0,2]}}' ab
