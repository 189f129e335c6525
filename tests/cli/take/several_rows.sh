# SPDX-License-Identifier: Apache-2.0
# The same rows of several tensors: one list of indices, read once, judged for all before anything is read.
header='{"b":{"dtype":"U8","shape":[2],"data_offsets":[12,14]},"w.0":{"dtype":"U8","shape":[3,2],"data_offsets":[0,6]},"w.1":{"dtype":"U8","shape":[3,2],"data_offsets":[6,12]}}'
printf "$(printf '\\%03o' ${#header})\000\000\000\000\000\000\000%s123456789abcde" "$header" >m.safetensors
gather take m.safetensors 'w.*' -i 2,0
echo 1,1 | gather take m.safetensors 'w.*' b -i - -o rows.npz && gather take rows.npz w.1 b
gather take m.safetensors 'w.*' -i 1 --axis -1 --json
gather take m.safetensors 'w.*' -s ::-1 -i 0 -o rows/ --json && ls rows
gather take m.safetensors -i 1 -o all.safetensors && gather ls all.safetensors | head -n 1
gather take m.safetensors 'w.*' b -i 2 -o none.npz
echo "exit $?"
gather take m.safetensors 'w.*' b -i 2 --dialect openvino
gather take m.safetensors 'w.*' -i 0 -o one.npy
echo "exit $?"
gather take m.safetensors 'w.*' -i 0 -o one.npz@C
echo "exit $?"
gather take m.safetensors -i 0
echo "exit $?"
ls -A
