# SPDX-License-Identifier: Apache-2.0
# The sizes and the offset of one entry, both against the rules; the next is whole.
u32() { printf "\\$(printf %03o $(($1 % 256)))\\$(printf %03o $(($1 / 256)))\0\0"; }
u64() { u32 "$1"; printf '\0\0\0\0'; }
tensor() { # NAME SIZE TYPE OFFSET
    u64 ${#1}; printf '%s' "$1"; u32 1; u64 "$2"; u32 "$3"; u64 "$4"
}
{ printf GGUF; u32 3; u64 2; u64 0; tensor a 100 2 33; tensor b 8 24 0; head -c 100 /dev/zero; } >a.gguf
gather check a.gguf
echo "exit $?"
gather take a.gguf:a
