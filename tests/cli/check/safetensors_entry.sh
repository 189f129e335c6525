# SPDX-License-Identifier: Apache-2.0
# Several rules that one entry breaks are told, each that can be judged by itself; who takes hears of the first.
. "$ROOT/tests/cli/support/safetensors"
safetensors '{"a":{"dtype":"F99","shape":[-1],"data_offsets":[0,80]},"b":{"dtype":"F32","shape":[3],"data_offsets":[0,80]},"c":{"dtype":"F16","shape":2,"data_offsets":[4,2]},"d":{"dtype":"F6_E2M3","shape":[3],"data_offsets":[4,90]},"e":{"dtype":"F32","shape":[1],"data_offsets":[0,4]}}' abcd >a.safetensors
gather check a.safetensors
echo "exit $?"
gather ls a.safetensors
gather take a.safetensors:e
gather take a.safetensors:b
