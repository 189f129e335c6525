# SPDX-License-Identifier: Apache-2.0
# Names that would do something to a terminal are told in letters.
. "$ROOT/tests/cli/support/safetensors"
safetensors '{"a\u001b[31m\u202e":{"dtype":"U8","shape":[2],"data_offsets":[0,2]},"b":{"dtype":"U8","shape":[1],"data_offsets":[2,3]}}' abc >a.safetensors
safetensors '{"a\u001b[31m\u202e":{"dtype":"U8","shape":[2],"data_offsets":[0,2]},"b":{"dtype":"U8","shape":[1],"data_offsets":[2,3]}}' aXc >b.safetensors
gather diff a.safetensors b.safetensors
gather diff a.safetensors "b.safetensors:$(printf 'a\033[31m\342\200\256')"
