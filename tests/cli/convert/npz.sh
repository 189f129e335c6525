# SPDX-License-Identifier: Apache-2.0
# Into an .npz and out of it: arrays begin at multiples of 64, and the same tensors give the same bytes.
header="{\"b\":{\"dtype\":\"U8\",\"shape\":[2],\"data_offsets\":[4,6]},\"w.0\":{\"dtype\":\"U8\",\"shape\":[2],\"data_offsets\":[0,2]},\"w.1\":{\"dtype\":\"U8\",\"shape\":[2],\"data_offsets\":[2,4]}}"
printf "$(printf "\\\\%03o" ${#header})\000\000\000\000\000\000\000%s123456" "$header" >m.safetensors
gather convert m.safetensors -o m.npz && gather ls m.npz --all
gather convert m.npz -o n.npz && cmp m.npz n.npz
gather convert m.npz -o back.safetensors && gather take back.safetensors 'w.*'
printf '\001\002\003\004\005\006' >a.raw
gather convert 'a.raw@u8[2,3]F' -o f.npz && gather ls f.npz && gather take f.npz
gather convert 'a.raw@u8[2,3]' -o g.npz@F && gather ls g.npz | tail -n 1
gather convert m.npz:w.1 -o one.npz && gather ls one.npz | tail -n 1
gather convert m.npz:w.1 -o one.npy && gather take one.npy
gather convert 'a.raw@u8[0]' -o empty.npz && gather take empty.npz
head -c 4 m.npz | od -An -tx1
