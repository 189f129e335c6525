# SPDX-License-Identifier: Apache-2.0
# Elements of half a byte are an even number of them.
. "$ROOT/tests/cli/support/safetensors"
safetensors '{"a":{"dtype":"F4","shape":[3],"data_offsets":[0,2]}}' '\000\000' >odd.safetensors
safetensors '{"a":{"dtype":"F4","shape":[4],"data_offsets":[0,2]}}' '\000\000' >even.safetensors
gather check odd.safetensors
gather check even.safetensors
