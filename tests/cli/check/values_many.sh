# SPDX-License-Identifier: Apache-2.0
# A file of several tensors: those that hold any; one by its name.
. "$ROOT/tests/cli/support/safetensors"
safetensors '{"a":{"dtype":"U8","shape":[2],"data_offsets":[0,2]},"b":{"dtype":"F8_E4M3","shape":[2,2],"data_offsets":[2,6]},"six":{"dtype":"F6_E2M3","shape":[4],"data_offsets":[6,9]}}' 'abcdef123' >a.safetensors
gather check a.safetensors --values
printf '\177' | dd of=a.safetensors bs=1 seek=$(($(wc -c <a.safetensors) - 5)) conv=notrunc 2>/dev/null
gather check a.safetensors --values
echo "exit $?"
gather check a.safetensors:a --values
gather check a.safetensors:b --values --json
