# SPDX-License-Identifier: Apache-2.0
# The examples of the help are true: each runs.
. "$ROOT/tests/cli/support/safetensors"
mkdir folder
safetensors '{"h.0.attn.w":{"dtype":"U8","shape":[2],"data_offsets":[0,2]}}' ab >model.safetensors
cp model.safetensors folder
gather ls --help | sed -n '/^examples:/,$p' | grep '^  gather' >examples
wc -l <examples
while read -r example; do
    printf '%s\n' "$example" | sh >/dev/null || echo "failed: $example"
done <examples
