# SPDX-License-Identifier: Apache-2.0
# What was meant: subcommands, options, tensors.
for words in 'tkae' 'tak a.npy' 'conver' 'explian' 'lst' 'LS' 'zzzz' 'take --slcie 0 a.raw' 'convert --quite a.raw' 'ls --natve a.raw'; do
    # shellcheck disable=SC2086
    gather $words 2>&1 | head -n 1
done
header='{"layers.0.attention.weight":{"dtype":"U8","shape":[2],"data_offsets":[0,2]},"wte":{"dtype":"U8","shape":[2],"data_offsets":[2,4]}}'
printf "$(printf '\\%03o' ${#header})\000\000\000\000\000\000\000%s1234" "$header" >m.safetensors
for name in layers.0.atention.weight wt etw layers attention att x; do
    gather take m.safetensors $name
done
