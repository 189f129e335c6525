# SPDX-License-Identifier: Apache-2.0
# Maps that say nothing.
. "$ROOT/tests/cli/support/safetensors"
safetensors '{"h.0.w":{"dtype":"U8","shape":[2,2],"data_offsets":[0,4]},"h.0.b":{"dtype":"U8","shape":[2],"data_offsets":[4,6]},"same":{"dtype":"U8","shape":[2],"data_offsets":[6,8]},"gone":{"dtype":"U8","shape":[1],"data_offsets":[8,9]},"long":{"dtype":"U8","shape":[1],"data_offsets":[9,10]}}' 'abcdefghij' >old.safetensors
safetensors '{"m.h.0.w":{"dtype":"U8","shape":[2,2],"data_offsets":[0,4]},"m.h.0.b":{"dtype":"U8","shape":[2],"data_offsets":[4,6]},"same":{"dtype":"U8","shape":[2],"data_offsets":[6,8]},"new":{"dtype":"U8","shape":[1],"data_offsets":[8,9]},"long":{"dtype":"U8","shape":[2],"data_offsets":[9,11]}}' 'abCdEFghijk' >new.safetensors

for map in same 'a*=b' 'a=b*' 'a**=b*' '*=*=*'; do
    gather diff old.safetensors new.safetensors --map "$map"
    echo "exit $?"
done
echo '$ the same twice, on either side, and what is not there'
gather diff old.safetensors new.safetensors --map same=new --map same=long
echo "exit $?"
gather diff old.safetensors new.safetensors --map 'h.*=m.h.*' --map 'h.*=*'
echo "exit $?"
gather diff old.safetensors new.safetensors --map gone=new --map same=new
echo "exit $?"
gather diff old.safetensors new.safetensors --map gone=same
echo "exit $?"
gather diff old.safetensors new.safetensors --map same=nope --map 'h.*=n.h.*' --map h.0.w=m.h.0.w >got
echo "exit $?"
