# SPDX-License-Identifier: Apache-2.0
# Folders of shards against one file.
. "$ROOT/tests/cli/support/safetensors"
mkdir shards
safetensors '{"a":{"dtype":"U8","shape":[2],"data_offsets":[0,2]}}' 'ab' >shards/1.safetensors
safetensors '{"b":{"dtype":"U8","shape":[2],"data_offsets":[0,2]}}' 'cd' >shards/2.safetensors
safetensors '{"a":{"dtype":"U8","shape":[2],"data_offsets":[0,2]},"b":{"dtype":"U8","shape":[2],"data_offsets":[2,4]}}' 'abcX' >one.safetensors
gather diff shards one.safetensors
gather diff shards:b one.safetensors:b
gather diff shards shards | tail -1
