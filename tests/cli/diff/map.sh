# SPDX-License-Identifier: Apache-2.0
# Tensors that are called otherwise in B, one by one or by a pattern.
. "$ROOT/tests/cli/support/safetensors"
safetensors '{"h.0.w":{"dtype":"U8","shape":[2,2],"data_offsets":[0,4]},"h.0.b":{"dtype":"U8","shape":[2],"data_offsets":[4,6]},"same":{"dtype":"U8","shape":[2],"data_offsets":[6,8]},"gone":{"dtype":"U8","shape":[1],"data_offsets":[8,9]},"long":{"dtype":"U8","shape":[1],"data_offsets":[9,10]}}' 'abcdefghij' >old.safetensors
safetensors '{"m.h.0.w":{"dtype":"U8","shape":[2,2],"data_offsets":[0,4]},"m.h.0.b":{"dtype":"U8","shape":[2],"data_offsets":[4,6]},"same":{"dtype":"U8","shape":[2],"data_offsets":[6,8]},"new":{"dtype":"U8","shape":[1],"data_offsets":[8,9]},"long":{"dtype":"U8","shape":[2],"data_offsets":[9,11]}}' 'abCdEFghijk' >new.safetensors

gather diff old.safetensors new.safetensors --map 'h.*=m.h.*'
gather diff old.safetensors new.safetensors --map h.0.b=m.h.0.b --map gone=new | tail -n +3
gather diff old.safetensors new.safetensors --map 'h.*=m.h.*' --atol 32 | tail -n +3
