# SPDX-License-Identifier: Apache-2.0
# An .npz has no word for bf16: what the other side says its elements are, they are; two without a word are bits.
. "$ROOT/tests/cli/support/safetensors"
safetensors '{"v":{"dtype":"BF16","shape":[2],"data_offsets":[0,4]},"w":{"dtype":"F32","shape":[1],"data_offsets":[4,8]}}' '\200\077\000\100\000\000\200\077' >m.safetensors
safetensors '{"v":{"dtype":"BF16","shape":[2],"data_offsets":[0,4]},"w":{"dtype":"F32","shape":[1],"data_offsets":[4,8]}}' '\200\077\040\100\000\000\200\077' >n.safetensors
gather convert m.safetensors -o m.npz
gather convert n.safetensors -o n.npz
for words in 'm.safetensors m.npz' 'm.npz m.safetensors' 'm.safetensors n.npz' 'm.npz n.npz' 'm.safetensors:v m.npz:v' 'n.npz:v m.safetensors' 'm.npz:v n.npz:v'; do
    # shellcheck disable=SC2086
    gather diff $words
    echo "exit $?"
done
gather diff m.npz:v m.safetensors --json
gather convert m.safetensors:v -o v.npy
printf '\000\000\200\077\000\000\000\100' >f.raw
gather convert 'f.raw@f32[2]' -o f.npy
gather diff v.npy f.npy
echo "exit $?"
gather diff f.npy m.npz:v --json
echo "exit $?"
gather diff 'v.npy@bf16[2]' f.npy
gather convert 'f.raw@u16[2,2]' -o four.npy
gather diff v.npy four.npy
echo "exit $?"
gather diff m.npz:v n.npz:v --rtol 0.5
echo "exit $?"
gather diff 'm.npz:v@bf16[2]' 'n.npz:v@bf16[2]' --rtol 0.5
