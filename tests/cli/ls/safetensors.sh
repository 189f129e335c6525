# SPDX-License-Identifier: Apache-2.0
# Types, shapes, places, what the file says beside; a glob; names by themselves.
. "$ROOT/tests/cli/support/safetensors"
safetensors '{"__metadata__":{"format":"pt"},"b":{"dtype":"I16","shape":[3],"data_offsets":[4,10]},"a.w":{"dtype":"BF16","shape":[1,2],"data_offsets":[0,4]},"s":{"dtype":"BOOL","shape":[],"data_offsets":[10,11]},"six":{"dtype":"F6_E2M3","shape":[1,4],"data_offsets":[11,14]}}' abcdefghijklmn >a.safetensors
gather ls a.safetensors
gather ls a.safetensors 'a.*'
gather ls a.safetensors s --json
gather ls a.safetensors 'none*'
echo "exit $?"
gather ls a.safetensors s 'a.*' 's*' # in the file's order, each once
gather ls a.safetensors s 'none*'
echo "exit $?"
gather ls a.safetensors s a.safetensors
echo "exit $?"
safetensors '{"w[0]":{"dtype":"U8","shape":[1],"data_offsets":[0,1]},"w0":{"dtype":"U8","shape":[1],"data_offsets":[1,2]}}' ab >b.safetensors
gather ls b.safetensors 'w[0]' # a name is no pattern
gather ls b.safetensors 'w[0-9]'
cp a.safetensors blob # the bytes tell the format, too
gather ls blob s
