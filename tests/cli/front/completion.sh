# SPDX-License-Identifier: Apache-2.0
# Words that a shell may complete: subcommands, options, dialects, names of tensors; nothing is said of what fails.
printf '\001\002' >a.raw
gather convert 'a.raw@u8[2]' -o a.npz
header='{"h.0.w":{"dtype":"U8","shape":[2],"data_offsets":[0,2]},"h.1.w":{"dtype":"U8","shape":[2],"data_offsets":[2,4]},"a:b":{"dtype":"U8","shape":[2],"data_offsets":[4,6]},"n\nl":{"dtype":"U8","shape":[0],"data_offsets":[6,6]}}'
printf "$(printf '\\%03o' ${#header})\000\000\000\000\000\000\000%s123456" "$header" >m.safetensors
ask() {
    echo "> $*"
    gather --complete "$@"
}
ask t
ask --v
ask he
ask help ta
ask convert --o
ask take --t
ask take m.safetensors:
ask take m.safetensors:h.1
ask take m.safetensors:a:
ask take m.safetensors h
ask take -i 0 m.safetensors h.0
ask take m.safetensors --tensor a
ask take a.npy --dialect o
ask take a.npy -o m
ask take none.npz:
ask take a
ask nothing --x
ask take a.npy --mode c
ask run --mode r
ask check m.onnx --for web
ask check m.onnx --for webnn,al
ask convert a.npy --view f8e4
ask run --dialect torch --op i
ask run --op GatherE
ask bench --op t
ask bench --distribution p
ask bench --check f
ask bench --scale s
ask bench --pages h
ask explain m.safetensors:h.0.w --dialect num
ask explain m.safetensors:h.0.w --dialect onnx,jax-c
ask check m.safetensors:h.0.w -i 0 --dialect jax-c
gather --complete | grep -c "^take$"
gather --complete take m.safetensors: >/dev/full
