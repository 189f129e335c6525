# SPDX-License-Identifier: Apache-2.0
# The sizes of a GGUF in ggml's order, the fastest first, where they are asked for so.
{
    printf 'GGUF\003\000\000\000\002\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000'
    printf '\005\000\000\000\000\000\000\000embed\002\000\000\000\040\000\000\000\000\000\000\000\003\000\000\000\000\000\000\000\010\000\000\000\000\000\000\000\000\000\000\000'
    printf '\004\000\000\000\000\000\000\000norm\001\000\000\000\002\000\000\000\000\000\000\000\000\000\000\000\200\000\000\000\000\000\000\000'
    printf '%0300d' 0
} | head -c 320 >m.gguf
gather ls m.gguf --all
gather ls m.gguf --all --native
gather ls m.gguf --native --json | tr '{' '\n' | grep -o '"shape.*"native":[^]]*]'
printf '\001\002\003\004\005\006' >a.raw
gather convert 'a.raw@u8[2,3]' -o a.npy && gather ls a.npy --native
