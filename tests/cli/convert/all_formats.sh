# SPDX-License-Identifier: Apache-2.0
# Round through every format that is written: the elements come back.
printf '\001\002\003\004\005\006\007\010\011\012\013\014' >a.raw
gather convert 'a.raw@s16[2,3]' -o 1.npy
gather convert 1.npy -o 2.npz
gather convert 2.npz -o 3.safetensors
gather convert 3.safetensors -o 4.pb
gather convert 4.pb -o 5/
gather convert 5 -o 6.npy@F
gather convert 6.npy -o 7.safetensors
gather convert 7.safetensors -o 8.pb
gather convert 8.pb -o 9.npz@F
gather convert 9.npz -o b.raw@C
cmp a.raw b.raw && ls
gather convert 6.npy -o c.pb && gather take c.pb
