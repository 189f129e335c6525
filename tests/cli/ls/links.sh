# SPDX-License-Identifier: Apache-2.0
# Links of what was typed are followed; those of an index only where they stay near.
. "$ROOT/tests/cli/support/safetensors"
mkdir -p cache/blobs cache/snapshots/1 out
safetensors '{"a":{"dtype":"U8","shape":[2],"data_offsets":[0,2]}}' ab >cache/blobs/cd
echo '{"weight_map":{"a":"m.safetensors"}}' >cache/blobs/ef
ln -s ../../blobs/cd cache/snapshots/1/m.safetensors
ln -s ../../blobs/ef cache/snapshots/1/m.safetensors.index.json
gather ls cache/snapshots/1
gather ls cache/snapshots/1/m.safetensors
gather ls --no-links cache/snapshots/1/m.safetensors
echo "exit $?"
gather take --no-links cache/snapshots/1:a -i 0
echo "exit $?"
cp cache/blobs/cd out/m.safetensors
ln -sf ../../../out/m.safetensors cache/snapshots/1/m.safetensors
gather ls cache/snapshots/1
echo "exit $?"
