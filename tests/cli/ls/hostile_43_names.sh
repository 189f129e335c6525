# SPDX-License-Identifier: Apache-2.0
# Names that would do something to a terminal come out as what they are.
. "$ROOT/tests/cli/support/safetensors"
safetensors '{"\u001b[2J\u202ex":{"dtype":"U8","shape":[2],"data_offsets":[0,2]}}' ab >a.safetensors
gather ls a.safetensors
gather take a.safetensors:y -i 0
gather ls a.safetensors --json
safetensors '{"a\u0000b":{"dtype":"U8","shape":[2],"data_offsets":[0,2]}}' ab >b.safetensors
gather ls b.safetensors
