# SPDX-License-Identifier: Apache-2.0
# A file that is cut off breaks one rule tensor by tensor: five are shown, the others counted; JSON has them all.
. "$ROOT/tests/cli/support/safetensors"
header='"w":{"dtype":"U8","shape":[2],"data_offsets":[0,2]}'
for k in 1 2 3 4 5 6 7 8; do
    header="$header,\"h.$k\":{\"dtype\":\"U8\",\"shape\":[2],\"data_offsets\":[$((2 * k)),$((2 * k + 2))]}"
done
safetensors "{$header}" ab >cut.safetensors
gather check cut.safetensors
echo "exit $?"
gather check cut.safetensors --json | grep -o '"code"' | wc -l
mkdir two
cp cut.safetensors two/1.safetensors
safetensors "{\"x\":{\"dtype\":\"U8\",\"shape\":[2],\"data_offsets\":[0,2]}}" a >two/2.safetensors
gather check two
echo "exit $?"
