# SPDX-License-Identifier: Apache-2.0
# One tensor of a file with several, by its name; in the other the same name is meant.
. "$ROOT/tests/cli/support/safetensors"
safetensors '{"h.0.w":{"dtype":"U8","shape":[2,2],"data_offsets":[0,4]},"h.0.b":{"dtype":"U8","shape":[2],"data_offsets":[4,6]},"same":{"dtype":"U8","shape":[2],"data_offsets":[6,8]},"gone":{"dtype":"U8","shape":[1],"data_offsets":[8,9]},"long":{"dtype":"U8","shape":[1],"data_offsets":[9,10]}}' 'abcdefghij' >old.safetensors
safetensors '{"m.h.0.w":{"dtype":"U8","shape":[2,2],"data_offsets":[0,4]},"m.h.0.b":{"dtype":"U8","shape":[2],"data_offsets":[4,6]},"same":{"dtype":"U8","shape":[2],"data_offsets":[6,8]},"new":{"dtype":"U8","shape":[1],"data_offsets":[8,9]},"long":{"dtype":"U8","shape":[2],"data_offsets":[9,11]}}' 'abCdEFghijk' >new.safetensors

gather diff old.safetensors:same new.safetensors
gather diff old.safetensors:h.0.w new.safetensors:m.h.0.w
echo "exit $?"
gather diff old.safetensors:h.0.w new.safetensors
echo "exit $?"
gather diff old.safetensors:nome new.safetensors
echo "exit $?"
