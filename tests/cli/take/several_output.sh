# SPDX-License-Identifier: Apache-2.0
# Several tensors into one file, or a folder of files.
header="{\"b\":{\"dtype\":\"U8\",\"shape\":[2],\"data_offsets\":[4,6]},\"w.0\":{\"dtype\":\"U8\",\"shape\":[2],\"data_offsets\":[0,2]},\"w.1\":{\"dtype\":\"U8\",\"shape\":[2],\"data_offsets\":[2,4]}}"
printf "$(printf "\\\\%03o" ${#header})\000\000\000\000\000\000\000%s123456" "$header" >m.safetensors
gather take m.safetensors 'w.*' -o w.npz && gather ls w.npz
gather take m.safetensors 'w.*' b -s ::-1 -o w.safetensors && gather take w.safetensors b w.0
gather take m.safetensors 'w.*' -o w/ && ls w && gather take w:w.1
gather take m.safetensors -o all.npz && gather ls all.npz | head -n 1
gather take m.safetensors:b -o b.npz && gather ls b.npz | head -n 1
gather take m.safetensors w.0 b -o two.npz --json
ls -A
