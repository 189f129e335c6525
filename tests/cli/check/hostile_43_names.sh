# SPDX-License-Identifier: Apache-2.0
# Names that would do something to a terminal are told in letters.
. "$ROOT/tests/cli/support/safetensors"
safetensors '{"a\u001b[31m\u202e":{"dtype":"F99","shape":[2],"data_offsets":[0,2]}}' ab >a.safetensors
gather check a.safetensors
gather check a.safetensors --json
