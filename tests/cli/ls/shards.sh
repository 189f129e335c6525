# SPDX-License-Identifier: Apache-2.0
# Of several files the list says in which a tensor lies: beside its name, or for all of a fold.
. "$ROOT/tests/cli/support/safetensors"
mkdir model
entry() { printf '"%s":{"dtype":"U8","shape":[2],"data_offsets":[%d,%d]}' "$1" $2 $(($2 + 2)); }
safetensors "{$(entry h.0.w 0),$(entry h.1.w 2),$(entry e 4)}" aabbcc >model/model-00001-of-00002.safetensors
safetensors "{$(entry h.2.w 0),$(entry n 2)}" aabb >model/model-00002-of-00002.safetensors
gather ls model
gather ls model --all
gather ls model n
gather ls model/model-00001-of-00002.safetensors
