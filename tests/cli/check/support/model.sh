# SPDX-License-Identifier: Apache-2.0
# Writes a small model of ONNX into this folder, field by field.
#
#   model.sh          model.onnx   emb: rows 1, 9, -1 of f32[4,3]; wide: of f64[4]; opset 13
#   model.sh old      old.onnx     the same as opset 9
#   model.sh input    input.onnx   the table of emb is an input of unknown size
#   model.sh sizes TYPE   sizes.onnx: its first output, f32[3,3], is declared to be of this type and [4]
#   model.sh broken   broken.onnx  two of its tensors are not as long as they say
#   model.sh parts    parts.onnx   elements, tuples: of f32[4,3], each with one index outside
#   model.sh given    given.onnx   the indices of emb are an input
#   model.sh some     some.onnx    likewise, beside wide and elements
#   model.sh bodies   bodies.onnx  emb, and an If with two graphs inside
#   model.sh hidden   hidden.onnx  the data of emb is what a Relu gives
#   model.sh shown    shown.onnx   likewise, and value_info says that it is f32[4,3]
#   model.sh far [shown]   far.onnx: likewise, of emb and elements along axis -2^63
#   model.sh wrong    wrong.onnx   rows of a table, of which value_info says that they are f32[4,3]
set -eu
kind=${1:-model}

# A field of bytes: its number, and a file with them, fewer than 16384.
bytes() {
    size=$(wc -c <"$2")
    printf "\\$(printf %03o $(($1 * 8 + 2)))"
    if [ "$size" -ge 128 ]; then
        printf "\\$(printf %03o $((size % 128 + 128)))"
        size=$((size / 128))
    fi
    printf "\\$(printf %03o "$size")"
    cat "$2"
}
text() {
    printf '%s' "$2" >.text
    bytes "$1" .text
}
number() { printf "\\$(printf %03o $(($1 * 8)))\\$(printf %03o "$2")"; }
tensor() { # NAME TYPE SIZES.., bytes on stdin
    cat >.raw
    name=$1 type=$2
    shift 2
    {
        for size in "$@"; do number 1 "$size"; done
        number 2 "$type"
        text 8 "$name"
        bytes 9 .raw
    } >.tensor
    bytes 5 .tensor
}
node() { # TYPE NAME OUTPUT INPUTS.., attributes in .attributes
    {
        type=$1 name=$2 output=$3
        shift 3
        for input in "$@"; do text 1 "$input"; done
        text 2 "$output"
        text 3 "$name"
        text 4 "$type"
        cat .attributes
    } >.node
    bytes 1 .node
}
gather_node() { # NAME DATA INDICES OUTPUT
    { text 1 axis; number 3 0; printf '\240\001\002'; } >.attribute
    bytes 5 .attribute >.attributes
    node Gather "$1" "$4" "$2" "$3"
    : >.attributes
}
output() {
    text 1 "$1" >.output
    bytes 12 .output
}
typed_output() { # NAME TYPE, one size: 4
    { number 1 4 >.dim; bytes 1 .dim; } >.shape
    { number 1 "$2"; bytes 2 .shape; } >.type
    bytes 1 .type >.of
    { text 1 "$1"; bytes 2 .of; } >.output
    bytes 12 .output
}
input() { # NAME, f32[?,3]
    { text 2 n >.dim; bytes 1 .dim; number 1 3 >.dim; bytes 1 .dim; } >.shape
    { number 1 1; bytes 2 .shape; } >.type
    bytes 1 .type >.of
    { text 1 "$1"; bytes 2 .of; } >.input
    bytes 11 .input
}
given() { # NAME, i64[n]
    { text 2 n >.dim; bytes 1 .dim; } >.shape
    { number 1 7; bytes 2 .shape; } >.type
    bytes 1 .type >.of
    { text 1 "$1"; bytes 2 .of; } >.input
    bytes 11 .input
}
value_info() { # NAME TYPE SIZES..
    name=$1 type=$2
    shift 2
    for size in "$@"; do number 1 "$size" >.dim; bytes 1 .dim; done >.shape
    { number 1 "$type"; bytes 2 .shape; } >.type
    bytes 1 .type >.of
    { text 1 "$name"; bytes 2 .of; } >.value
    bytes 13 .value
}
zeros() { head -c "$1" /dev/zero; }
indices() {
    printf '\001\0\0\0\0\0\0\0\011\0\0\0\0\0\0\0\377\377\377\377\377\377\377\377'
}

