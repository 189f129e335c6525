# SPDX-License-Identifier: Apache-2.0
# A folder of .npy, which appears whole, and which is an operand like any file of tensors.
header="{\"b\":{\"dtype\":\"U8\",\"shape\":[2],\"data_offsets\":[4,6]},\"w.0\":{\"dtype\":\"U8\",\"shape\":[2],\"data_offsets\":[0,2]},\"w.1\":{\"dtype\":\"U8\",\"shape\":[2],\"data_offsets\":[2,4]}}"
printf "$(printf "\\\\%03o" ${#header})\000\000\000\000\000\000\000%s123456" "$header" >m.safetensors
gather convert m.safetensors -o deep/
ls -l deep | sed 1d | wc -l
gather ls deep
gather convert deep -o m.npz && gather take m.npz b
gather convert deep 'w.*' -o w/ && ls w
gather convert m.safetensors:b -o ./one// && ls one
(umask 077 && gather convert m.safetensors -o closed/)
stat -c %a deep closed
ls -A
