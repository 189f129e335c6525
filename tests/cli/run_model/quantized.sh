# SPDX-License-Identifier: Apache-2.0
# A model's table of halves of bytes, with scales and zero points: what ids name of it comes out as numbers. The operator
# is of com.microsoft, opset 1.

# four.onnx: u4[2,16] "q", f32[2,1] "scales" 0.5, 1, u4[2,1] "z" 1, 5, i64[n] "ids" -> GatherBlockQuantized "rows"
{
    printf '\010\010\072\264\001\052\033\010\002\010\020\020\025B\001qJ\020\0202Tv\230\272\334\376\357\315\253'
    printf '\211gE\043\001\052\030\010\002\010\001\020\001B\006scalesJ\010\000\000\000\077\000\000\200\077\052'
    printf '\014\010\002\010\001\020\025B\001zJ\001QZ\022\012\003ids\022\013\012\011\010\007\022\005\012\003\022'
    printf '\001n\012Q\012\001q\012\003ids\012\006scales\012\001z\022\004rows\042\024GatherBlockQuantized\052'
    printf '\021\012\012block_size\030\020\240\001\002\072\015com.microsoftb\006\012\004rowsB\004\012\000\020'
    printf '\025B\021\012\015com.microsoft\020\001'
} >four.onnx

# empty.onnx: the same without zero points, whose place is left empty
{
    printf '\010\010\072\245\001\052\033\010\002\010\020\020\025B\001qJ\020\0202Tv\230\272\334\376\357\315\253'
    printf '\211gE\043\001\052\030\010\002\010\001\020\001B\006scalesJ\010\000\000\000\077\000\000\200\077Z\022'
    printf '\012\003ids\022\013\012\011\010\007\022\005\012\003\022\001n\012P\012\001q\012\003ids\012\006scales'
    printf '\012\000\022\004rows\042\024GatherBlockQuantized\052\021\012\012block_size\030\020\240\001\002\072'
    printf '\015com.microsoftb\006\012\004rowsB\004\012\000\020\025B\021\012\015com.microsoft\020\001'
} >empty.onnx

# two.onnx: without scales
{
    printf '\010\010\072\233\001\052\033\010\002\010\020\020\025B\001qJ\020\0202Tv\230\272\334\376\357\315\253'
    printf '\211gE\043\001\052\030\010\002\010\001\020\001B\006scalesJ\010\000\000\000\077\000\000\200\077Z\022'
    printf '\012\003ids\022\013\012\011\010\007\022\005\012\003\022\001n\012F\012\001q\012\003ids\022\004rows'
    printf '\042\024GatherBlockQuantized\052\021\012\012block_size\030\020\240\001\002\072\015com.microsoftb\006'
    printf '\012\004rowsB\004\012\000\020\025B\021\012\015com.microsoft\020\001'
} >two.onnx

# unnamed.onnx: of a set of operators that the model names no version of
{
    printf '\010\010\072\243\001\052\033\010\002\010\020\020\025B\001qJ\020\0202Tv\230\272\334\376\357\315\253'
    printf '\211gE\043\001\052\030\010\002\010\001\020\001B\006scalesJ\010\000\000\000\077\000\000\200\077Z\022'
    printf '\012\003ids\022\013\012\011\010\007\022\005\012\003\022\001n\012N\012\001q\012\003ids\012\006scales'
    printf '\022\004rows\042\024GatherBlockQuantized\052\021\012\012block_size\030\020\240\001\002\072\015com.mi'
    printf 'crosoftb\006\012\004rowsB\004\012\000\020\025'
} >unnamed.onnx

try() {
    gather run "$@"
    echo "exit $?"
}
try four.onnx -i ids=1,-2,2
try empty.onnx -i ids=1 --json
try empty.onnx -i ids=0 -o rows.npy
gather take rows.npy -s 0,4:8
gather ls four.onnx
try two.onnx -i ids=0
try unnamed.onnx -i ids=0
try four.onnx
gather check four.onnx --for webnn,xla
echo "exit $?"
mkdir -p quantized/test_data_set_0
cp empty.onnx quantized/model.onnx
{
    printf '\010\001\020\007B\003ids\072\001\001'
} >quantized/test_data_set_0/input_0.pb
{
    printf '\010\001\010\020\020\001B\004rowsJ\100'
    printf '\000\000\160\101\000\000\140\101\000\000\120\101\000\000\100\101\000\000\060\101\000\000\040\101'
    printf '\000\000\020\101\000\000\000\101\000\000\340\100\000\000\300\100\000\000\240\100\000\000\200\100'
    printf '\000\000\100\100\000\000\000\100\000\000\200\077\000\000\000\000'
} >quantized/test_data_set_0/output_0.pb
gather test quantized
