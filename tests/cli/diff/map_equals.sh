# SPDX-License-Identifier: Apache-2.0
# Names that hold a '=': --map is parted where both files have what stands on its sides, else at the first.
. "$ROOT/tests/cli/support/safetensors"
entry() { printf '"%s":{"dtype":"U8","shape":[2],"data_offsets":[%d,%d]}' "$1" $2 $(($2 + 2)); }
safetensors "{$(entry a=b 0),$(entry x 2),$(entry h.k=0.w 4)}" 112233 >a.safetensors
safetensors "{$(entry c 0),$(entry y=z 2),$(entry k=0.v 4)}" 112233 >b.safetensors
try() {
    gather diff a.safetensors b.safetensors "$@"
    echo "exit $?"
}
try --map a=b=c --map x=y=z --map 'h.*.w=*.v'
try --map a=b=c --map x=y=z --map 'h.k=*.w=k=*.v'
try --map a=b=none
try --map a=b=c --map a=x --map a=y
try --map a=x --map a=b=c --map x=y=z
try --map 'a=b*=c'
try --map '*=b=c'
