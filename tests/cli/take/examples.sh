# SPDX-License-Identifier: Apache-2.0
# The examples of the help are true: each runs.
npy() {
    printf '\223NUMPY\001\000\166\000%-117s\n' "{'descr': '$1', 'fortran_order': False, 'shape': $2, }"
}
{ npy '<f4' '(3, 5)' && head -c 60 /dev/zero; } >a.npy
{ npy '<i8' '(2,)' && printf '\001\000\000\000\000\000\000\000\002\000\000\000\000\000\000\000'; } >indices.npy
printf '\001\000\000\000\000\000\000\000\002\000\000\000\000\000\000\000' >i.raw
header='{"wte.weight":{"dtype":"U8","shape":[6,1],"data_offsets":[0,6]}}'
printf "$(printf '\\%03o' ${#header})\000\000\000\000\000\000\000%s123456" "$header" >model.safetensors
cp indices.npy ids.npy
mkdir models && (cd models && . "$ROOT/tests/cli/run_model/onnx_models" && mv one.onnx ../embed.onnx) && rm -r models
for command in take run; do
    gather $command --help | sed -n '/^examples:/,$p' | grep '^  gather' >examples
    wc -l <examples
    while read -r example; do
        printf '%s\n' "$example" | sh >/dev/null || echo "failed: $example"
    done <examples
done
ls
