# SPDX-License-Identifier: Apache-2.0
# The examples of the help are true: each runs, and finds what it says.
. "$ROOT/tests/cli/support/safetensors"
safetensors '{"w":{"dtype":"F32","shape":[1],"data_offsets":[0,4]}}' abcd >model.safetensors
printf '0123456789ab' >t.raw && gather convert 't.raw@u8[4,3]' -o table.npy
printf '\001\002' >i.raw && gather convert 'i.raw@u8[2]' -o ids.npy
sh "$ROOT/tests/cli/check/support/model.sh"
gather check --help | sed -n '/^examples:/,$p' | grep '^  gather' >examples
wc -l <examples
while read -r example; do
    printf '%s\n' "$example" | sh >/dev/null
    echo "exit $?"
done <examples
