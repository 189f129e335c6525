# SPDX-License-Identifier: Apache-2.0
# GatherTree, whose four inputs are all of one type: the numbers of the command line become that.
run() {
    echo "\$ $*"
    gather run "$@" 2>&1
    echo "exit $?"
}
put() { # FILE NUMBER..: as i32
    file=$1
    shift
    for number; do printf "\\$(printf %03o "$number")\\000\\000\\000"; done >"$file"
}
put s.raw 1 2 3 4 5 6
put p.raw 0 0 1 0 1 0
put far.raw 0 0 1 0 2 0
tree='--op GatherTree --dialect openvino'
# shellcheck disable=SC2086
{
    run $tree 's.raw@s32[3,1,2]' 'p.raw@s32[3,1,2]' 3 9
    run $tree 's.raw@s32[3,1,2]' 'p.raw@s32[3,1,2]' 2 9
    run $tree 's.raw@s32[3,1,2]' 'p.raw@s32[3,1,2]' 3 4 --json
    run $tree 's.raw@s32[3,1,2]' 'far.raw@s32[3,1,2]' 3 9
    run $tree 's.raw@s32[3,1,2]' 'p.raw@s32[3,1,2]' 3,3 9
    run $tree 's.raw@s32[3,1,2]' 'p.raw@s32[3,1,2]' 3 9,9
    run $tree 's.raw@s32[3,1,2]' 'p.raw@s32[3,1,2]' 3 9999999999
    run $tree 's.raw@s32[3,1,2]' 'p.raw@s32[3,1,2]'
    run $tree -a axis=0 's.raw@s32[3,1,2]' 'p.raw@s32[3,1,2]' 3 9
}
