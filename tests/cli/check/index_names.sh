# SPDX-License-Identifier: Apache-2.0
# A name in an index that leads out of its folder is told with the index and the byte, once however often it stands there.
. "$ROOT/tests/cli/support/safetensors"
mkdir f
safetensors '{"a":{"dtype":"U8","shape":[2],"data_offsets":[0,2]}}' ab >f/1.safetensors
cp f/1.safetensors x.safetensors
cat >f/model.safetensors.index.json <<'TEXT'
{"weight_map": {"b": "/tmp/x.safetensors", "c": "../x.safetensors", "a": "1.safetensors",
                "d": "/tmp/x.safetensors", "e": "", "g": "sub\\x.safetensors"}}
TEXT
try() {
    echo "-- gather $*"
    gather "$@"
    echo "exit $?"
}
try check f
try ls f
try take f:a
try take f:b
try take f --partial
try take f:d --partial
