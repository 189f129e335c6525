# SPDX-License-Identifier: Apache-2.0
# The examples of the help are true: each runs.
printf '\223NUMPY\001\000\166\000%-117s\n' "{'descr': '<f4', 'fortran_order': False, 'shape': (3, 5), }" >a.npy
head -c 60 /dev/zero >>a.npy
cp a.npy table.npy
printf '\223NUMPY\001\000\166\000%-117s\n' "{'descr': '<i8', 'fortran_order': False, 'shape': (2,), }" >ids.npy
head -c 16 /dev/zero >>ids.npy
gather take table.npy --axis 0 -i ids.npy -o npu.npy
header='{"a.weight":{"dtype":"U8","shape":[6],"data_offsets":[0,6]}}'
printf "$(printf '\\%03o' ${#header})\000\000\000\000\000\000\000%s123456" "$header" >model.safetensors
for command in convert explain; do
    gather $command --help | sed -n '/^examples:/,$p' | grep '^  gather' >examples
    wc -l <examples
    while read -r example; do
        printf '%s\n' "$example" | sh >/dev/null || echo "failed: $example"
    done <examples
done
ls
