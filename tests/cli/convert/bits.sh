# SPDX-License-Identifier: Apache-2.0
# Elements below a byte: packed, a byte each, and back, with another order on the way.
printf '\041\103\145\007' >a.raw
gather convert 'a.raw@i4[7]C' -o 'b.raw@s4[7]' && od -An -tx1 b.raw
gather convert 'b.raw@s4[7]' -o 'c.raw@s4[7]{0:E(4)}' && cmp a.raw c.raw && echo same
gather convert 'a.raw@i4[2,3]C' -o 'd.raw@F' && od -An -tx1 d.raw
gather convert 'd.raw@i4[2,3]F' -o 'e.raw@i4[2,3]:(4,1)' && od -An -tx1 e.raw
gather convert 'a.raw@u2[13]C' -o 'f.raw@u2[13]:(-1)+12' && od -An -tx1 f.raw
gather convert 'a.raw@i4[7]C' -o g.npy
echo "exit $?"
