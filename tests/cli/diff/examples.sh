# SPDX-License-Identifier: Apache-2.0
# The examples of the help are true: each runs.
. "$ROOT/tests/cli/support/safetensors"
f32='\000\000\200\077\000\000\000\100\000\000\100\100\000\000\200\100\000\000\240\100\000\000\300\100'
printf "$f32" >a.raw
gather convert 'a.raw@f32[2,3]' -o a.npy
for name in b cpu npu; do cp a.npy $name.npy; done
{ safetensors '{"h.0.w":{"dtype":"F32","shape":[2,3],"data_offsets":[0,24]},"model.x":{"dtype":"U8","shape":[1],"data_offsets":[24,25]}}' ''; printf "${f32}x"; } >old.safetensors
{ safetensors '{"h.0.w":{"dtype":"F32","shape":[2,3],"data_offsets":[0,24]},"x":{"dtype":"U8","shape":[1],"data_offsets":[24,25]}}' ''; printf "${f32}x"; } >new.safetensors
gather diff --help | sed -n '/^examples:/,$p' | grep '^  gather' >examples
wc -l <examples
while read -r example; do
    printf '%s\n' "$example" | sh >/dev/null || echo "failed: $example"
done <examples
