# SPDX-License-Identifier: Apache-2.0
# Embedding bags: of two inputs to five. Where they are numbers of the command line, their type is that of the others, and
# one alone is a number without a dimension.
run() {
    echo "\$ $*"
    gather run "$@" 2>&1
    echo "exit $?"
}
printf '\001\002\003\004\005\006' >t.raw
printf '\002\001\001\001' >w.raw
printf '\000\000\000\000\002\000\000\000\002\000\000\000\001\000\000\000' >i.raw # 0, 2, 2, 1
table='t.raw@u8[3,2]'
offsets='--op EmbeddingBagOffsetsSum --dialect openvino@3'
newer='--op EmbeddingBagOffsets --dialect openvino@15'
packed='--op EmbeddingBagPackedSum --dialect openvino'
# shellcheck disable=SC2086
{
    run $offsets "$table" 0,2,2,1 0,2,2
    run $offsets "$table" 0,2,2,1 0,2,2 1
    run $offsets "$table" 'i.raw@s32[4]' 0,2,2 -1
    run $offsets "$table" 'i.raw@s32[4]' 0,2,2 -1 'w.raw@u8[4]'
    run $newer -a reduction=mean "$table" 0,2,2,1 0,2,2 --json
    run $packed "$table" 'i.raw@s32[2,2]' 'w.raw@u8[2,2]'
    run --op EmbeddingBagPacked --dialect openvino -a reduction=mean "$table" 'i.raw@s32[2,2]' -o 'b.raw@{0,1}'
    od -An -tu1 b.raw
    echo '$ wrong ones'
    run $offsets "$table" 0,2
    run $offsets "$table" 0,2 0 -1 'w.raw@u8[2]' 5
    run $offsets "$table" 0,2 0 0,1
    run $offsets "$table" 0,2 0 3
    run $offsets "$table" 0,3 0
    run $offsets "$table" 0,1 0,3
    run $offsets -a reduction=sum "$table" 0,2 0
    run $newer -a reduction=max "$table" 0,2 0
    run $newer -a reduction=mean "$table" 0,2 0 -1 'w.raw@u8[2]'
    run $packed "$table" 0,2
    run --op EmbeddingBag --dialect openvino "$table" 0,2
}
