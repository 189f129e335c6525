# SPDX-License-Identifier: Apache-2.0
# Tensors of types that GGUF took back, or that are newer than this: listed with what lies before the next.
u32() { printf "\\$(printf %03o $(($1 % 256)))\\$(printf %03o $(($1 / 256)))\0\0"; }
u64() { u32 "$1"; printf '\0\0\0\0'; }
tensor() { # NAME SIZE ROWS TYPE OFFSET
    u64 ${#1}; printf '%s' "$1"; u32 2; u64 "$2"; u64 "$3"; u32 "$4"; u64 "$5"
}
{
    printf GGUF; u32 3; u64 5; u64 0
    tensor a 8 1 24 0; tensor new 64 4 99 32; tensor old 32 2 4 320; tensor z 2 2 24 384; tensor last 3 5 98 416
    head -c 444 /dev/zero
} >a.gguf
gather ls a.gguf
echo "exit $?"
gather check a.gguf
echo "exit $?"
gather take a.gguf:z
gather take a.gguf:new
