# SPDX-License-Identifier: Apache-2.0
# A graph of an operator that its opset has not: no rule of the file is broken, and none is known to be kept. What is
# asked of a tensor beside it is answered.
{
    printf '\010\010:X\n\023\n\001x\n\001i\022\001y"\010GatherND\022\001g'
    printf '*\013\010\002\020\002B\001wJ\002\000\007'
    printf 'Z\017\n\001x\022\n\n\010\010\001\022\004\n\002\010\002'
    printf 'Z\017\n\001i\022\n\n\010\010\007\022\004\n\002\010\001'
    printf 'b\017\n\001y\022\n\n\010\010\001\022\004\n\002\010\001'
    printf 'B\002\020\012'
} >new.onnx
for more in '' --json '--for numpy' '-i 0,-1' '-i 5 --json'; do
    # shellcheck disable=SC2086
    gather check new.onnx $more
    echo "exit $?"
done
gather run new.onnx
echo "exit $?"