: >.attributes
model() { # KIND [TYPE]: the graph of one that is put together by itself
    text 2 graph
    case $1 in
    parts)
        node GatherElements elements out table places
        node GatherND tuples out2 table pairs
        zeros 48 | tensor table 1 4 3
        indices | tensor places 7 1 3
        printf '\003\0\0\0\0\0\0\0\002\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\374\377\377\377\377\377\377\377' | tensor pairs 7 2 2
        output out
        output out2
        ;;
    given | some)
        gather_node emb table asked out
        zeros 48 | tensor table 1 4 3
        given asked
        output out
        [ "$1" = some ] || return 0
        gather_node wide doubles last out2
        node GatherElements elements out3 table places
        zeros 32 | tensor doubles 11 4
        indices | tail -c 8 | tensor last 7 1
        indices | tensor places 7 1 3
        output out2
        output out3
        ;;
    hidden | shown)
        node Relu hides hidden table
        gather_node emb hidden ids out
        zeros 48 | tensor table 1 4 3
        indices | tensor ids 7 3
        output out
        [ "$1" = hidden ] || value_info hidden 1 4 3
        ;;
    far)
        { text 1 axis; printf '\030\200\200\200\200\200\200\200\200\200\001\240\001\002'; } >.attribute
        node Relu hides hidden table
        bytes 5 .attribute >.attributes
        node Gather emb out hidden ids
        node GatherElements elements out2 hidden ids
        : >.attributes
        zeros 48 | tensor table 1 4 3
        indices | tensor ids 7 1 3
        output out
        output out2
        [ "${2:-}" != shown ] || value_info hidden 1 4 3
        ;;
    wrong)
        gather_node emb table last rows
        node Identity same out rows
        zeros 48 | tensor table 1 4 3
        indices | tail -c 8 | tensor last 7 1
        output out
        value_info rows "${2:-1}" 4 3
        ;;
    bodies)
        { output out && gather_node inner table last out; } >.body
        : >.branches
        for branch in then_branch else_branch; do
            { text 1 $branch; bytes 6 .body; printf '\240\001\005'; } >.attribute
            bytes 5 .attribute >>.branches
        done
        gather_node emb table last out
        mv .branches .attributes
        node If either out2 asked
        : >.attributes
        zeros 48 | tensor table 1 4 3
        indices | tail -c 8 | tensor last 7 1
        given asked
        output out
        output out2
        ;;
    esac
}

length=48
opset=13
[ "$kind" != broken ] || length=47
[ "$kind" != old ] || opset=9
case $kind in
model | old | input | sizes | broken) ;;
*)
    model "$@" >.graph
    number 2 $opset >.opset
    { number 1 8; bytes 7 .graph; bytes 8 .opset; } >"$kind.onnx"
    exit
    ;;
esac
{
    gather_node emb table ids out
    [ "$kind" = input ] || gather_node wide doubles ids out2
    [ "$kind" = input ] || zeros $length | tensor table 1 4 3
    indices | tensor ids 7 3
    [ "$kind" = input ] || zeros 32 | tensor doubles 11 4
    [ "$kind" != broken ] || zeros 3 | tensor other 99 3
    text 2 graph
    [ "$kind" != input ] || input table
    if [ "$kind" = sizes ]; then typed_output out "$2"; else output out; fi
    [ "$kind" = input ] || output out2
} >.graph
number 2 $opset >.opset
{ number 1 8; bytes 7 .graph; bytes 8 .opset; } >"$kind.onnx"
