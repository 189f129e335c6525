# SPDX-License-Identifier: Apache-2.0
# Names that none has, files without room, options that are about one tensor.
header="{\"b\":{\"dtype\":\"U8\",\"shape\":[2],\"data_offsets\":[4,6]},\"w.0\":{\"dtype\":\"U8\",\"shape\":[2],\"data_offsets\":[0,2]},\"w.1\":{\"dtype\":\"U8\",\"shape\":[2],\"data_offsets\":[2,4]}}"
printf "$(printf "\\\\%03o" ${#header})\000\000\000\000\000\000\000%s123456" "$header" >m.safetensors
for words in 'm.safetensors bb' 'm.safetensors w.9' 'm.safetensors x*' 'm.safetensors b -o b.raw@{0} -i 9' 'm.safetensors b w.0 -o a.npy' 'm.safetensors b w.0 -o a.raw' \
    'm.safetensors b w.0 -o a.json' 'm.safetensors:b w.0' 'm.safetensors b w.0 --tensor b' 'm.safetensors b w.0 --view i8' 'm.safetensors' \
    'm.safetensors b w.0 -o a.npz@F' 'm.safetensors b w.0 -s 2' 'none.npz b' 'm.safetensors b --axis 0' 'm.safetensors b --dialect onnx' 'm.safetensors b --mode clip'; do
    # shellcheck disable=SC2086
    gather take $words
    echo "exit $?"
done
ls -A
