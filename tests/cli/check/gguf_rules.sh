# SPDX-License-Identifier: Apache-2.0
# Rules of GGUF that are no range: rows of whole blocks, alignment, tensors apart. Each tells the value and the rule.
u32() { printf "\\$(printf %03o $(($1 % 256)))\\$(printf %03o $(($1 / 256)))\0\0"; }
u64() { u32 "$1"; printf '\0\0\0\0'; }
tensor() { # NAME SIZE TYPE OFFSET
    u64 ${#1}; printf '%s' "$1"; u32 1; u64 "$2"; u32 "$3"; u64 "$4"
}
gguf() { # TENSORS ALIGNMENT
    printf GGUF; u32 3; u64 "$1"; u64 $(($2 > 0))
    [ "$2" = 0 ] || { u64 17; printf general.alignment; u32 4; u32 "$2"; }
}
{ gguf 1 24; tensor a 8 24 0; head -c 100 /dev/zero; } >alignment.gguf
{ gguf 1 64; tensor a 8 24 32; head -c 100 /dev/zero; } >own_alignment.gguf
{ gguf 1 0; tensor a 8 24 33; head -c 100 /dev/zero; } >offset.gguf
{ gguf 1 0; tensor a 99 24 0; head -c 60 /dev/zero; } >longer.gguf
{ gguf 2 0; tensor a 40 24 0; tensor b 8 24 32; head -c 100 /dev/zero; } >meets.gguf
{ gguf 1 0; tensor a 100 2 0; head -c 100 /dev/zero; } >row_32.gguf
{ gguf 1 0; tensor a 300 12 0; head -c 999 /dev/zero; } >row_256.gguf
for name in *.gguf; do gather take $name:a; done
