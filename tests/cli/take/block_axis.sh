# SPDX-License-Identifier: Apache-2.0
# An index along a dimension of blocks would be that of a byte; so it is refused, by whatever takes indices. Rows
# along other dimensions are whole blocks, and bytes are what --view says are bytes.
header='{"w":{"dtype":"F6_E2M3","shape":[3,4],"data_offsets":[0,9]}}'
printf "$(printf '\\%03o' ${#header})\000\000\000\000\000\000\000%s123456789" "$header" >m.safetensors
gather take m.safetensors -i 2,0
gather take m.safetensors -i 1 --axis 1
echo "exit $?"
gather take m.safetensors -i 1 --axis -1 -o a.npy
echo "exit $?"
gather take m.safetensors -s 0 -i 1
echo "exit $?"
gather take m.safetensors -i 1 --axis 1 --view u8
gather explain m.safetensors -i 1 --dialect numpy | head -n 1
gather explain m.safetensors -i 1 --axis 1
echo "exit $?"
gather check m.safetensors -i 1 --axis 1
echo "exit $?"
ls
