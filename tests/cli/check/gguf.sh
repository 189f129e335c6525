# SPDX-License-Identifier: Apache-2.0
# Tensors of a GGUF file, each by itself: a type that there is not, one beyond the end, one that meets another.
u32() { printf "\\$(printf %03o $(($1 % 256)))\\$(printf %03o $(($1 / 256)))\0\0"; }
u64() { u32 "$1"; printf '\0\0\0\0'; }
tensor() { # NAME SIZE TYPE OFFSET
    u64 ${#1}; printf '%s' "$1"; u32 1; u64 "$2"; u32 "$3"; u64 "$4"
}
{
    printf GGUF; u32 3; u64 5; u64 0
    tensor a 8 24 0; tensor b 8 99 32; tensor c 8 24 0; tensor d 999 24 32; tensor e 8 24 33
    head -c 100 /dev/zero
} >a.gguf
gather check a.gguf
echo "exit $?"
