# SPDX-License-Identifier: Apache-2.0
# The same elements, whatever file and order they are in.
printf '\001\002\003\004\005\006' >a.raw
gather convert 'a.raw@u8[2,3]' -o c.npy@C
gather convert 'a.raw@u8[2,3]' -o f.npy@F
gather convert 'a.raw@u8[2,3]' -o s.safetensors
gather convert 'a.raw@u8[2,3]' -o t.raw@'{1,0:T(2,2)}'
gather diff c.npy c.npy
for other in f.npy s.safetensors 't.raw@u8[2,3]{1,0:T(2,2)}' 'a.raw@u8[2,3]'; do
    gather diff c.npy "$other" | tail -n +2
done
gather diff 't.raw@u8[2,3]{1,0:T(2,2)}' f.npy
echo "exit $?"
