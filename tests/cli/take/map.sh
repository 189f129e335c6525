# SPDX-License-Identifier: Apache-2.0
# Rows of a mapped file are those that are read, in what keeps them as they are and in what is unpacked; a file that was
# cut short is refused as ever.
printf '\001\002\003\004\005\006\007\010\011\012\013\014' >a.raw
gather convert 'a.raw@f16[3,2]' -o a.npy
gather convert a.npy -o a.safetensors
gather convert a.npy -o a.npz
for file in a.npy a.safetensors a.npz 'a.raw@f16[3,2]' 'a.raw@f16[2,3]{0,1}'; do
    gather take "$file" -i 1,0,-1 >plain
    gather take "$file" -i 1,0,-1 --map >mapped
    cmp plain mapped && echo same
done
gather take a.npy --map -i 1,9
echo "exit $?"
gather take a.npy --map -i 1,9 --fill 7
gather take a.npy --map --axis 1 -i 1 -o b.npy && gather take b.npy
gather take b.npy --map
echo "exit $?"
truncate -s 130 a.npy
gather take a.npy --map -i 0
echo "exit $?"
