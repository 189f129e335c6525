# SPDX-License-Identifier: Apache-2.0
# Rows of a tensor have its name, in every file that names tensors; rows of one without a name are "tensor".
header='{"v":{"dtype":"U8","shape":[2],"data_offsets":[0,2]},"w":{"dtype":"U8","shape":[2,2],"data_offsets":[2,6]}}'
printf "$(printf '\\%03o' ${#header})\000\000\000\000\000\000\000%s123456" "$header" >m.safetensors
names() {
    gather ls "$1" --json | sed 's/.*"name":"\([^"]*\)".*/\1/'
}
for out in a.safetensors a.npz a.pb a/; do
    gather take m.safetensors:w -i 1 -o "$out" && names "$out"
done
gather take m.safetensors w -i 1 -o b.npz && names b.npz
gather take m.safetensors w -i 1
gather take m.safetensors:w -i 1 --dialect directml -o c.npz && names c.npz
gather run --op take -a axis=0 m.safetensors:w 0 -o d.npz && names d.npz
gather run --op embedding --dialect torch 0 m.safetensors:w -o e.npz && names e.npz
printf 'ab' >x.raw
gather take x.raw@u8[2] -i 1 -o f.npz && names f.npz
gather run --op take 0,1 0 -o g.npz && names g.npz
