# SPDX-License-Identifier: Apache-2.0
# Of several tensors --view means those whose type the file does not say; without it the message names the first.
. "$ROOT/tests/cli/support/safetensors"
safetensors '{"v":{"dtype":"BF16","shape":[2],"data_offsets":[0,4]},"w":{"dtype":"F32","shape":[1],"data_offsets":[4,8]}}' '\200\077\000\100\000\000\200\077' >m.safetensors
gather convert m.safetensors -o m.npz
gather convert m.npz -o x.safetensors
echo "exit $?"
gather convert m.npz -o x.safetensors --view bf16 && gather diff m.safetensors x.safetensors
gather convert m.npz v w -o y.safetensors --view bf16 && gather ls y.safetensors
gather convert m.npz 'w*' -o z.safetensors --view f16
echo "exit $?"
gather convert m.npz -o z.safetensors --view f32
echo "exit $?"
gather take m.npz '*' --view bf16
gather take m.npz v
echo "exit $?"
