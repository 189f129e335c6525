# SPDX-License-Identifier: Apache-2.0
# Rows of blocks are compared byte by byte; their sizes are those of elements.
u32() { printf "\\$(printf %03o $(($1 % 256)))\\$(printf %03o $(($1 / 256)))\0\0"; }
u64() { u32 "$1"; printf '\0\0\0\0'; }
gguf() {
    printf GGUF; u32 3; u64 1; u64 0
    u64 1; printf q; u32 1; u64 64; u32 2; u64 0
    head -c 7 /dev/zero; printf '%36s' "$1"
}
gguf same >a.gguf
gguf samE >b.gguf
gather ls a.gguf | tail -1
gather diff a.gguf b.gguf
echo "exit $?"
gather diff a.gguf b.gguf --atol 300 | sed -n 3p
printf '{"q":{"dtype":"F32","shape":[64],"data_offsets":[0,256]}}' >header
{ printf '\071\0\0\0\0\0\0\0'; cat header; head -c 256 /dev/zero; } >c.safetensors
gather diff a.gguf c.safetensors
printf '%36s' same >d.raw
gather diff a.gguf 'd.raw@u8[36]'
