# SPDX-License-Identifier: Apache-2.0
# What an .npz can't hold is refused, or told; nothing is written then.
printf '\001\002\003\004' >a.raw
gather convert 'a.raw@u4[8]C' -o b.npz
echo "exit $?"
gather convert 'a.raw@u8[2,2]{1,0:pad(2,2)T(2,2)}' -o 'b.npz@{1,0:T(2,2)}'
echo "exit $?"
gather convert 'a.raw@bf16[2]' -o h.npz && gather ls h.npz
gather take h.npz
echo "exit $?"
gather take h.npz --view bf16
gather convert 'a.raw@u8[4]' -o none/b.npz
echo "exit $?"
gather convert 'a.raw@u8[4]' -o /dev/null.npz 2>/dev/null
ls
