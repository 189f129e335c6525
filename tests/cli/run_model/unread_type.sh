# SPDX-License-Identifier: Apache-2.0
# A model with a tensor of a type that is not read runs if it does not need that one: here an initializer of type 99.
. "$ROOT/tests/cli/run_model/onnx_models"
{
    printf '\010\010\072\211\001Z\022\012\003ids\022\013\012\011\010\007\022\005\012\003\022\001n\052\047\010\003\010'
    printf '\002\020\001B\005tableJ\030\000\000\000\000\000\000\200\077\000\000\040A\000\0000A\000\000\240A\000'
    printf '\000\250A\052\025\010\002\010\002\020\143B\007unknownJ\004abcd\012\032\012\005table\012\003ids\022\004rows'
    printf '\042\006Gatherb\027\012\004rows\022\017\012\015\010\001\022\011\012\003\022\001n\012\002\010\002B\004\012\000\020\022'
} >unknown.onnx
gather run unknown.onnx -i ids=2
gather ls unknown.onnx
echo "exit $?"
gather take unknown.onnx:table -i 2
gather take unknown.onnx:unknown
