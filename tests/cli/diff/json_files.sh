# SPDX-License-Identifier: Apache-2.0
# Files as one object, a pair after the other.
. "$ROOT/tests/cli/support/safetensors"
safetensors '{"h.0.w":{"dtype":"U8","shape":[2,2],"data_offsets":[0,4]},"h.0.b":{"dtype":"U8","shape":[2],"data_offsets":[4,6]},"same":{"dtype":"U8","shape":[2],"data_offsets":[6,8]},"gone":{"dtype":"U8","shape":[1],"data_offsets":[8,9]},"long":{"dtype":"U8","shape":[1],"data_offsets":[9,10]}}' 'abcdefghij' >old.safetensors
safetensors '{"m.h.0.w":{"dtype":"U8","shape":[2,2],"data_offsets":[0,4]},"m.h.0.b":{"dtype":"U8","shape":[2],"data_offsets":[4,6]},"same":{"dtype":"U8","shape":[2],"data_offsets":[6,8]},"new":{"dtype":"U8","shape":[1],"data_offsets":[8,9]},"long":{"dtype":"U8","shape":[2],"data_offsets":[9,11]}}' 'abCdEFghijk' >new.safetensors

gather diff old.safetensors new.safetensors --map 'h.*=m.h.*' --json
echo "exit $?"
