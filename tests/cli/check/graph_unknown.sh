# SPDX-License-Identifier: Apache-2.0
# A graph of an operator that its opset has not: no rule of the file is broken, and none is known to be kept.
{
    printf '\010\010:K\n\023\n\001x\n\001i\022\001y"\010GatherND\022\001g'
    printf 'Z\017\n\001x\022\n\n\010\010\001\022\004\n\002\010\002'
    printf 'Z\017\n\001i\022\n\n\010\010\007\022\004\n\002\010\001'
    printf 'b\017\n\001y\022\n\n\010\010\001\022\004\n\002\010\001'
    printf 'B\002\020\012'
} >new.onnx
gather check new.onnx
echo "exit $?"
gather check new.onnx --json
echo "exit $?"
gather check new.onnx --for numpy
echo "exit $?"
gather run new.onnx
echo "exit $?"
