# SPDX-License-Identifier: Apache-2.0
# A folder as one file: all its files, or the shards of an index.
. "$ROOT/tests/cli/support/safetensors"
one() { safetensors "{\"$1\":{\"dtype\":\"U8\",\"shape\":[2],\"data_offsets\":[0,2]}}" "$2"; }
mkdir m
one a ab >m/1.safetensors
one b cd >m/2.safetensors
gather ls m
gather ls m/ b --json
gather take m:b -i 1
gather take m -i 1
gather convert m:a -o m/c.npy && gather ls m
echo "exit $?"
rm m/c.npy
one a ef >m/3.safetensors
gather ls m
echo "exit $?"
echo '{"weight_map":{"a":"3.safetensors","b":"2.safetensors"}}' >m/model.safetensors.index.json
gather ls m
gather take m:a -i 0
for map in '{"a":"../1.safetensors"}' '{"a":"none.safetensors"}' '{"c":"1.safetensors"}' '7'; do
    echo "{\"weight_map\":$map}" >m/model.safetensors.index.json
    gather ls m
    echo "exit $?"
done
mkdir empty
gather ls empty
echo "exit $?"
printf 'ab' >b.raw && gather convert 'b.raw@u8[2]' -o "$(printf 'empty/b\377.npy')" && gather ls empty # names of files are bytes
