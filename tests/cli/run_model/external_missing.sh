# SPDX-License-Identifier: Apache-2.0
# A file that the model names and that is not there is named.
{
    printf '\010\010\072\161Z\022\012\003ids\022\013\012\011\010\007\022\005\012\003\022\001n\052\046\010\003\010'
    printf '\002\020\001B\005tablej\025\012\010location\022\011model.binp\001\012\032\012\005table\012\003ids\022\004rows'
    printf '\042\006Gatherb\027\012\004rows\022\017\012\015\010\001\022\011\012\003\022\001n\012\002\010\002B\004\012\000\020\022'
} >m.onnx
gather run m.onnx -i ids=0
echo "exit $?"
printf '\0\0\0\0\0\0\200\077\0\0\0\0\0\0\200\077\0\0\0\0\0\0\200\077' >model.bin
gather run m.onnx -i ids=0
cp "$CASES/openvino_ir/gather8_const.xml" .
gather run gather8_const.xml
echo "exit $?"
