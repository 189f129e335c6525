# SPDX-License-Identifier: Apache-2.0
# Several tensors by their names and patterns: in the order asked for, each once.
header="{\"b\":{\"dtype\":\"U8\",\"shape\":[2],\"data_offsets\":[4,6]},\"w.0\":{\"dtype\":\"U8\",\"shape\":[2],\"data_offsets\":[0,2]},\"w.1\":{\"dtype\":\"U8\",\"shape\":[2],\"data_offsets\":[2,4]}}"
printf "$(printf "\\\\%03o" ${#header})\000\000\000\000\000\000\000%s123456" "$header" >m.safetensors
gather take m.safetensors b w.0
gather take m.safetensors 'w.*'
gather take m.safetensors 'w.*' w.0 '*' -s 0
gather take m.safetensors b w.1 --json
gather take m.safetensors b
gather take m.safetensors '[bw]*1'
