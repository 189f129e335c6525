# SPDX-License-Identifier: Apache-2.0
# All tensors of a file, or those named; what holds one alone says so.
header="{\"b\":{\"dtype\":\"U8\",\"shape\":[2],\"data_offsets\":[4,6]},\"w.0\":{\"dtype\":\"U8\",\"shape\":[2],\"data_offsets\":[0,2]},\"w.1\":{\"dtype\":\"U8\",\"shape\":[2],\"data_offsets\":[2,4]}}"
printf "$(printf "\\\\%03o" ${#header})\000\000\000\000\000\000\000%s123456" "$header" >m.safetensors
gather convert m.safetensors w.1 b -o two.safetensors && gather ls two.safetensors --all
gather convert m.safetensors '*.0' -o zero.npz --json
for words in 'm.safetensors -o a.npy' 'm.safetensors b w.0 -o a.raw' 'm.safetensors -o a.pb' 'm.safetensors nothing -o a.npz' 'm.safetensors b w.0 -o a.npz@C' \
    'm.safetensors b w.0 -o a.npz --layout u8[2]' 'm.safetensors:b w.0 -o a.npz' 'm.safetensors -o a.npz --pad-value zero'; do
    # shellcheck disable=SC2086
    gather convert $words
    echo "exit $?"
done
gather convert m.safetensors '[bw]*' -o all.npz --stats --quiet 2>&1 | sed 's/ in .*//'
ls -A
