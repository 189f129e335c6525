# SPDX-License-Identifier: Apache-2.0
# Numbers in the place of a file, as `take -i` has them: of the type and the number of dimensions that the model says.
. "$ROOT/tests/cli/run_model/onnx_models"
try() {
    gather run "$@"
    echo "exit $?"
}
try one.onnx -i ids=0,-1
try one.onnx -i ids=0:3:2
try one.onnx -i 'ids=[]'
try one.onnx -i ids=7
try one.onnx -i ids=
try one.onnx -i ids=none
echo 2 1 | gather run one.onnx -i ids=-
{
    printf '\010\010\072rZ\022\012\003ids\022\013\012\011\010\006\022\005\012\003\022\001n\052\047\010\003\010'
    printf '\002\020\001B\005tableJ\030\000\000\000\000\000\000\200\077\000\000\040A\000\0000A\000\000\240A\000'
    printf '\000\250A\012\032\012\005table\012\003ids\022\004rows\042\006Gatherb\027\012\004rows\022\017\012\015'
    printf '\010\001\022\011\012\003\022\001n\012\002\010\002B\004\012\000\020\022'
} >narrow.onnx # the same with ids of i32
try narrow.onnx -i ids=1
try narrow.onnx -i ids=9999999999
try one.onnx -i 'ids=input_0.pb'
cp input_0.pb 0,1
try one.onnx -i ids=0,1
