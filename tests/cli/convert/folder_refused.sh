# SPDX-License-Identifier: Apache-2.0
# A folder that is there is not written into; names of tensors that are paths are none of files.
header="{\"b\":{\"dtype\":\"U8\",\"shape\":[2],\"data_offsets\":[4,6]},\"w.0\":{\"dtype\":\"U8\",\"shape\":[2],\"data_offsets\":[0,2]},\"w.1\":{\"dtype\":\"U8\",\"shape\":[2],\"data_offsets\":[2,4]}}"
printf "$(printf "\\\\%03o" ${#header})\000\000\000\000\000\000\000%s123456" "$header" >m.safetensors
mkdir there && touch file
for output in there/ file/ none/there/ m.safetensors/; do
    gather convert m.safetensors -o $output
    echo "exit $?"
done
for name in a/b ../b .hidden; do
    header="{\"$name\":{\"dtype\":\"U8\",\"shape\":[2],\"data_offsets\":[0,2]}}"
    printf "$(printf '\\%03o' ${#header})\000\000\000\000\000\000\000%s12" "$header" >n.safetensors
    gather convert n.safetensors -o new/
    echo "exit $?"
done
header='{"h":{"dtype":"U8","shape":[2],"data_offsets":[0,2]},"x":{"dtype":"F8_E4M3","shape":[1],"data_offsets":[2,3]},"y":{"dtype":"F6_E2M3","shape":[4],"data_offsets":[3,6]}}'
printf "$(printf '\\%03o' ${#header})\000\000\000\000\000\000\000%s123456" "$header" >t.safetensors
gather convert t.safetensors -o types/ && ls types
ls -A
