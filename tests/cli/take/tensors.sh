# SPDX-License-Identifier: Apache-2.0
# A tensor of several is chosen by its name, taken literally.
. "$ROOT/tests/cli/support/safetensors"
safetensors '{"a":{"dtype":"U8","shape":[2],"data_offsets":[0,2]},"a:b@u8[2]":{"dtype":"U8","shape":[2],"data_offsets":[2,4]},"wte.weight":{"dtype":"U8","shape":[2,2],"data_offsets":[4,8]}}' 12345678 >m.safetensors
gather take m.safetensors:a -i 0
gather take 'm.safetensors:a:b@u8[2]' -i 0
gather take 'm.safetensors:a@u8[1,2]' -i 0
gather take m.safetensors --tensor 'a:b@u8[2]' -i 0
gather take m.safetensors:wte.weight -i 1 -o w.safetensors && gather take w.safetensors -i 0
gather take m.safetensors:wte.weight --view i8 -i 1
gather explain m.safetensors:wte.weight -i 1 | head -n 1
gather run --op take m.safetensors:wte.weight m.safetensors:a 2>&1 | head -n 1
gather take m.safetensors -i 0
echo "exit $?"
gather take m.safetensors:wte.weigth -i 0
echo "exit $?"
gather take m.safetensors:zzz -i 0
gather take m.safetensors:a --tensor a -i 0
echo "exit $?"
gather take m.safetensors --tensor b -i 0
