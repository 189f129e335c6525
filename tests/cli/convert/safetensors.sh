# SPDX-License-Identifier: Apache-2.0
# Into the format and out of it again; what it can't hold is refused, and nothing is written.
printf '\001\002\003\004\005\006' >a.raw
gather convert 'a.raw@u8[2,3]F' -o a.safetensors@C && gather ls a.safetensors
gather convert a.safetensors -o b.safetensors && cmp a.safetensors b.safetensors
gather convert a.safetensors:tensor -o a.npy && gather ls a.npy
gather convert a.safetensors -o c.raw && od -An -tu1 c.raw
gather convert 'a.raw@bf16[3]' -o h.safetensors --json
gather take h.safetensors -i 0
gather convert 'a.raw@u8[2,3]F' -o f.safetensors@F
echo "exit $?"
gather convert 'a.raw@c128[0]' -o f.safetensors
echo "exit $?"
gather convert 'a.raw@u8[6]' -o f.gguf
echo "exit $?"
ls
